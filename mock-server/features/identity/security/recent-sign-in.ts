import type { Caller } from '../../../platform/http/contexts.ts';
import { ServiceError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/services.ts';
import { isOlder } from './moments.ts';
import { securityOf } from './settings.ts';

/**
 * Requires that the caller signed in a short while ago, where their organization or the one acted on demands it: before
 * passwords and e-mail addresses are set, API tokens made, roles given, signing credentials changed. Error:
 * `recent_sign_in_required`.
 */
export async function assertRecentSignIn(
  { database: { db } }: Platform,
  { homeOrgId, orgId, token }: Caller,
): Promise<void> {
  for (const id of new Set([homeOrgId, orgId])) {
    const { recent_sign_in_in_minutes: minutes } = await securityOf(db, id);
    if (minutes === 0 || (token.kind !== 'api' && !isOlder(token.since, minutes))) continue;
    const message =
      token.kind === 'api'
        ? 'Your organization does not allow this with an API token. Sign in, and send the token of the session.'
        : `This needs a sign-in of the last ${minutes} minutes. Sign in again, then repeat it.`;
    throw new ServiceError('recent_sign_in_required', message, { details: { minutes } });
  }
}

import type { Db } from '../../../platform/database/handles.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { isOlder } from '../../../platform/moments.ts';
import { readSecuritySettings } from './settings.ts';

/**
 * Requires that the caller signed in a short while ago, where their organization or the one acted on demands it: before
 * accounts are opened, and before security is weakened. Operations declare it as `recentSignIn`. Error:
 * `recent_sign_in_required`.
 */
export async function assertRecentSignIn(db: Db, { homeOrgId, orgId, token }: Caller): Promise<void> {
  for (const id of new Set([homeOrgId, orgId])) {
    const { recent_sign_in_in_minutes: minutes } = await readSecuritySettings(db, id);
    if (minutes === 0 || (token.kind !== 'api' && !isOlder(token.since, minutes))) continue;
    const message =
      token.kind === 'api'
        ? 'Your organization does not allow this with an API token. Sign in, and send the token of the session.'
        : `This needs a sign-in of the last ${minutes} minutes. Sign in again, then repeat it.`;
    throw new ServiceError('recent_sign_in_required', message, { details: { minutes } });
  }
}

import { ServiceError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { getPublicBaseUrl } from '../../organizations/facade.ts';
import { termsVersion } from './unaccepted-store.ts';

/** Error: `terms_not_accepted` for a person who has not accepted the current terms of their organization. */
export async function assertTermsAccepted(
  { config, database }: Platform,
  { homeOrgId, unacceptedTerms: id }: Pick<Caller, 'homeOrgId' | 'unacceptedTerms'>,
): Promise<void> {
  if (id === null) return;
  const version = await termsVersion(database.db, homeOrgId, id);
  throw new ServiceError(
    'terms_not_accepted',
    `Accept the terms of your organization first. Open the app catalog at ${getPublicBaseUrl(config)}.`,
    { details: { terms: id, version } },
  );
}

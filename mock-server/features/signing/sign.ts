import { applicationTypes } from '../../../contract/common/codes.ts';
import { credentialsPlatforms } from '../../../contract/credentials.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { findManageableApplication } from '../applications/facade.ts';
import { findUsableCredentials } from '../credentials/facade.ts';
import { isSignable } from './deliverable.ts';
import { notSignableError, requestPackage } from './request.ts';
import * as store from './store.ts';

/**
 * Requests a signature for the latest version of an application, with its present additions; document 2, PUT
 * /v1/applications/<application>/credentials/<credentials>. Errors: `not_found`, `not_signable`, `other_platform`,
 * `password_not_stored`.
 */
export async function signApplication(
  platform: Platform,
  caller: Caller,
  identifier: string,
  credentials: string,
): Promise<{ details: string }> {
  const details = await changeCatalog(platform.database, caller.orgId, async (tx) => {
    const application = await findManageableApplication(tx, caller, identifier);
    const version = await store.findVersionById(tx, caller.orgId, application.latest_version ?? '');
    if (version === undefined || !isSignable(application)) throw notSignableError();
    await signWith(platform, tx, { type: application.type, version, credentials, by: caller.user.id });
    const requested = await store.findVersionById(tx, caller.orgId, version.id);
    return { applications: [application.id], result: requested?.sign_status_details ?? '' };
  });
  platform.jobs.wake();
  return { details };
}

/** Requests a signature for a version; call `jobs.wake` after the transaction. Errors: as `signApplication`. */
export async function signWith(
  platform: Pick<Platform, 'jobs'>,
  tx: CatalogTx,
  {
    type,
    version,
    credentials,
    by,
  }: { type: number; version: store.VersionRow; credentials: string; by: string },
): Promise<void> {
  await assertUsable(tx, version.org_id, type, credentials);
  await requestPackage(platform, tx, version, { credentials, by });
}

/** Checks that credentials can sign an application of a type. Errors: `not_found`, `password_not_stored`, `other_platform`. */
export async function assertUsable(db: Db, orgId: string, type: number, credentials: string): Promise<void> {
  const { platform } = await findUsableCredentials(db, orgId, credentials);
  const needed =
    type === applicationTypes.androidNative ? credentialsPlatforms.android : credentialsPlatforms.ios;
  if (platform === needed) return;
  throw new ServiceError(
    'other_platform',
    'These credentials are for the other system. Sign with those of the application’s own.',
  );
}

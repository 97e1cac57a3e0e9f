import { type Static, Type } from 'typebox';
import { Parse } from 'typebox/value';
import { applicationTypes, nativeTypes, signStatuses, wrapStatuses } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import { Addition } from '../../packages-worker/kinds/prepare-package.ts';
import type { CatalogTx } from '../../platform/database/handles.ts';
import { newId, now } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { findApplication, isOtherSigner, signerBefore, updateVersion } from '../applications/facade.ts';
import { delivering } from './delivered.ts';
import { preparePackageJob } from './prepare-job.ts';
import * as store from './store.ts';

/** What the delivered file of a version shall be made of, beside the uploaded one. What is absent stays as it was. */
export interface WantedPackage {
  /** Files that are put into it, in place of those before. */
  additions?: readonly Static<typeof Addition>[];
  /** The id of the credentials that sign it; null: nobody does. */
  credentials?: string | null;
  /** The id of the user who asks for the signature. */
  by?: string;
}

/** `restored`: the uploaded file is delivered again; `requested`: a job makes the file. */
export type Requested = 'restored' | 'requested';

const Additions = Type.Array(Addition);
export const additionsOf = ({ additions }: Pick<store.PreparationRow, 'additions'>) =>
  Parse(Additions, JSON.parse(additions));

/**
 * Asks for another delivered file of a version, in place of whatever was asked before; call `jobs.wake` when the transaction
 * has ended. What is delivered already stays until then. Error: `not_signable` when the version has no package of its own.
 */
export async function requestPackage(
  { jobs }: Pick<Platform, 'jobs'>,
  tx: CatalogTx,
  version: store.VersionRow,
  wanted: WantedPackage,
): Promise<Requested> {
  const uploaded = await store.uploadedFile(tx, version.org_id, version.id);
  if (uploaded === undefined) throw notSignable();
  const before = await store.preparationOf(tx, version.org_id, version.id);
  const additions = wanted.additions ?? (before === undefined ? [] : additionsOf(before));
  const credentials = wanted.credentials === undefined ? (before?.credentials ?? null) : wanted.credentials;
  if (additions.length === 0 && credentials === null) {
    await restore(tx, version, uploaded, before);
    return 'restored';
  }
  // Who asks again for what is being made waits for that: made anew with each request it might never be done.
  if (before?.state === 'waiting' && isSame(before, additions, credentials)) return 'requested';
  const row: store.PreparationRow = {
    org_id: version.org_id,
    version: version.id,
    application: version.application,
    request: newId(),
    credentials,
    additions: JSON.stringify(additions),
    state: 'waiting',
    uploaded_status: before?.uploaded_status ?? version.sign_status,
    uploaded_details: before === undefined ? version.sign_status_details : before.uploaded_details,
    uploaded_withheld: before?.uploaded_withheld ?? version.withheld,
    requested: now(),
    requested_by: wanted.by ?? before?.requested_by ?? null,
  };
  await store.savePreparation(tx, row);
  await updateVersion(tx, version.org_id, version.id, {
    ...signingColumns(version, credentials),
    withheld: (await isDeliverable(tx, version, row)) ? 0 : 1,
  });
  await jobs.enqueue(tx, version.org_id, preparePackageJob, { version: version.id, request: row.request });
  return 'requested';
}

const isSame = (
  before: store.PreparationRow,
  additions: readonly Static<typeof Addition>[],
  credentials: string | null,
): boolean => before.credentials === credentials && before.additions === JSON.stringify(additions);

export const notSignable = () =>
  new ServiceError(
    'not_signable',
    'Only an application whose package this service has, for iOS or Android, or a web clip that it built can be signed.',
  );

/** A request for a package without a signature cancels one for a signature that has not ended. */
function signingColumns(version: store.VersionRow, credentials: string | null): Partial<store.VersionRow> {
  if (credentials !== null) {
    return { sign_status: signStatuses.signing, sign_status_details: 'The package waits to be signed.' };
  }
  if (version.sign_status !== signStatuses.signing) return {};
  return {
    sign_status: signStatuses.cancelled,
    sign_status_details: 'The package was changed before it was signed. Ask for the signature again.',
  };
}

/** Whether devices can install what is delivered now. */
async function isDeliverable(
  tx: CatalogTx,
  version: store.VersionRow,
  { uploaded_status }: store.PreparationRow,
): Promise<boolean> {
  const delivered = await store.fileById(tx, version.org_id, version.install_file ?? '');
  if (delivered?.action !== 'upload') return delivered?.action === 'sign';
  if (uploaded_status === signStatuses.signed) return true;
  // iOS installs a profile without a signature too, and says that it has none.
  const application = await findApplication(tx, version.org_id, version.application);
  return application?.type === applicationTypes.iosConfiguration;
}

async function restore(
  tx: CatalogTx,
  version: store.VersionRow,
  uploaded: store.InstallFileRow,
  before: store.PreparationRow | undefined,
): Promise<void> {
  if (before === undefined) return;
  const { org_id, application, ordinal } = version;
  await store.deletePreparation(tx, org_id, version.id);
  await store.replaceFiles(tx, org_id, version.id, { keep: [uploaded.id], moment: now() });
  const status = statusOfUploaded(version, before);
  const delivered = { ...version, install_file: uploaded.id };
  // Devices that had a signed package would refuse one without a signature: it waits for the next.
  const waits =
    status.sign_status === signStatuses.cancelled && !(await isDeliverable(tx, delivered, before));
  const known = await signerBefore(tx, org_id, application, ordinal);
  await updateVersion(tx, org_id, version.id, {
    ...delivering(version, uploaded.id),
    ...status,
    wrap_status: wrapStatuses.none,
    withheld: waits ? 1 : before.uploaded_withheld,
    // Only told: what was uploaded was let in, also where the organization refuses others now.
    other_certificate: known !== null && isOtherSigner(known, uploaded.signer) ? 1 : 0,
  });
}

/** Once a signature was asked for, the status is never that of a package for which nobody asked. */
const statusOfUploaded = (
  version: store.VersionRow,
  before: store.PreparationRow,
): Partial<store.VersionRow> =>
  before.uploaded_status === signStatuses.unsigned && version.sign_status !== signStatuses.unsigned
    ? {
        sign_status: signStatuses.cancelled,
        sign_status_details:
          'The package is delivered again as it was uploaded, without a signature of this service.',
      }
    : { sign_status: before.uploaded_status, sign_status_details: before.uploaded_details };

/** Whether an application is one whose file the service can sign: a package, or a web clip that it built. */
export const isSignable = ({ type, hybrid }: Pick<Tables['applications'], 'type' | 'hybrid'>): boolean =>
  nativeTypes.some((native) => native === type) ||
  (type === applicationTypes.iosConfiguration && hybrid !== null);

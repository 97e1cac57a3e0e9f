import { signStatuses, wrapStatuses } from '../../../contract/common/codes.ts';
import { PackageError } from '../../app-packages/package-error.ts';
import { showableText } from '../../app-packages/text.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { CatalogTx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { JobRun } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { TaskCancelled } from '../../platform/workers/cancellation.ts';
import {
  findApplication,
  findPreviousSigner,
  isUpdateRefused,
  updateVersion,
  versionReleased,
} from '../applications/facade.ts';
import { recordActivity } from '../journals/facade.ts';
import { hashAdditions, toDeliveryColumns } from './delivered.ts';
import { type MadeFile, makeFile, type Note, type Task } from './make-file.ts';
import * as store from './store.ts';

/** How often a failure of the machine is tried again, with growing pauses: for about a quarter of an hour. */
const maxAttempts = 6;
/** A worker that died, or was killed for the memory or time it used, may not have been at fault itself. */
const maxWorkerDeaths = 3;

/**
 * Makes the delivered file of a version for one request. Does nothing for a request that a newer one replaced, and
 * stops when the request is replaced, cancelled or deleted meanwhile. The file is stored durably before one transaction
 * delivers it, so after an interruption at any moment either the old file or the new one is delivered. Throws errors
 * that are worth another attempt; all others become the version's signing status.
 */
export async function preparePackage(
  platform: Platform,
  { version, request }: { version: string; request: string },
  { orgId, attempt }: JobRun,
): Promise<void> {
  const task = await findTask(platform, orgId, version, request);
  if (task === null) return;
  try {
    const made = await makeFile(platform, task);
    await changeCatalog(platform.database, orgId, async (tx) => {
      const delivered = await deliver(tx, task, made);
      if (delivered) await release(tx, platform, task);
      return { applications: delivered ? [task.row.application] : [], result: undefined };
    });
    platform.jobs.wake();
  } catch (error) {
    if (error instanceof TaskCancelled) return;
    const why = findFailureReason(error, attempt);
    if (why === null) throw error;
    await abandonPreparation(platform, task.row, why);
  }
}

async function findTask(
  { database: { db } }: Platform,
  orgId: string,
  versionId: string,
  request: string,
): Promise<Task | null> {
  const row = await store.findPreparation(db, orgId, versionId);
  if (row === undefined || row.request !== request || row.state !== 'waiting') return null;
  const version = await store.findVersionById(db, orgId, versionId);
  const uploaded = await store.findUploadedFile(db, orgId, versionId);
  const application = await findApplication(db, orgId, row.application);
  if (version === undefined || uploaded === undefined || application === undefined) return null;
  return { row, version, uploaded, type: application.type };
}

/** Tells people about a version that was offered to nobody before it was signed. */
async function release(tx: CatalogTx, { events }: Platform, { row, version }: Task): Promise<void> {
  if (version.withheld === 0 || row.credentials === null) return;
  const application = await findApplication(tx, row.org_id, row.application);
  if (application === undefined) return;
  await events.publish(tx, versionReleased, {
    orgId: row.org_id,
    application,
    version: { ...version, withheld: 0 },
    by: application.created_by,
  });
}

/** Delivers the file; false when a newer request replaced this one. */
async function deliver(tx: CatalogTx, { row, uploaded }: Task, made: MadeFile): Promise<boolean> {
  if (!(await store.endPreparation(tx, row, 'done'))) return false;
  const version = await store.findVersionById(tx, row.org_id, row.version);
  if (version === undefined) return false;
  const file = createFileRow(row, uploaded, made);
  const isSigned = row.credentials !== null;
  // A file that devices would refuse as an update of what they have is not delivered: it waits for its signature.
  const isDelivered = isSigned || version.withheld === 1;
  await store.insertFile(tx, file);
  await store.replaceFiles(tx, row.org_id, row.version, {
    retainedFiles: isDelivered ? [file.id] : [file.id, version.install_file ?? ''],
    moment: file.created,
  });
  await updateVersion(tx, row.org_id, row.version, {
    ...(isDelivered && toDeliveryColumns(version, file.id)),
    ...toWrapColumns(version, row, isSigned ? wrapStatuses.ready : wrapStatuses.needsSigning),
    ...(isSigned && {
      sign_status: signStatuses.signed,
      sign_status_details: formatDetails(made),
      other_certificate: (await isUpdateBroken(tx, version, made)) ? 1 : 0,
      withheld: 0,
    }),
  });
  if (isSigned) recordSigning(tx, row, made);
  return true;
}

function recordSigning(tx: CatalogTx, row: store.PreparationRow, { signedWith }: MadeFile): void {
  const subject = { user: row.requested_by, application: row.application, version: row.version };
  recordActivity(tx, row.org_id, { kind: 'signing', ...subject, credentials: signedWith ?? '' });
}

/** Whether no device could update to this file. Error: `other_certificate` where the organization refuses that. */
async function isUpdateBroken(
  tx: CatalogTx,
  version: store.VersionRow,
  { signer }: MadeFile,
): Promise<boolean> {
  const delivered = await store.findFileById(tx, version.org_id, version.install_file ?? '');
  const { org_id, application, ordinal } = version;
  const before = (await findPreviousSigner(tx, org_id, application, ordinal)) ?? delivered?.signer ?? null;
  return before !== null && (await isUpdateRefused(tx, version.org_id, before, signer));
}

function createFileRow(
  row: store.PreparationRow,
  uploaded: store.InstallFileRow,
  made: MadeFile,
): store.InstallFileRow {
  const { signer, metadata } = made;
  return {
    ...uploaded,
    id: createId(),
    action: row.credentials === null ? 'wrap' : 'sign',
    sha256: made.blob.sha256,
    size: made.blob.size,
    created: getNow(),
    expires: made.expires,
    sign_credentials_id: row.credentials,
    inspection_id: null,
    binary_metadata: metadata && JSON.stringify(metadata),
    signer: signer && JSON.stringify(signer),
    additions_sha256: hashAdditions(row.additions),
    signed_details: row.credentials === null ? null : formatDetails(made),
  };
}

const notes: Readonly<Record<Note, string>> = {
  rotation_dropped: 'The proof that its key replaced an older one could not be kept.',
  source_stamp_dropped: 'The stamp of a store was removed: only the store can make it.',
  entitlements_dropped:
    'The provisioning profile does not grant all that the app asks for; what it does not grant was left out.',
};

const formatDetails = (made: MadeFile): string =>
  [`Signed with “${made.signedWith}”${formatValidity(made)}.`, ...made.notes.map((code) => notes[code])].join(
    ' ',
  );

/** Until when devices accept the signed file. */
function formatValidity({ expires, endsFirst }: MadeFile): string {
  const day = expires?.slice(0, 10);
  return endsFirst === null
    ? `, whose certificate is valid until ${day}`
    : `. Of its certificate and provisioning profiles, ${endsFirst} ends first: on ${day}`;
}

function toWrapColumns(
  { wrap_status }: store.VersionRow,
  { additions }: store.PreparationRow,
  ended: number,
): Partial<store.VersionRow> {
  const isWrapped = additions !== '[]';
  // Policies that add nothing to the package wait for its signature too.
  if (isWrapped || wrap_status === wrapStatuses.needsSigning) return { wrap_status: ended };
  return wrap_status === wrapStatuses.applying ? { wrap_status: wrapStatuses.none } : {};
}

/** Why a request ends without a file; null when it is worth another attempt. */
function findFailureReason(error: unknown, attempt: number): string | null {
  if (error instanceof PackageError) {
    const mayBeOurs = error.code === 'reader_failed' || error.code === 'too_costly';
    return mayBeOurs && attempt < maxWorkerDeaths ? null : formatReason(error);
  }
  if (error instanceof ServiceError && error.status < 500) return error.message;
  if (attempt < maxAttempts) return null;
  return error instanceof ServiceError
    ? error.message
    : 'The package could not be made, because of a fault on our side. Ask for it again.';
}

/** Why a package can't be made, with the part of it that is at fault: a file, or the identifier of a bundle. */
function formatReason({ message, entry }: PackageError): string {
  const at = showableText(entry);
  return at === null ? message : `${at}: ${message}`;
}

/** Ends a request without a file: what was delivered stays. */
const abandonPreparation = ({ database }: Platform, row: store.PreparationRow, why: string): Promise<void> =>
  changeCatalog(database, row.org_id, async (tx) => {
    const done = { applications: [], result: undefined } as const;
    if (!(await store.endPreparation(tx, row, 'failed'))) return done;
    const version = await store.findVersionById(tx, row.org_id, row.version);
    if (version === undefined) return done;
    await updateVersion(tx, row.org_id, row.version, {
      ...(row.credentials !== null && { sign_status: signStatuses.failed, sign_status_details: why }),
      ...(version.wrap_status === wrapStatuses.applying && { wrap_status: wrapStatuses.error }),
    });
    return done;
  });

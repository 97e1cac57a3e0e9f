import { signStatuses, wrapStatuses } from '../../../contract/common/codes.ts';
import type { CatalogTx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import {
  areOtherSignersRefused,
  findPreviousSigner,
  isOtherSigner,
  updateVersion,
} from '../applications/facade.ts';
import { isDeliverable } from './deliverable.ts';
import { noAdditions, toDeliveryColumns } from './delivered.ts';
import * as store from './store.ts';

/**
 * A version for which no file has to be made: the uploaded file, the file that is delivered now, and the earlier
 * request.
 */
export interface Subject {
  version: store.VersionRow;
  uploaded: store.InstallFileRow;
  delivered: store.InstallFileRow | undefined;
  before: store.PreparationRow;
}

/** Keeps delivering the signed file, because it is what was requested, and cancels whatever waits. */
export async function deliverSigned(
  tx: CatalogTx,
  { version, before, delivered }: Subject & { delivered: store.InstallFileRow },
  additions: string,
): Promise<void> {
  const credentials = delivered.sign_credentials_id;
  await endPreparationWith(tx, { version, before, delivered }, { additions, credentials });
}

/**
 * Keeps delivering the signed file until the next signature, which is then made of the package as it was uploaded:
 * without a signature that package could not replace the delivered one.
 */
export async function awaitSignature(
  tx: CatalogTx,
  subject: Subject & { delivered: store.InstallFileRow },
): Promise<void> {
  await endPreparationWith(tx, subject, { additions: noAdditions, credentials: null });
}

async function endPreparationWith(
  tx: CatalogTx,
  { version, before, delivered }: Pick<Subject, 'version' | 'before'> & { delivered: store.InstallFileRow },
  made: Pick<store.PreparationRow, 'additions' | 'credentials'>,
): Promise<void> {
  await store.savePreparation(tx, { ...before, ...made, request: createId(), state: 'done' });
  await store.replaceFiles(tx, version.org_id, version.id, {
    retainedFiles: [delivered.id],
    moment: getNow(),
  });
  await updateVersion(tx, version.org_id, version.id, {
    sign_status: signStatuses.signed,
    sign_status_details: delivered.signed_details ?? 'Signed by this service.',
  });
}

/** Whether devices that have the delivered file accept the uploaded file, as it is, as an update. */
export async function isAcceptedUpdate(
  tx: CatalogTx,
  { version, uploaded, delivered, before }: Subject,
): Promise<boolean> {
  if (!(await isDeliverable(tx, { ...version, install_file: uploaded.id }, before))) return false;
  return !isOtherSigner(delivered?.signer ?? null, uploaded.signer);
}

/** Delivers the uploaded file again. */
export async function restoreUploaded(tx: CatalogTx, { version, uploaded, before }: Subject): Promise<void> {
  const { org_id, application, ordinal } = version;
  await store.deletePreparation(tx, org_id, version.id);
  await store.replaceFiles(tx, org_id, version.id, { retainedFiles: [uploaded.id], moment: getNow() });
  const status = getUploadedStatus(version, before);
  const isOther = isOtherSigner(await findPreviousSigner(tx, org_id, application, ordinal), uploaded.signer);
  const isRefused = isOther && (await areOtherSignersRefused(tx, org_id));
  // Devices that have a signed package would refuse one without a signature, so it waits for the next signature.
  const waits =
    status.sign_status === signStatuses.cancelled &&
    !(await isDeliverable(tx, { ...version, install_file: uploaded.id }, before));
  await updateVersion(tx, org_id, version.id, {
    ...toDeliveryColumns(version, uploaded.id),
    ...status,
    ...(isRefused && { sign_status_details: findRefusal }),
    wrap_status: wrapStatuses.none,
    withheld: waits || isRefused ? 1 : before.uploaded_withheld,
    other_certificate: isOther ? 1 : 0,
  });
}

const findRefusal =
  'Devices would get the package as it was uploaded again, but nobody is offered it: it is signed with another key than the version before, and this organization refuses that. Sign it with the key of the version before.';

/** Once a signature was requested, the status never becomes again that of a package for which nobody requested one. */
const getUploadedStatus = (
  version: store.VersionRow,
  before: store.PreparationRow,
): Pick<store.VersionRow, 'sign_status' | 'sign_status_details'> =>
  before.uploaded_status === signStatuses.unsigned && version.sign_status !== signStatuses.unsigned
    ? {
        sign_status: signStatuses.cancelled,
        sign_status_details:
          'The package is delivered again as it was uploaded, without a signature of this service. Ask for a signature.',
      }
    : { sign_status: before.uploaded_status, sign_status_details: before.uploaded_details };

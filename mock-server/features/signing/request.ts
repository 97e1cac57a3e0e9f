import { type Static, Type } from 'typebox';
import { Parse } from 'typebox/value';
import { signStatuses } from '../../../contract/common/codes.ts';
import { Addition } from '../../packages-worker/kinds/prepare-package.ts';
import type { CatalogTx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { updateVersion } from '../applications/facade.ts';
import { isDeliverable } from './deliverable.ts';
import { hashAdditions, isSignedWith, noAdditions } from './delivered.ts';
import { preparePackageJob } from './prepare-job.ts';
import * as store from './store.ts';
import { awaitSignature, deliverSigned, isAcceptedUpdate, restoreUploaded } from './without-job.ts';

/** What the delivered file of a version shall be made of, besides the uploaded one. Absent fields stay as they were. */
export interface WantedPackage {
  /** Files to add to it, in place of earlier ones. */
  additions?: readonly Static<typeof Addition>[];
  /** The id of the credentials for signing; null: no signature. */
  credentials?: string | null;
  /** The id of the user who requests the signature. */
  by?: string | undefined;
  /** Whether a signed file stays delivered until the next signature, where the uploaded one can't replace it. */
  staysSigned?: boolean;
}

/**
 * `requested`: a job makes the file; `kept`: the delivered file is already the right one; `awaited`: the delivered file
 * stays until the next signature; `restored`: the uploaded file is delivered again.
 */
export type Requested = 'requested' | 'kept' | 'awaited' | 'restored';

const Additions = Type.Array(Addition);
export const parseAdditions = ({ additions }: Pick<store.PreparationRow, 'additions'>) =>
  Parse(Additions, JSON.parse(additions));

/**
 * Requests another delivered file of a version, in place of any earlier request. Call `jobs.wake` after the
 * transaction. Until the file is made, the present one stays delivered. Error: `not_signable` when the version has no
 * package of its own.
 */
export async function requestPackage(
  { jobs }: Pick<Platform, 'jobs'>,
  tx: CatalogTx,
  version: store.VersionRow,
  wanted: WantedPackage,
): Promise<Requested> {
  const uploaded = await store.findUploadedFile(tx, version.org_id, version.id);
  if (uploaded === undefined) throw notSignableError();
  const before = await store.findPreparation(tx, version.org_id, version.id);
  const additions = wanted.additions === undefined ? before?.additions : JSON.stringify(wanted.additions);
  const credentials = wanted.credentials === undefined ? before?.credentials : wanted.credentials;
  const requested = { additions: additions ?? noAdditions, credentials: credentials ?? null };
  const instead = await deliverWithoutJob(tx, { version, uploaded, before }, { ...wanted, ...requested });
  if (instead !== null) return instead;
  // A request for what is already being made waits for that: if each request started anew, it might never be done.
  if (before?.state === 'waiting' && isSame(before, requested)) return 'requested';
  const row: store.PreparationRow = {
    org_id: version.org_id,
    version: version.id,
    application: version.application,
    request: createId(),
    ...requested,
    state: 'waiting',
    ...toUploadedFileFacts(version, before),
    requested: getNow(),
    requested_by: wanted.by ?? before?.requested_by ?? null,
  };
  await store.savePreparation(tx, row);
  const isOffered = version.withheld === 0 && (await isDeliverable(tx, version, row));
  await updateVersion(tx, version.org_id, version.id, {
    ...(requested.credentials !== null && waitsToBeSigned),
    withheld: isOffered ? 0 : 1,
  });
  await jobs.enqueue(tx, version.org_id, preparePackageJob, { version: version.id, request: row.request });
  return 'requested';
}

/**
 * Removes all additions from the package of a version; does nothing where there are none. A signature that is waiting
 * is then made of the package without them.
 */
export async function removeAdditions(
  platform: Pick<Platform, 'jobs'>,
  tx: CatalogTx,
  version: store.VersionRow,
): Promise<void> {
  const requested = await store.findPreparation(tx, version.org_id, version.id);
  const delivered = await store.findFileById(tx, version.org_id, version.install_file ?? '');
  const carries = [requested && hashAdditions(requested.additions), delivered?.additions_sha256];
  if (carries.every((hash) => (hash ?? noAdditionsHash) === noAdditionsHash)) return;
  await requestPackage(platform, tx, version, { additions: [], credentials: null });
  const restored = await store.findVersionById(tx, version.org_id, version.id);
  if (requested?.state !== 'waiting' || requested.credentials === null || restored === undefined) return;
  const { credentials, requested_by } = requested;
  await requestPackage(platform, tx, restored, { credentials, by: requested_by ?? undefined });
}

const noAdditionsHash = hashAdditions(noAdditions);

/** The credentials of a signature that was requested and is not made yet; null when there is none. */
export async function findWaitingSignature(
  tx: CatalogTx,
  { org_id, id }: store.VersionRow,
): Promise<string | null> {
  const requested = await store.findPreparation(tx, org_id, id);
  return requested?.state === 'waiting' ? requested.credentials : null;
}

type PackageRequest = Pick<store.PreparationRow, 'additions' | 'credentials'>;

/** The result of a request for which no file has to be made; null where one has to. */
async function deliverWithoutJob(
  tx: CatalogTx,
  {
    version,
    uploaded,
    before,
  }: {
    version: store.VersionRow;
    uploaded: store.InstallFileRow;
    before: store.PreparationRow | undefined;
  },
  { additions, credentials, staysSigned = false }: PackageRequest & Pick<WantedPackage, 'staysSigned'>,
): Promise<Requested | null> {
  if (credentials !== null) return null;
  // Nothing was ever requested: the delivered file is the uploaded one.
  if (before === undefined) return additions === noAdditions ? 'restored' : null;
  const delivered = await store.findFileById(tx, version.org_id, version.install_file ?? '');
  const subject = { version, uploaded, delivered, before };
  if (isSignedWith(delivered, additions)) {
    await deliverSigned(tx, { ...subject, delivered }, additions);
    return 'kept';
  }
  if (additions !== noAdditions) return null;
  if (staysSigned && delivered?.action === 'sign' && !(await isAcceptedUpdate(tx, subject))) {
    await awaitSignature(tx, { ...subject, delivered });
    return 'awaited';
  }
  await restoreUploaded(tx, subject);
  return 'restored';
}

const isSame = (before: store.PreparationRow, { additions, credentials }: PackageRequest): boolean =>
  before.credentials === credentials && before.additions === additions;

type UploadedFileFacts = Pick<
  store.PreparationRow,
  'uploaded_status' | 'uploaded_details' | 'uploaded_withheld'
>;

/** What is remembered about the uploaded file, from the first request on. */
const toUploadedFileFacts = (
  version: store.VersionRow,
  before: store.PreparationRow | undefined,
): UploadedFileFacts =>
  before === undefined
    ? {
        uploaded_status: version.sign_status,
        uploaded_details: version.sign_status_details,
        // A signed upload is withheld only where its key is refused; that is checked again whenever it is restored.
        uploaded_withheld: version.sign_status === signStatuses.signed ? 0 : version.withheld,
      }
    : {
        uploaded_status: before.uploaded_status,
        uploaded_details: before.uploaded_details,
        uploaded_withheld: before.uploaded_withheld,
      };

const waitsToBeSigned: Partial<store.VersionRow> = {
  sign_status: signStatuses.signing,
  sign_status_details: 'The package waits to be signed.',
};

export const notSignableError = () =>
  new ServiceError(
    'not_signable',
    'Only iOS and Android applications whose package this service has, and web clips that it built, can be signed.',
  );

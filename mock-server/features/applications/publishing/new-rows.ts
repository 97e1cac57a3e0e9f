import { maxLengths, type NewApplication } from '../../../../contract/application-fields.ts';
import { inspectionStatuses, signStatuses, wrapStatuses } from '../../../../contract/common/codes.ts';
import { showableText } from '../../../app-packages/text.ts';
import { takeBeginning } from '../../../platform/cut-text.ts';
import type { CatalogTx } from '../../../platform/database/handles.ts';
import { createId, getNow, nextPsk, serviceWide } from '../../../platform/database/identifiers.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { toFlag, toNewApplicationColumns } from '../fields.ts';
import { getOperatingSystem, hasPackage } from '../kinds.ts';
import { type StoreColumns, toDefaultsJson } from '../public-store/columns.ts';
import * as store from '../store.ts';
import type { Detected } from './detected.ts';

/** The columns of an application that its package or address determines; each new version sets them again. */
export const toDetectedColumns = (detected: Detected) => ({
  bundle_id: detected.bundleId,
  url: detected.url,
  url_scheme: detected.urlScheme,
  hybrid: detected.hybrid && JSON.stringify(detected.hybrid),
  form_factor: detected.formFactor,
  is_adhoc: toFlag(detected.isAdhoc),
});

/** Inserts an application without a version. */
export async function insertApplication(
  tx: CatalogTx,
  caller: Caller,
  detected: Detected,
  data: NewApplication,
  reviewsByDefault: boolean,
): Promise<store.ApplicationRow> {
  const created = getNow();
  const row: store.ApplicationRow = {
    org_id: caller.orgId,
    id: createId(),
    psk: await nextPsk(tx, serviceWide, 'applications'),
    type: detected.type,
    ...toDetectedColumns(detected),
    enabled: 0,
    is_app_catalog: 0,
    push_enabled: 0,
    no_auth_delivery_enabled: 0,
    add_to_start: 0,
    operating_system: getOperatingSystem(detected.type),
    form_factor_override: '[]',
    reviews_enabled: toFlag(reviewsByDefault),
    sort_weight: 1000,
    banner: null,
    custom_metadata: null,
    latest_version: null,
    access_start: null,
    access_end: null,
    num_downloads: 0,
    num_likes: 0,
    num_dislikes: 0,
    counts_revision: 0,
    created_by: caller.user.id,
    created,
    modified: created,
    ...toNewApplicationColumns(data),
  };
  await store.insertApplication(tx, row);
  return row;
}

export interface VersionInput {
  caller: Caller;
  detected: Detected;
  /** The columns that the request sets. */
  columns: Partial<store.VersionRow>;
  /** SHA-256 of the icon that came with it. */
  icon: string | null;
  /** What a public store says; null when the application is in none. */
  listing?: StoreColumns | null;
  previous: store.VersionRow | null;
  /** Whether another key signed the version before; absent: no. */
  otherCertificate?: boolean;
}

/**
 * Inserts a version with its file and makes it the latest. Fields that neither the request nor the package sets are
 * taken from the version before.
 */
export async function insertVersion(
  tx: CatalogTx,
  application: store.ApplicationRow,
  input: VersionInput,
): Promise<store.VersionRow> {
  const { detected, listing: reported = null } = input;
  const key = { org_id: application.org_id, id: createId(), application: application.id };
  const own = input.icon === null ? input.columns : { ...input.columns, icon: input.icon };
  const row: store.VersionRow = {
    ...key,
    psk: await nextPsk(tx, serviceWide, 'versions'),
    install_file: detected.file === null ? null : createId(),
    ...toTextColumns({ ...input, columns: { ...reported, ...input.columns } }),
    ...toStateColumns(input),
    ...reported,
    ...own,
    store_said: null,
  };
  if (reported !== null) row.store_said = toDefaultsJson(row, own);
  await store.insertVersion(tx, row);
  if (detected.file !== null && row.install_file !== null) {
    await insertFile(tx, row, row.install_file, detected.file, detected.signer);
  }
  const change = { latest_version: row.id, modified: row.release_date };
  await store.updateApplication(tx, application.org_id, application.id, change);
  return row;
}

/** The texts and icon; document 2, Editable application fields, Default. */
function toTextColumns({ caller, detected, columns, icon, previous }: VersionInput) {
  const released = getNow();
  const ordinal = (previous?.ordinal ?? 0) + 1;
  const name = columns.app_name ?? (previous?.app_name || shorten(detected.name, maxLengths.app_name));
  const detectedNumber = shorten(detected.versionNum ?? '', maxLengths.version_num);
  const number = columns.version_num ?? (detectedNumber || `${ordinal}.0`);
  return {
    ordinal,
    release_date: released,
    version_num: number,
    app_name: name,
    version_note: `${name} - ${released.slice(0, 10)} - ${number}`,
    author: previous?.author ?? shorten(caller.user.userId, maxLengths.author),
    short_description: previous?.short_description ?? '',
    long_description: previous?.long_description ?? '',
    icon: icon ?? previous?.icon ?? null,
    custom_metadata: previous?.custom_metadata ?? null,
  };
}

/** The columns that devices and later steps use. */
function toStateColumns({ detected, previous, otherCertificate = false }: VersionInput) {
  const hadPolicies = previous !== null && previous.wrap_status !== wrapStatuses.none;
  return {
    binary_version: detected.build,
    package_version: detected.file === null ? null : detected.versionNum,
    min_os_version: detected.minOs,
    form_factor: detected.formFactor,
    required: toFlag(false),
    required_by: null,
    notify_users: toFlag(hasPackage(detected)),
    sign_status: detected.signed ? signStatuses.signed : signStatuses.unsigned,
    sign_status_details: detected.signatureProblem,
    other_certificate: toFlag(otherCertificate),
    // No device takes a package without a signature, and what was built here has none yet.
    withheld: toFlag(detected.hybrid?.platform === 'Android'),
    wrap_status: hadPolicies ? wrapStatuses.previousVersionOnly : wrapStatuses.none,
    inspection_status: inspectionStatuses.none,
  };
}

const shorten = (text: string, max: number) => takeBeginning(text.trim(), max);

const insertFile = (
  tx: CatalogTx,
  version: store.VersionRow,
  id: string,
  { upload, mime, metadata }: NonNullable<Detected['file']>,
  signer: Detected['signer'],
): Promise<void> =>
  store.insertInstallFile(tx, {
    org_id: version.org_id,
    id,
    application: version.application,
    version: version.id,
    action: 'upload',
    sha256: upload.sha256,
    size: upload.size,
    mime,
    file_name: showableText(upload.fileName) ?? '',
    created: version.release_date,
    expires: null,
    sign_credentials_id: null,
    vendor_wrapper_version: null,
    inspection_id: null,
    binary_metadata: metadata && JSON.stringify(metadata),
    signer: signer && JSON.stringify(signer),
    additions_sha256: null,
    signed_details: null,
    replaced: null,
  });

import { type NewApplication, type NewVersion } from '../../../contract/applications.ts';
import { roles, signStatuses, wrapStatuses } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/connect.ts';
import { newId, nextPsk, now } from '../../platform/database/identifiers.ts';
import { touchCatalog } from '../../platform/database/revisions.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { Form } from '../../platform/http/multipart.ts';
import type { Platform } from '../../platform/services.ts';
import { assignLatest } from '../groups/read-model.ts';
import { readSettings } from '../organizations/read-model.ts';
import { type Detected, detect } from './detect.ts';
import { applicationColumns, assertApplies, flag, versionColumns } from './fields.ts';
import { storePackageIcon, storeUploadedImage } from './images.ts';
import { isNative, operatingSystemFor } from './kinds.ts';
import { managed } from './policy.ts';
import * as store from './store.ts';

const longestName = 50;
const longestVersion = 21;

export interface Published {
  application: store.ApplicationRow;
  warnings: Detected['warnings'];
}

/** Adds an application with its first version; document 2, POST /v1/applications/. All of it, or nothing. */
export async function addApplication(
  platform: Platform,
  caller: Caller,
  { data, files }: Form<NewApplication>,
): Promise<Published> {
  const { db } = platform.database;
  if (caller.user.role === roles.developer && (data.groups ?? []).length === 0) {
    throw new ServiceError(
      'invalid_request',
      'A developer gives a new application to at least one own group: send groups.',
    );
  }
  const detected = await detect(data, files.app_file);
  assertApplies(detected.type, data);
  const settings = await readSettings(db, caller.orgId);
  const icon = files.icon_file
    ? await storeUploadedImage(platform.blobs, 'icon', files.icon_file)
    : await storePackageIcon(platform.blobs, detected.icon);
  if (detected.file !== null) await platform.blobs.promote('files', detected.file.upload);
  return db.transaction().execute(async (tx) => {
    const application = await insertNew(tx, caller, detected, data, settings.reviews_default_value);
    const version = await insertVersion(tx, caller, application, detected, { data, icon, previous: null });
    await assignLatest(tx, caller, application.id, data.groups ?? []);
    await touchCatalog(tx, caller.orgId);
    return { application: { ...application, latest_version: version.id }, warnings: detected.warnings };
  });
}

async function insertNew(
  tx: Db,
  caller: Caller,
  detected: Detected,
  data: NewApplication,
  reviewsByDefault: boolean,
): Promise<store.ApplicationRow> {
  const row: store.ApplicationRow = {
    org_id: caller.orgId,
    id: newId(),
    psk: await nextPsk(tx, caller.orgId, 'applications'),
    type: detected.type,
    bundle_id: detected.bundleId,
    url: detected.url,
    url_scheme: detected.urlScheme,
    enabled: 0,
    is_adhoc: flag(detected.isAdhoc),
    is_app_catalog: 0,
    hybrid: detected.hybrid && JSON.stringify(detected.hybrid),
    push_enabled: 0,
    no_auth_delivery_enabled: 0,
    add_to_start: 0,
    operating_system: operatingSystemFor(detected.type),
    form_factor: detected.formFactor,
    form_factor_override: '[]',
    reviews_enabled: flag(reviewsByDefault),
    sort_weight: 1000,
    banner: null,
    custom_metadata: null,
    latest_version: null,
    num_downloads: 0,
    num_likes: 0,
    num_dislikes: 0,
    counts_revision: 0,
    created_by: caller.user.id,
    created: now(),
    modified: now(),
    ...applicationColumns(data),
  };
  await store.insertApplication(tx, row);
  return row;
}

interface VersionInput {
  data: NewVersion;
  icon: string | null;
  previous: store.VersionRow | null;
}

/** Adds a version and makes it the latest; what is not said is detected, else as in the version before. */
async function insertVersion(
  tx: Db,
  caller: Caller,
  application: store.ApplicationRow,
  detected: Detected,
  { data, icon, previous }: VersionInput,
): Promise<store.VersionRow> {
  const released = now();
  const ordinal = (previous?.ordinal ?? 0) + 1;
  const name = data.app_name ?? (previous?.app_name || shortened(detected.name, longestName));
  const versionNum =
    data.version_num ?? (shortened(detected.versionNum ?? '', longestVersion) || `${ordinal}.0`);
  const fileId = detected.file === null ? null : newId();
  const row: store.VersionRow = {
    org_id: application.org_id,
    id: newId(),
    psk: await nextPsk(tx, application.org_id, 'versions'),
    application: application.id,
    ordinal,
    version_num: versionNum,
    binary_version: detected.build,
    app_name: name,
    version_note: `${name} - ${released.slice(0, 10)} - ${versionNum}`,
    author: previous?.author ?? caller.user.userId.slice(0, 150),
    short_description: previous?.short_description ?? '',
    long_description: previous?.long_description ?? '',
    icon: icon ?? previous?.icon ?? null,
    custom_metadata: previous?.custom_metadata ?? null,
    min_os_version: detected.minOs,
    form_factor: detected.formFactor,
    release_date: released,
    required: 0,
    required_by: null,
    notify_users: flag(isNative(application.type)),
    sign_status: detected.signed ? signStatuses.signed : signStatuses.unsigned,
    sign_status_details: null,
    wrap_status:
      previous !== null && previous.wrap_status !== wrapStatuses.none
        ? wrapStatuses.previousVersionOnly
        : wrapStatuses.none,
    inspection_status: 0,
    install_file: fileId,
    ...versionColumns(data),
  };
  await store.insertVersion(tx, row);
  if (detected.file !== null && fileId !== null) await insertFile(tx, row, fileId, detected.file);
  await store.updateApplication(tx, application.org_id, application.id, {
    latest_version: row.id,
    modified: released,
  });
  return row;
}

async function insertFile(
  tx: Db,
  version: store.VersionRow,
  id: string,
  { upload, mime, metadata }: NonNullable<Detected['file']>,
): Promise<void> {
  await store.insertInstallFile(tx, {
    org_id: version.org_id,
    id,
    application: version.application,
    version: version.id,
    action: 'upload',
    sha256: upload.sha256,
    size: upload.size,
    mime,
    file_name: upload.fileName.slice(0, 300),
    created: version.release_date,
    expires: null,
    sign_credentials_id: null,
    vendor_wrapper_version: null,
    inspection_id: null,
    binary_metadata: metadata && JSON.stringify(metadata),
  });
}

const shortened = (text: string, longest: number) => [...text.trim()].slice(0, longest).join('');

/**
 * Adds a version of an application that exists; document 2, POST /v1/applications/<application>. Without a file or an
 * address, a store application or hybrid is made again from what is known. Error: `other_application` for another package.
 */
export async function addVersion(
  platform: Platform,
  caller: Caller,
  identifier: string,
  { data, files }: Form<NewVersion>,
): Promise<Published> {
  const { db } = platform.database;
  const application = await managed(db, caller, identifier);
  const detected = await detect(
    withKnownSource(application, data, files.app_file !== undefined),
    files.app_file,
  );
  assertSameApplication(application, detected);
  assertApplies(application.type, data);
  const icon = files.icon_file
    ? await storeUploadedImage(platform.blobs, 'icon', files.icon_file)
    : await storePackageIcon(platform.blobs, detected.icon);
  if (detected.file !== null) await platform.blobs.promote('files', detected.file.upload);
  return db.transaction().execute(async (tx) => {
    const [previous] = await store.versionsOf(tx, caller.orgId, [application.id]);
    const older = olderWarning(previous, detected);
    const version = await insertVersion(tx, caller, application, detected, {
      data,
      icon,
      previous: previous ?? null,
    });
    const columns = { ...applicationColumns(data), ...detectedColumns(detected), modified: now() };
    await store.updateApplication(tx, caller.orgId, application.id, columns);
    await assignLatest(tx, caller, application.id, data.groups ?? []);
    await touchCatalog(tx, caller.orgId);
    return {
      application: { ...application, ...columns, latest_version: version.id },
      warnings: [...detected.warnings, ...older],
    };
  });
}

function withKnownSource(application: store.ApplicationRow, data: NewVersion, hasFile: boolean): NewVersion {
  if (hasFile || data.url !== undefined || data.hybrid !== undefined) return data;
  if (application.hybrid !== null) {
    return { ...data, hybrid: JSON.parse(application.hybrid) as NonNullable<NewVersion['hybrid']> };
  }
  return application.url === null ? data : { ...data, url: application.url };
}

const detectedColumns = (detected: Detected): Partial<store.ApplicationRow> => ({
  form_factor: detected.formFactor,
  is_adhoc: flag(detected.isAdhoc),
  url: detected.url,
  url_scheme: detected.urlScheme,
  hybrid: detected.hybrid && JSON.stringify(detected.hybrid),
});

function assertSameApplication(application: store.ApplicationRow, detected: Detected): void {
  const same =
    application.type === detected.type &&
    (!isNative(detected.type) || application.bundle_id === detected.bundleId);
  if (same) return;
  throw new ServiceError(
    'other_application',
    `This is ${detected.bundleId ?? 'an application of another kind'}, not ${application.bundle_id ?? 'this application'}. Add it as an application of its own.`,
    { details: { expected: application.bundle_id, received: detected.bundleId } },
  );
}

/** An older build is let in, because going back is sometimes the cure; the publisher is told. */
function olderWarning(previous: store.VersionRow | undefined, detected: Detected): Detected['warnings'] {
  const [before, after] = [Number(previous?.binary_version), Number(detected.build)];
  if (!(after < before)) return [];
  return [
    { message: `Build ${after} is older than the build ${before} it replaces.`, error: 'older_version' },
  ];
}

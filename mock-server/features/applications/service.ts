import type { EditableFields, VersionChange } from '../../../contract/application-fields.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { Db } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { changeMetadata } from './custom-metadata.ts';
import { assertApplies, refuseFieldsOfNewVersions } from './field-rules.ts';
import { toApplicationColumns, toVersionColumns } from './fields.ts';
import { listVersionRows } from './lists/batch-store.ts';
import { findManageableApplication, findManageableVersion } from './policy.ts';
import type { ApplicationView, VersionWithFile } from './presenter.ts';
import { detectAddressKind, parseAddress } from './publishing/addresses.ts';
import { assertSameApplication } from './publishing/same-application.ts';
import * as store from './store.ts';
import { loadViews, withFiles } from './views.ts';

/** One application with its latest version, as presentations need it. */
export async function loadView(platform: Platform, row: store.ApplicationRow): Promise<ApplicationView> {
  const [found] = await loadViews(platform.database.db, row.org_id, [row]);
  return found ?? { application: row, latest: null, mandatoryInGroup: false };
}

/** An application that the caller may manage. Error: `not_found`. */
export const readApplication = async (platform: Platform, caller: Caller, identifier: string) =>
  loadView(platform, await findManageableApplication(platform.database.db, caller, identifier));

/**
 * Changes editable fields of the application and its latest version. Errors: `not_found`, `not_allowed_for_type`,
 * `invalid_request`, `invalid_input`, and `other_application` for an address of another kind, or of another application
 * in a store.
 */
export async function updateApplication(
  platform: Platform,
  caller: Caller,
  identifier: string,
  data: EditableFields,
): Promise<store.ApplicationRow> {
  return changeCatalog(platform.database, caller.orgId, async (tx) => {
    const row = await findManageableApplication(tx, caller, identifier);
    const latest = await store.findVersionById(tx, row.org_id, row.latest_version ?? '');
    if (latest === undefined) throw notFoundError('version');
    const { url, ...fields } = data;
    assertApplies(row, url === row.url ? fields : data);
    refuseFieldsOfNewVersions(row, data, latest);
    const described = await changeMetadata(tx, row.org_id, data, latest.custom_metadata);
    const columns = { ...toApplicationColumns(described), ...toAddressColumn(row, url), modified: getNow() };
    await store.updateApplication(tx, row.org_id, row.id, columns);
    await store.updateVersion(tx, row.org_id, latest.id, toVersionColumns(described));
    return { applications: [row.id], result: { ...row, ...columns } };
  });
}

function toAddressColumn(row: store.ApplicationRow, text: string | null | undefined): { url?: string } {
  if (typeof text !== 'string' || text === row.url) return {};
  const url = parseAddress(text, 'url');
  const { type } = detectAddressKind(url);
  assertSameApplication(row, { type, bundleId: row.bundle_id, url: url.href, hybrid: null });
  return { url: url.href };
}

/** Changes a version. Errors: `not_found`, `not_allowed_for_type`, `invalid_request`, `invalid_input`. */
export async function updateVersion(
  platform: Platform,
  caller: Caller,
  identifier: string,
  data: VersionChange,
) {
  return changeCatalog(platform.database, caller.orgId, async (tx) => {
    const version = await findManageableVersion(tx, caller, identifier);
    const application = await findManageableApplication(tx, caller, version.application);
    assertApplies(application, data);
    refuseFieldsOfNewVersions(application, data, version);
    const described = await changeMetadata(tx, version.org_id, data, version.custom_metadata);
    const columns = toVersionColumns(described);
    await store.updateVersion(tx, version.org_id, version.id, columns);
    const result = await withFile(tx, { ...version, ...columns });
    return { applications: [application.id], result };
  });
}

async function withFile(db: Db, version: store.VersionRow): Promise<VersionWithFile> {
  const [item] = await withFiles(db, version.org_id, [version]);
  return item ?? { version, file: null, address: null };
}

/** A version with its file. Error: `not_found`. */
export async function readVersion(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  return withFile(db, await findManageableVersion(db, caller, identifier));
}

/** Versions of an application with their files, newest first. Error: `not_found`. */
export async function listVersions(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const row = await findManageableApplication(db, caller, identifier);
  return withFiles(db, row.org_id, await listVersionRows(db, row.org_id, [row.id]));
}

/** Deletes an application with all that belongs to it; its files go with the next sweep. Error: `not_found`. */
export async function deleteApplication(platform: Platform, caller: Caller, identifier: string) {
  return changeCatalog(platform.database, caller.orgId, async (tx) => {
    const row = await findManageableApplication(tx, caller, identifier);
    const latest = await store.findVersionById(tx, row.org_id, row.latest_version ?? '');
    await store.deleteApplication(tx, row.org_id, row.id);
    const result = { psk: row.psk, id: row.id, name: latest?.app_name ?? '' };
    return { applications: [row.id], result };
  });
}

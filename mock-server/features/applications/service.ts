import type { EditableFields } from '../../../contract/applications.ts';
import { applicationTypes } from '../../../contract/common/codes.ts';
import { now } from '../../platform/database/identifiers.ts';
import { type ListQuery, parsePage, parseSort } from '../../platform/database/list-controls.ts';
import { touchCatalog } from '../../platform/database/revisions.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { applicationColumns, assertApplies, versionColumns } from './fields.ts';
import { managed, managedVersion, seesOwnApplicationsOnly } from './policy.ts';
import type { ApplicationView, ListedApplication } from './presenter.ts';
import { views, withFiles } from './read-model.ts';
import * as store from './store.ts';

/** One application with its latest version, as presentations need it. */
export async function view(platform: Platform, row: store.ApplicationRow): Promise<ApplicationView> {
  const [found] = await views(platform.database.db, row.org_id, [row]);
  return found ?? { application: row, latest: null, mandatoryInGroup: false };
}

/** An application that the caller may manage. Error: `not_found`. */
export const readApplication = async (platform: Platform, caller: Caller, identifier: string) =>
  view(platform, await managed(platform.database.db, caller, identifier));

/**
 * Changes editable fields, of the application and its latest version. Errors: `not_found`, `not_allowed_for_type`,
 * `invalid_input`.
 */
export async function updateApplication(
  platform: Platform,
  caller: Caller,
  identifier: string,
  data: EditableFields & { url?: string },
): Promise<store.ApplicationRow> {
  return platform.database.db.transaction().execute(async (tx) => {
    const row = await managed(tx, caller, identifier);
    assertApplies(row.type, data);
    const columns = { ...applicationColumns(data), ...urlColumn(row, data.url), modified: now() };
    await store.updateApplication(tx, row.org_id, row.id, columns);
    const version = versionColumns(data);
    if (row.latest_version !== null && Object.keys(version).length > 0) {
      await store.updateVersion(tx, row.org_id, row.latest_version, version);
    }
    await touchCatalog(tx, row.org_id);
    return { ...row, ...columns };
  });
}

function urlColumn(row: store.ApplicationRow, url: string | undefined): { url?: string } {
  if (url === undefined) return {};
  const withUrl = [applicationTypes.web, applicationTypes.iosStore, applicationTypes.androidStore];
  if (!withUrl.some((type) => type === row.type)) {
    throw new ServiceError('not_allowed_for_type', 'url does not apply to this type of application.', {
      details: { field: 'url' },
    });
  }
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:', 'market:'].includes(parsed.protocol)) {
    throw new ServiceError('invalid_input', 'url: write a full address.', { details: { field: 'url' } });
  }
  return { url: parsed.href };
}

/** Changes a version. Errors: `not_found`, `not_allowed_for_type`. */
export async function updateVersion(
  platform: Platform,
  caller: Caller,
  identifier: string,
  data: EditableFields,
) {
  return platform.database.db.transaction().execute(async (tx) => {
    const version = await managedVersion(tx, caller, identifier);
    const application = await managed(tx, caller, version.application);
    assertApplies(application.type, data);
    const columns = versionColumns(data);
    if (Object.keys(columns).length > 0) await store.updateVersion(tx, version.org_id, version.id, columns);
    await touchCatalog(tx, version.org_id);
    const [item] = await withFiles(tx, version.org_id, [{ ...version, ...columns }]);
    return item ?? { version, file: null };
  });
}

/** A version with its file. Error: `not_found`. */
export async function readVersion(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const version = await managedVersion(db, caller, identifier);
  const [item] = await withFiles(db, version.org_id, [version]);
  return item ?? { version, file: null };
}

/** Versions of an application with their files, newest first. Error: `not_found`. */
export async function listVersions(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const row = await managed(db, caller, identifier);
  return withFiles(db, row.org_id, await store.versionsOf(db, row.org_id, [row.id]));
}

/** Deletes an application with all that belongs to it; its files go with the next sweep. Error: `not_found`. */
export async function deleteApplication(platform: Platform, caller: Caller, identifier: string) {
  return platform.database.db.transaction().execute(async (tx) => {
    const row = await managed(tx, caller, identifier);
    const [latest] = await store.versionsById(
      tx,
      row.org_id,
      row.latest_version === null ? [] : [row.latest_version],
    );
    await store.deleteApplication(tx, row.org_id, row.id);
    await touchCatalog(tx, row.org_id);
    return { psk: row.psk, id: row.id, name: latest?.app_name ?? '' };
  });
}

/** Applications by the list controls; a developer's own alone. */
export async function listApplications(
  platform: Platform,
  caller: Caller,
  query: ListQuery,
  only: { enabled?: boolean; catalogs?: boolean; ownGroups?: boolean } = {},
): Promise<{ applications: ListedApplication[]; total: number }> {
  const { db } = platform.database;
  const { rows, total } = await store.listApplications(db, caller.orgId, {
    search: query.search?.trim() || null,
    sort: parseSort(query.sort, Object.keys(store.sortColumns)),
    page: parsePage(query.page),
    memberId: only.ownGroups || seesOwnApplicationsOnly(caller) ? caller.user.id : null,
    enabledOnly: only.enabled ?? false,
    catalogsOnly: only.catalogs ?? false,
  });
  const ids = rows.map((row) => row.id);
  const screenshots = await store.screenshotsOf(db, caller.orgId, ids);
  const categories = await store.categoriesOf(db, caller.orgId, ids);
  const applications = (await views(db, caller.orgId, rows)).map((item) => ({
    ...item,
    screenshots: screenshots.filter((row) => row.application === item.application.id),
    categories: categories.filter((row) => row.application === item.application.id).map((row) => row.psk),
  }));
  return { applications, total };
}

const day = 86_400_000;
const usualDays = 30;

/** Numbers of an application between two dates (both included, UTC); by default the last 30 days. */
export async function stats(
  platform: Platform,
  caller: Caller,
  identifier: string,
  range: { start_date?: string; end_date?: string },
) {
  const { db } = platform.database;
  const row = await managed(db, caller, identifier);
  const end = range.end_date ?? now().slice(0, 10);
  const start =
    range.start_date ?? new Date(Date.parse(end) - (usualDays - 1) * day).toISOString().slice(0, 10);
  if (start > end) throw new ServiceError('invalid_request', 'start_date is after end_date.');
  const after = new Date(Date.parse(end) + day).toISOString().slice(0, 10);
  const days = await store.downloadDays(db, row.org_id, row.id, start, after);
  const { installs, devices } = await store.reach(db, row.org_id, row.id);
  return {
    downloads: days.reduce((sum, one) => sum + Number(one.downloads), 0),
    installs,
    devices,
    likes: row.num_likes,
    dislikes: row.num_dislikes,
    by_day: days.map((one) => ({ date: one.date, downloads: Number(one.downloads) })),
  };
}

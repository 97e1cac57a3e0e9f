import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/connect.ts';
import {
  type ListPage,
  matchesAny,
  orderedBy,
  type SortTerm,
} from '../../platform/database/list-controls.ts';

export type ApplicationRow = Tables['applications'];
export type VersionRow = Tables['versions'];
export type InstallFileRow = Tables['install_files'];
export type ScreenshotRow = Tables['screenshots'];

export const applicationByPsk = (db: Db, orgId: string, psk: number) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('psk', '=', psk)
    .executeTakeFirst();

export const applicationById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();

export const versionByPsk = (db: Db, orgId: string, psk: number) =>
  db.selectFrom('versions').selectAll().where('org_id', '=', orgId).where('psk', '=', psk).executeTakeFirst();

export const versionById = (db: Db, orgId: string, id: string) =>
  db.selectFrom('versions').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

export async function insertApplication(db: Db, row: ApplicationRow): Promise<void> {
  await db.insertInto('applications').values(row).execute();
}

export async function updateApplication(
  db: Db,
  orgId: string,
  id: string,
  change: Partial<ApplicationRow>,
): Promise<void> {
  await db.updateTable('applications').set(change).where('org_id', '=', orgId).where('id', '=', id).execute();
}

export async function deleteApplication(db: Db, orgId: string, id: string): Promise<void> {
  await db.deleteFrom('group_versions').where('org_id', '=', orgId).where('application', '=', id).execute();
  await db.deleteFrom('applications').where('org_id', '=', orgId).where('id', '=', id).execute();
}

export async function insertVersion(db: Db, row: VersionRow): Promise<void> {
  await db.insertInto('versions').values(row).execute();
}

export async function updateVersion(
  db: Db,
  orgId: string,
  id: string,
  change: Partial<VersionRow>,
): Promise<void> {
  await db.updateTable('versions').set(change).where('org_id', '=', orgId).where('id', '=', id).execute();
}

export async function insertInstallFile(db: Db, row: InstallFileRow): Promise<void> {
  await db.insertInto('install_files').values(row).execute();
}

/** Versions of these applications, newest first within each. */
export async function versionsOf(
  db: Db,
  orgId: string,
  applicationIds: readonly string[],
): Promise<VersionRow[]> {
  const rows: VersionRow[] = [];
  for (const part of chunks(applicationIds)) {
    rows.push(
      ...(await db
        .selectFrom('versions')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('application', 'in', part)
        .orderBy('ordinal', 'desc')
        .execute()),
    );
  }
  return rows;
}

export async function versionsById(db: Db, orgId: string, ids: readonly string[]): Promise<VersionRow[]> {
  const rows: VersionRow[] = [];
  for (const part of chunks(ids)) {
    rows.push(
      ...(await db
        .selectFrom('versions')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', 'in', part)
        .execute()),
    );
  }
  return rows;
}

export async function installFilesById(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<InstallFileRow[]> {
  const rows: InstallFileRow[] = [];
  for (const part of chunks(ids)) {
    rows.push(
      ...(await db
        .selectFrom('install_files')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', 'in', part)
        .execute()),
    );
  }
  return rows;
}

export async function applicationsById(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ApplicationRow[]> {
  const rows: ApplicationRow[] = [];
  for (const part of chunks(ids)) {
    rows.push(
      ...(await db
        .selectFrom('applications')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', 'in', part)
        .execute()),
    );
  }
  return rows;
}

export async function screenshotsOf(
  db: Db,
  orgId: string,
  applicationIds: readonly string[],
): Promise<ScreenshotRow[]> {
  const rows: ScreenshotRow[] = [];
  for (const part of chunks(applicationIds)) {
    rows.push(
      ...(await db
        .selectFrom('screenshots')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('application', 'in', part)
        .orderBy('form')
        .orderBy('slot')
        .execute()),
    );
  }
  return rows;
}

export async function categoriesOf(db: Db, orgId: string, applicationIds: readonly string[]) {
  const rows: { application: string; psk: number }[] = [];
  for (const part of chunks(applicationIds)) {
    rows.push(
      ...(await db
        .selectFrom('application_categories')
        .innerJoin('categories', (join) =>
          join
            .onRef('categories.org_id', '=', 'application_categories.org_id')
            .onRef('categories.id', '=', 'application_categories.category'),
        )
        .select(['application_categories.application', 'categories.psk'])
        .where('application_categories.org_id', '=', orgId)
        .where('application_categories.application', 'in', part)
        .orderBy('categories.psk')
        .execute()),
    );
  }
  return rows;
}

/** Which of these applications are mandatory in some group. */
export async function mandatoryAmong(
  db: Db,
  orgId: string,
  applicationIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of chunks(applicationIds)) {
    const rows = await db
      .selectFrom('group_applications')
      .select('application')
      .distinct()
      .where('org_id', '=', orgId)
      .where('is_mandatory', '=', 1)
      .where('application', 'in', part)
      .execute();
    for (const row of rows) found.add(row.application);
  }
  return found;
}

/** The columns that `sort` may name and `search` looks into; the documents leave both open. */
export const sortColumns = {
  name: { column: 'latest.app_name', text: true },
  app_name: { column: 'latest.app_name', text: true },
  version_num: { column: 'latest.version_num', text: true },
  author: { column: 'latest.author', text: true },
  bundle_id: { column: 'applications.bundle_id', text: true, nullable: true },
  release_date: { column: 'latest.release_date', text: false },
  sort_weight: { column: 'applications.sort_weight', text: false },
  type: { column: 'applications.type', text: false },
  num_downloads: { column: 'applications.num_downloads', text: false },
  psk: { column: 'applications.psk', text: false },
} as const;
const searchColumns = [
  'latest.app_name',
  'latest.short_description',
  'latest.long_description',
  'latest.author',
  'applications.bundle_id',
];

export interface ApplicationQuery {
  search: string | null;
  sort: SortTerm[];
  page: ListPage;
  /** Only applications of groups that this user belongs to. */
  memberId: string | null;
  /** Only enabled ones. */
  enabledOnly: boolean;
  catalogsOnly: boolean;
}

function selection(db: Db, orgId: string, query: ApplicationQuery) {
  const { memberId } = query;
  let rows = db
    .selectFrom('applications')
    .innerJoin('versions as latest', (join) =>
      join
        .onRef('latest.org_id', '=', 'applications.org_id')
        .onRef('latest.id', '=', 'applications.latest_version'),
    )
    .where('applications.org_id', '=', orgId);
  if (query.search !== null) rows = rows.where(matchesAny(searchColumns, query.search));
  if (query.enabledOnly) rows = rows.where('applications.enabled', '=', 1);
  if (query.catalogsOnly) rows = rows.where('applications.is_app_catalog', '=', 1);
  if (memberId === null) return rows;
  return rows.where((where) =>
    where.exists(
      where
        .selectFrom('group_applications')
        .innerJoin('group_users', (join) =>
          join
            .onRef('group_users.org_id', '=', 'group_applications.org_id')
            .onRef('group_users.group', '=', 'group_applications.group'),
        )
        .select('group_users.user')
        .where('group_users.org_id', '=', orgId)
        .where('group_users.user', '=', memberId)
        .whereRef('group_applications.application', '=', 'applications.id'),
    ),
  );
}

/** A page of applications, and how many match before paging. */
export async function listApplications(db: Db, orgId: string, query: ApplicationQuery) {
  const { page } = query;
  const rows = await orderedBy(
    selection(db, orgId, query).selectAll('applications'),
    query.sort,
    sortColumns,
    'applications.psk',
  )
    .offset(page.start)
    .limit(page.count)
    .execute();
  const { total } = await selection(db, orgId, query)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Whether a user belongs to a group that has the application. */
export async function reachesUser(
  db: Db,
  orgId: string,
  applicationId: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('group_applications')
    .innerJoin('group_users', (join) =>
      join
        .onRef('group_users.org_id', '=', 'group_applications.org_id')
        .onRef('group_users.group', '=', 'group_applications.group'),
    )
    .select('group_users.user')
    .where('group_users.org_id', '=', orgId)
    .where('group_users.user', '=', userId)
    .where('group_applications.application', '=', applicationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setScreenshot(db: Db, row: ScreenshotRow): Promise<void> {
  await db
    .insertInto('screenshots')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'application', 'form', 'slot']).doUpdateSet({ image: row.image }),
    )
    .execute();
}

/** Empties a slot; false when it was empty. */
export async function deleteScreenshot(db: Db, key: Omit<ScreenshotRow, 'image'>): Promise<boolean> {
  const done = await db
    .deleteFrom('screenshots')
    .where('org_id', '=', key.org_id)
    .where('application', '=', key.application)
    .where('form', '=', key.form)
    .where('slot', '=', key.slot)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Other App Catalogs of a platform. */
export const otherCatalogs = (db: Db, orgId: string, type: number, exceptId: string) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('type', '=', type)
    .where('is_app_catalog', '=', 1)
    .where('id', '!=', exceptId)
    .execute();

/** Downloads by day (UTC) within two moments, the later one left out. */
export const downloadDays = (db: Db, orgId: string, applicationId: string, from: string, to: string) =>
  db
    .selectFrom('downloads')
    .select((select) => [
      select.fn<string>('substr', ['created', select.lit(1), select.lit(10)]).as('date'),
      select.fn.countAll<number>().as('downloads'),
    ])
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .where('created', '>=', from)
    .where('created', '<', to)
    .groupBy('date')
    .orderBy('date')
    .execute();

/** On how many devices the application is installed now, and to how many it was ever delivered. */
export async function reach(
  db: Db,
  orgId: string,
  applicationId: string,
): Promise<{ installs: number; devices: number }> {
  const { installs } = await db
    .selectFrom('installed')
    .select((select) => select.fn.countAll<number>().as('installs'))
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .executeTakeFirstOrThrow();
  const { devices } = await db
    .selectFrom('downloads')
    .select((select) => select.fn.count<number>('device').distinct().as('devices'))
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .executeTakeFirstOrThrow();
  return { installs: Number(installs), devices: Number(devices) };
}

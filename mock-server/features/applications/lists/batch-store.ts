import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { Db } from '../../../platform/database/handles.ts';
import type { ApplicationRow, InstallFileRow, ScreenshotRow, VersionRow } from '../store.ts';

/** Rows for many ids, by several statements when there are more ids than the database takes in one. */
async function queryInChunks<Row>(ids: readonly string[], query: (part: string[]) => Promise<Row[]>) {
  const rows: Row[] = [];
  for (const part of splitIntoChunks(ids)) rows.push(...(await query(part)));
  return rows;
}

export const findApplicationsById = (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ApplicationRow[]> =>
  queryInChunks(ids, (part) =>
    db.selectFrom('applications').selectAll().where('org_id', '=', orgId).where('id', 'in', part).execute(),
  );

export const findVersionsById = (db: Db, orgId: string, ids: readonly string[]): Promise<VersionRow[]> =>
  queryInChunks(ids, (part) =>
    db.selectFrom('versions').selectAll().where('org_id', '=', orgId).where('id', 'in', part).execute(),
  );

/** The addresses of these applications. */
export async function findAddresses(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await queryInChunks(ids, (part) =>
    db
      .selectFrom('applications')
      .select(['id', 'url'])
      .where('org_id', '=', orgId)
      .where('id', 'in', part)
      .execute(),
  );
  return new Map(rows.map(({ id, url }) => [id, url]));
}

/** Versions of these applications, newest first within each. */
export const listVersionRows = (
  db: Db,
  orgId: string,
  applicationIds: readonly string[],
): Promise<VersionRow[]> =>
  queryInChunks(applicationIds, (part) =>
    db
      .selectFrom('versions')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('application', 'in', part)
      .orderBy('ordinal', 'desc')
      .execute(),
  );

export const findInstallFilesById = (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<InstallFileRow[]> =>
  queryInChunks(ids, (part) =>
    db.selectFrom('install_files').selectAll().where('org_id', '=', orgId).where('id', 'in', part).execute(),
  );

export const listScreenshotRows = (
  db: Db,
  orgId: string,
  applicationIds: readonly string[],
): Promise<ScreenshotRow[]> =>
  queryInChunks(applicationIds, (part) =>
    db
      .selectFrom('screenshots')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('application', 'in', part)
      .orderBy('form')
      .orderBy('slot')
      .execute(),
  );

/** The psks of the categories of these applications. */
export const listCategoryPsks = (db: Db, orgId: string, applicationIds: readonly string[]) =>
  queryInChunks(applicationIds, (part) =>
    db
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
      .execute(),
  );

/** Which of these applications are mandatory in some group. */
export async function findMandatory(
  db: Db,
  orgId: string,
  applicationIds: readonly string[],
): Promise<Set<string>> {
  const rows = await queryInChunks(applicationIds, (part) =>
    db
      .selectFrom('group_applications')
      .select('application')
      .distinct()
      .where('org_id', '=', orgId)
      .where('is_mandatory', '=', 1)
      .where('application', 'in', part)
      .execute(),
  );
  return new Set(rows.map((row) => row.application));
}

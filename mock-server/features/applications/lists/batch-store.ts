import { chunks } from '../../../platform/chunks.ts';
import type { Db } from '../../../platform/database/handles.ts';
import type { ApplicationRow, InstallFileRow, ScreenshotRow, VersionRow } from '../store.ts';

/** Rows for many ids, by several statements when there are more ids than the database takes in one. */
async function inParts<Row>(ids: readonly string[], query: (part: string[]) => Promise<Row[]>) {
  const rows: Row[] = [];
  for (const part of chunks(ids)) rows.push(...(await query(part)));
  return rows;
}

export const applicationsById = (db: Db, orgId: string, ids: readonly string[]): Promise<ApplicationRow[]> =>
  inParts(ids, (part) =>
    db.selectFrom('applications').selectAll().where('org_id', '=', orgId).where('id', 'in', part).execute(),
  );

export const versionsById = (db: Db, orgId: string, ids: readonly string[]): Promise<VersionRow[]> =>
  inParts(ids, (part) =>
    db.selectFrom('versions').selectAll().where('org_id', '=', orgId).where('id', 'in', part).execute(),
  );

/** The addresses of these applications. */
export async function addressesOf(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await inParts(ids, (part) =>
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
export const versionsOf = (db: Db, orgId: string, applicationIds: readonly string[]): Promise<VersionRow[]> =>
  inParts(applicationIds, (part) =>
    db
      .selectFrom('versions')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('application', 'in', part)
      .orderBy('ordinal', 'desc')
      .execute(),
  );

export const installFilesById = (db: Db, orgId: string, ids: readonly string[]): Promise<InstallFileRow[]> =>
  inParts(ids, (part) =>
    db.selectFrom('install_files').selectAll().where('org_id', '=', orgId).where('id', 'in', part).execute(),
  );

export const screenshotsOf = (
  db: Db,
  orgId: string,
  applicationIds: readonly string[],
): Promise<ScreenshotRow[]> =>
  inParts(applicationIds, (part) =>
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
export const categoriesOf = (db: Db, orgId: string, applicationIds: readonly string[]) =>
  inParts(applicationIds, (part) =>
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
export async function mandatoryAmong(
  db: Db,
  orgId: string,
  applicationIds: readonly string[],
): Promise<Set<string>> {
  const rows = await inParts(applicationIds, (part) =>
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

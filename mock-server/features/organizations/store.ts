import { sql } from 'kysely';
import { applicationTypes } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';
import { prepareFirst, type Value } from '../../platform/database/prepared.ts';

export type OrganizationRow = Tables['organizations'];

export async function insertOrganization(tx: CatalogTx, row: OrganizationRow): Promise<void> {
  await tx.insertInto('organizations').values(row).execute();
}

export const findOrganizationById = prepareFirst((db: Db, id: Value) =>
  db.selectFrom('organizations').selectAll().where('id', '=', id),
);

export const findOrganizationByPsk = (db: Db, psk: number) =>
  db.selectFrom('organizations').selectAll().where('psk', '=', psk).executeTakeFirst();

export const findOrganizationBySubdomain = (db: Db, subdomain: string) =>
  db.selectFrom('organizations').selectAll().where('vanity_subdomain', '=', subdomain).executeTakeFirst();

/** One of all organizations, chosen by a number from 0 to 1. */
export async function findOrganizationByFraction(db: Db, fraction: number) {
  const { last } = await db
    .selectFrom('organizations')
    .select((all) => all.fn.max('psk').as('last'))
    .executeTakeFirstOrThrow();
  const ordered = db.selectFrom('organizations').select(['name', 'settings']).orderBy('psk');
  return ordered
    .where('psk', '>', Math.floor(fraction * Number(last)))
    .limit(1)
    .executeTakeFirst();
}

/** The organization that was made first: a sign-in page shows it where nothing names another. */
export const findFirstOrganization = (db: Db) =>
  db.selectFrom('organizations').selectAll().orderBy('psk').limit(1).executeTakeFirst();

export async function listOrganizationIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('organizations').select('id').execute();
  return rows.map((row) => row.id);
}

export const listChildren = (db: Db, parentIds: readonly string[]) =>
  db.selectFrom('organizations').selectAll().where('parent_id', 'in', parentIds).orderBy('psk').execute();

export async function insertDefaultGroup(tx: CatalogTx, row: Tables['groups']): Promise<void> {
  await tx.insertInto('groups').values(row).execute();
}

export async function updateOrganization(
  tx: CatalogTx,
  id: string,
  change: Pick<OrganizationRow, 'settings' | 'push_cert'>,
): Promise<void> {
  await tx.updateTable('organizations').set(change).where('id', '=', id).execute();
}

/** Organizations that allow pages of other origins: those whose stored list is not empty. */
export const listOrganizationsWithWhitelist = (db: Db) =>
  db
    .selectFrom('organizations')
    .select(['name', 'settings'])
    // The condition must be written exactly as in the index.
    .where(sql<boolean>`(case when settings like '%"cors_domain_whitelist":[]%' then 0 else 1 end) = 1`)
    .execute();

/** The bundle identifiers of the native App Catalogs for iOS. */
export async function listIosCatalogIds(db: Db, orgId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('applications')
    .select('bundle_id')
    .where('org_id', '=', orgId)
    .where('type', '=', applicationTypes.iosNative)
    .where('is_app_catalog', '=', 1)
    .execute();
  return rows.flatMap(({ bundle_id }) => bundle_id ?? []);
}

/** Whether there is any organization: the database is not empty. */
export async function organizationExists(db: Db): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

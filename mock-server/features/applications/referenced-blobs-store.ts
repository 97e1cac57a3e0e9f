import type { CatalogTx, Db } from '../../platform/database/handles.ts';

/**
 * Which of these install files a row refers to. One statement reads both tables: publishing an upload moves the reference
 * from one to the other in a transaction, and two statements could miss it in both.
 */
export async function findReferencedFiles(db: Db, among: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('install_files')
    .select('sha256 as name')
    .where('sha256', 'in', among)
    .union(
      db
        .selectFrom('uploads')
        .select((row) => row.ref('sha256').$notNull().as('name'))
        .where('sha256', 'in', among),
    )
    .execute();
  return new Set(rows.map((row) => row.name));
}

/** The same for images. */
export async function findReferencedImages(db: Db, among: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('versions')
    .select('icon as name')
    .where('icon', 'in', among)
    .union(db.selectFrom('applications').select('banner as name').where('banner', 'in', among))
    .unionAll(
      db
        .selectFrom('screenshots')
        .select((row) => row.ref('image').$castTo<string | null>().as('name'))
        .where('image', 'in', among),
    )
    .execute();
  return new Set(rows.flatMap((row) => row.name ?? []));
}

/** Which of these images are icons of categories, of any organization. */
export async function namedIcons(db: Db, among: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('categories').select('icon').where('icon', 'in', among).execute();
  return new Set(rows.flatMap((row) => row.icon ?? []));
}

/** Organizations with files that were replaced before a moment. */
export async function listOrganizationsWithReplaced(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('install_files')
    .select('org_id')
    .distinct()
    .where('replaced', '<', before)
    .execute();
  return rows.map((row) => row.org_id);
}

/** Forgets files of an organization that were replaced before a moment. */
export async function deleteReplaced(tx: CatalogTx, orgId: string, before: string): Promise<void> {
  await tx.deleteFrom('install_files').where('org_id', '=', orgId).where('replaced', '<', before).execute();
}

import { chunks } from '../chunks.ts';
import { type Changed, deviceScope, noteChanges, organizationScope, userScope } from './change-log.ts';
import type { Db } from './connect.ts';

/**
 * Revisions say whether anything a catalog shows has changed, so that unchanged catalogs are answered without reading
 * them. Whoever changes something that a catalog could show calls one of these in the same transaction.
 */

/** Applications, versions, groups, categories or settings changed: every catalog of the organization may differ. */
export async function touchCatalog(db: Db, orgId: string, changed: Changed = 'all'): Promise<void> {
  const { revision } = await db
    .updateTable('organizations')
    .set((row) => ({ catalog_revision: row('catalog_revision', '+', 1) }))
    .where('id', '=', orgId)
    .returning('catalog_revision as revision')
    .executeTakeFirstOrThrow();
  await noteChanges(db, orgId, [{ scope: organizationScope, revision }], changed);
}

/** Differs whenever `touchCatalog` was called in between, by a transaction that has ended or by this one. */
export async function catalogRevision(db: Db, orgId: string): Promise<number> {
  const row = await db
    .selectFrom('organizations')
    .select('catalog_revision')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow();
  return row.catalog_revision;
}

/** What these users' catalogs show has changed: their groups, likes or downloads. */
export async function touchUsers(
  db: Db,
  orgId: string,
  userIds: readonly string[],
  changed: Changed,
): Promise<void> {
  for (const part of chunks(userIds)) {
    const rows = await db
      .updateTable('users')
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .where('org_id', '=', orgId)
      .where('id', 'in', part)
      .returning(['id', 'revision'])
      .execute();
    const raised = rows.map(({ id, revision }) => ({ scope: userScope(id), revision }));
    await noteChanges(db, orgId, raised, changed);
  }
}

/** What this device's catalogs show has changed: its inventory, or what it says of itself. */
export async function touchDevice(db: Db, orgId: string, deviceId: string, changed: Changed): Promise<void> {
  const { revision } = await db
    .updateTable('devices')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('id', '=', deviceId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await noteChanges(db, orgId, [{ scope: deviceScope(deviceId), revision }], changed);
}

/** Adds to the numbers of an application, and marks them as changed. */
export async function addToCounts(
  db: Db,
  orgId: string,
  applicationId: string,
  change: { downloads?: number; likes?: number; dislikes?: number },
): Promise<void> {
  const { activity_revision } = await db
    .updateTable('organizations')
    .set((row) => ({ activity_revision: row('activity_revision', '+', 1) }))
    .where('id', '=', orgId)
    .returning('activity_revision')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('applications')
    .set((row) => ({
      num_downloads: row('num_downloads', '+', change.downloads ?? 0),
      num_likes: row('num_likes', '+', change.likes ?? 0),
      num_dislikes: row('num_dislikes', '+', change.dislikes ?? 0),
      counts_revision: activity_revision,
    }))
    .where('org_id', '=', orgId)
    .where('id', '=', applicationId)
    .execute();
}

import type { Insertable, Selectable } from 'kysely';
import type { Tables } from '../../../migrations/tables.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { getNow } from '../../../platform/database/identifiers.ts';

export type UploadRow = Selectable<Tables['uploads']>;

/** The key of an upload: its organization, its user and its id. */
export type UploadKey = Pick<UploadRow, 'org_id' | 'user' | 'id'>;

export async function insertUpload(db: Db, row: Insertable<Tables['uploads']>): Promise<void> {
  await db.insertInto('uploads').values(row).execute();
}

const findReferenced = (db: Db, { org_id, user, id }: UploadKey) =>
  db.selectFrom('uploads').where('org_id', '=', org_id).where('user', '=', user).where('id', '=', id);

export const findUpload = (db: Db, key: UploadKey): Promise<UploadRow | undefined> =>
  findReferenced(db, key).selectAll().executeTakeFirst();

/** Number and bytes of an organization's unpublished uploads, by user. */
export const openUploads = (db: Db, orgId: string) =>
  db
    .selectFrom('uploads')
    .select((row) => [
      'user',
      row.fn.countAll<number>().as('count'),
      row.fn.sum<number | string>('size').as('bytes'),
    ])
    .where('org_id', '=', orgId)
    .groupBy('user')
    .execute();

/**
 * Gives a request the lease for writing, from one moment to another; false when another request has it. Bytes after
 * `received` are discarded.
 */
export async function acquireLease(
  db: Db,
  key: UploadKey,
  holder: string,
  { at, until }: { at: string; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ holder, held_until: until })
    .where('org_id', '=', key.org_id)
    .where('user', '=', key.user)
    .where('id', '=', key.id)
    .where((row) => row.or([row('holder', 'is', null), row('held_until', '<', at)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Updates an upload; false when the request no longer holds its lease. */
export async function updateLeased(
  db: Db,
  key: UploadKey,
  holder: string,
  change: Partial<Omit<UploadRow, keyof UploadKey>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set(change)
    .where('org_id', '=', key.org_id)
    .where('id', '=', key.id)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Extends the life of a finished upload while it is being published. */
export async function postponeExpiry(db: Db, key: UploadKey, expires: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ expires })
    .where('org_id', '=', key.org_id)
    .where('id', '=', key.id)
    .where('expires', '<', expires)
    .execute();
}

/** Forgets an upload; false when it was gone. */
export async function deleteUpload(db: Db, key: UploadKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('org_id', '=', key.org_id)
    .where('user', '=', key.user)
    .where('id', '=', key.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Forgets every upload that has expired and that nobody is writing to. */
export async function deleteExpiredUploads(db: Db): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('expires', '<', getNow())
    .where((row) => row.or([row('holder', 'is', null), row('held_until', '<', getNow())]))
    .execute();
}

/** Which of these ids are uploads of anybody. */
export async function findUploads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

import type { Tables } from '../../migrations/tables.ts';
import type { Db } from '../../platform/database/connect.ts';

export type UserRow = Tables['users'];

export const userByPsk = (db: Db, orgId: string, psk: number) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('psk', '=', psk)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const userById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const userByLogin = (db: Db, orgId: string, login: string) =>
  db
    .selectFrom('directory')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'directory.org_id').onRef('users.id', '=', 'directory.user'),
    )
    .selectAll('users')
    .where('directory.kind', '=', 'user_id')
    .where('directory.key', '=', login.toLowerCase())
    .where('directory.org_id', '=', orgId)
    .executeTakeFirst();

/** Takes a login name or e-mail address; false when somebody of any organization has it. */
export async function claimName(db: Db, row: Tables['directory']): Promise<boolean> {
  const claimed = await db
    .insertInto('directory')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function insertUser(db: Db, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

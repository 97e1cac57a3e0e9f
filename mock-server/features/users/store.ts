import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { foldText } from '../../platform/database/fold.ts';
import type { Db, MembershipTx, Tx } from '../../platform/database/handles.ts';
import { countRows } from '../../platform/database/list-controls.ts';

export type UserRow = Tables['users'];

export const findUserByPsk = (db: Db, orgId: string, psk: number) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('psk', '=', psk)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const findUserById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const findUserByLogin = (db: Db, orgId: string, login: string) =>
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

/** Reserves a login name or e-mail address; false when a user of any organization has it. */
export async function claimName(db: Db, row: Tables['directory']): Promise<boolean> {
  const claimed = await db
    .insertInto('directory')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The names in the form by which lists search and sort. */
export const toFoldedNames = (user: Pick<UserRow, 'user_id' | 'first_name' | 'last_name' | 'email'>) => ({
  user_id_folded: foldText(user.user_id),
  first_name_folded: foldText(user.first_name),
  last_name_folded: foldText(user.last_name),
  email_folded: user.email && foldText(user.email),
});

export async function insertUser(tx: Tx, row: UserRow): Promise<void> {
  await tx.insertInto('users').values(row).execute();
}

/** Writes the changed columns of a user. */
export async function updateUser(tx: Tx, user: UserRow, change: Partial<UserRow>): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...change, ...toFoldedNames({ ...user, ...change }) })
    .where('org_id', '=', user.org_id)
    .where('id', '=', user.id)
    .execute();
}

/** Users by id, in no order. */
export async function findUsersById(db: Db, orgId: string, ids: readonly string[]): Promise<UserRow[]> {
  const rows: UserRow[] = [];
  for (const part of splitIntoChunks(ids)) {
    const found = await db
      .selectFrom('users')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', 'in', part)
      .where('deleted', 'is', null)
      .execute();
    rows.push(...found);
  }
  return rows;
}

/** Users by psk, in no order. */
export async function findUsersByPsk(db: Db, orgId: string, psks: readonly number[]): Promise<UserRow[]> {
  const rows: UserRow[] = [];
  for (const part of splitIntoChunks(psks)) {
    const found = await db
      .selectFrom('users')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('psk', 'in', part)
      .execute();
    rows.push(...found);
  }
  return rows;
}

/** Users by login name, without regard to case, in no order. */
export async function findUsersByLogin(db: Db, orgId: string, logins: readonly string[]): Promise<UserRow[]> {
  const ids: string[] = [];
  for (const part of splitIntoChunks(logins.map((login) => login.toLowerCase()))) {
    const found = await db
      .selectFrom('directory')
      .select('user')
      .where('kind', '=', 'user_id')
      .where('key', 'in', part)
      .where('org_id', '=', orgId)
      .execute();
    ids.push(...found.map((row) => row.user));
  }
  return findUsersById(db, orgId, ids);
}

/** Frees an e-mail address. */
export async function releaseEmail(db: Db, user: UserRow): Promise<void> {
  await db
    .deleteFrom('directory')
    .where('kind', '=', 'email')
    .where('key', '=', (user.email ?? '').toLowerCase())
    .where('org_id', '=', user.org_id)
    .where('user', '=', user.id)
    .execute();
}

/**
 * Marks users as deleted, frees their names and removes them from their groups. The last owner of a login name is
 * remembered, so that a deleted person is told so at sign-in.
 */
export async function markDeleted(
  tx: MembershipTx,
  orgId: string,
  users: readonly UserRow[],
  moment: string,
): Promise<void> {
  for (const part of splitIntoChunks(users, 200)) {
    const ids = part.map((user) => user.id);
    await tx
      .updateTable('users')
      .set({ deleted: moment, modified: moment })
      .where('org_id', '=', orgId)
      .where('id', 'in', ids)
      .execute();
    await tx.deleteFrom('group_users').where('org_id', '=', orgId).where('user', 'in', ids).execute();
    await releaseNames(tx, orgId, part);
    await tx
      .insertInto('directory')
      .values(part.map((user) => ({ kind: 'deleted_user_id' as const, ...getName(user) })))
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'key'])
          .doUpdateSet((set) => ({ org_id: set.ref('excluded.org_id'), user: set.ref('excluded.user') })),
      )
      .execute();
  }
}

const getName = (user: UserRow) => ({ key: user.user_id.toLowerCase(), org_id: user.org_id, user: user.id });

async function releaseNames(db: Db, orgId: string, users: readonly UserRow[]): Promise<void> {
  const emails = users.flatMap((user) => user.email?.toLowerCase() ?? []);
  const names = [
    { kind: 'user_id', keys: users.map((user) => user.user_id.toLowerCase()) },
    { kind: 'email', keys: emails },
  ] as const;
  for (const { kind, keys } of names) {
    if (keys.length === 0) continue;
    await db
      .deleteFrom('directory')
      .where('kind', '=', kind)
      .where('key', 'in', keys)
      .where('org_id', '=', orgId)
      .execute();
  }
}

/** How many administrators can still administrate: not deleted, not disabled, without an end date. */
export const countAdministrators = (db: Db, orgId: string): Promise<number> =>
  countRows(
    db
      .selectFrom('users')
      .where('org_id', '=', orgId)
      .where('role', '=', 5)
      .where('deleted', 'is', null)
      .where('disabled', '=', 0)
      .where('until', 'is', null),
  );

/** The users who share a group with a user: `theirs.user`. */
export const selectUsersSharingGroups = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('group_users as mine')
    .innerJoin('group_users as theirs', (join) =>
      join.onRef('theirs.org_id', '=', 'mine.org_id').onRef('theirs.group', '=', 'mine.group'),
    )
    .where('mine.org_id', '=', orgId)
    .where('mine.user', '=', userId);

/** Those of these users who share a group with `userId`: the users that a limited user manager may see. */
export async function findUsersSharingGroups(
  db: Db,
  orgId: string,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const sharing = new Set<string>();
  for (const part of splitIntoChunks(ids)) {
    const rows = await selectUsersSharingGroups(db, orgId, userId)
      .select('theirs.user')
      .where('theirs.user', 'in', part)
      .execute();
    for (const row of rows) sharing.add(row.user);
  }
  return sharing;
}

import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { withRowLock } from '../../platform/database/locks.ts';
import { prepareFirst, preparePipelined, toNumber, type Value } from '../../platform/database/prepared.ts';

export type TokenRow = Tables['tokens'];

/** Every column; the compiler reports a missing one. */
const tokenColumnNames: Readonly<Record<keyof TokenRow, true>> = {
  org_id: true,
  hash: true,
  id: true,
  kind: true,
  user: true,
  device: true,
  last_four: true,
  created: true,
  prune: true,
  name: true,
  last_used: true,
  idle_ends: true,
  address: true,
  agent: true,
  scopes: true,
};
const tokenColumns = Object.keys(tokenColumnNames) as (keyof TokenRow)[];

const insertColumns = preparePipelined((tx: Tx, ...values: Value<string | null>[]) =>
  tx
    .insertInto('tokens')
    .columns(tokenColumns)
    .expression(sql`values (${sql.join(values)})`),
);

export const insertToken = (tx: Tx, row: TokenRow): Promise<void> =>
  insertColumns(tx, ...tokenColumns.map((column) => row[column]));

/** API tokens of the organization, with their users; of one user when named. */
export function listApiTokens(db: Db, orgId: string, userId: string | null) {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('kind', '=', 'api')
    .$if(userId !== null, (query) => query.where('user', '=', userId ?? ''))
    .orderBy('id')
    .execute();
}

export async function findUsersById(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Tables['users'][]> {
  const found: Tables['users'][] = [];
  for (const part of splitIntoChunks(ids)) {
    const users = db.selectFrom('users').selectAll().where('org_id', '=', orgId);
    found.push(...(await users.where('id', 'in', part).execute()));
  }
  return found;
}

/** Removes an API token; false when the organization has none of that id. */
export async function deleteApiToken(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const done = await tx
    .deleteFrom('tokens')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('kind', '=', 'api')
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/**
 * Deletes expired tokens of one user, whose row must be locked: requests that delete several tokens lock their user first,
 * to avoid deadlocks.
 */
export async function deleteExpiredTokens(
  tx: Tx,
  user: Pick<Tables['users'], 'org_id' | 'id'>,
  before: string,
): Promise<void> {
  await deletePruned(tx, user.org_id, user.id, before);
}

const deletePruned = preparePipelined((tx: Tx, orgId: Value, user: Value, before: Value) =>
  tx.deleteFrom('tokens').where('org_id', '=', orgId).where('user', '=', user).where('prune', '<', before),
);

/** When a session was begun. */
export async function findSessionStart(tx: Tx, orgId: string, hash: string): Promise<string | undefined> {
  const query = tx.selectFrom('tokens').select('created').where('org_id', '=', orgId);
  return (await query.where('hash', '=', hash).executeTakeFirst())?.created;
}

export async function setPruned(tx: Tx, orgId: string, hash: string, prune: string): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ prune })
    .where('org_id', '=', orgId)
    .where('hash', '=', hash)
    .execute();
}

/**
 * The user with a login name or e-mail address, in any organization; `deleted_user_id` finds the last owner of a
 * deleted name.
 */
export const findLogin = (
  db: Db,
  userId: string,
  kind: 'user_id' | 'deleted_user_id' | 'email' = 'user_id',
) => findUserByName(db, kind, userId.toLowerCase());

const findUserByName = prepareFirst((db: Db, kind: Value<Tables['directory']['kind']>, key: Value) =>
  db
    .selectFrom('directory')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'directory.org_id').onRef('users.id', '=', 'directory.user'),
    )
    .selectAll('users')
    .where('directory.kind', '=', kind)
    .where('directory.key', '=', key),
);

export async function setSignInState(
  tx: Tx,
  orgId: string,
  userId: string,
  state: Partial<
    Pick<
      Tables['users'],
      'locked_until' | 'disabled_on' | 'last_login_from_catalog' | 'status' | 'first_password'
    >
  >,
): Promise<void> {
  await runPipelined(
    tx,
    tx.updateTable('users').set(state).where('org_id', '=', orgId).where('id', '=', userId),
  );
}

/**
 * Locks a user until the transaction ends; false when the user was deleted, disabled or given another password since
 * the password was checked.
 */
export async function lockUser(
  tx: Tx,
  user: Pick<Tables['users'], 'org_id' | 'id' | 'password_hash' | 'disabled'>,
): Promise<boolean> {
  const found = await findLockedUser(tx, user.org_id, user.id, user.password_hash, String(user.disabled));
  return found !== undefined;
}

const findLockedUser = prepareFirst((tx: Tx, orgId: Value, id: Value, passwordHash: Value, disabled: Value) =>
  withRowLock(
    tx,
    tx
      .selectFrom('users')
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .where(sql<boolean>`disabled = ${toNumber(disabled)}`)
      .where('deleted', 'is', null),
    { changed: ['users'] },
  ),
);

export async function setPassword(
  tx: Tx,
  orgId: string,
  userId: string,
  set: Pick<
    Tables['users'],
    'password_hash' | 'password_history' | 'password_changed' | 'locked_until' | 'status' | 'first_password'
  >,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...set, modified: set.password_changed })
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
    .execute();
}

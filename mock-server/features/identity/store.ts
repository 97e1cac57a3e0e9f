import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import { later } from '../../platform/database/changes/later.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { prepared, type Value } from '../../platform/database/prepared.ts';

export type TokenRow = Tables['tokens'];

export async function insertToken(tx: Tx, row: TokenRow): Promise<void> {
  await later(tx, tx.insertInto('tokens').values(row));
}

/** A token with what decides whether it still opens anything; undefined when there is none. */
export const findToken = prepared((db, orgId: Value, hash: Value) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'tokens.org_id').onRef('users.id', '=', 'tokens.user'),
    )
    .select([
      'tokens.id as tokenId',
      'tokens.kind',
      'tokens.prune',
      'tokens.idle_ends',
      'tokens.created',
      'tokens.scopes',
      'users.id as userId',
      'users.psk as userPsk',
      'users.user_id as login',
      'users.role',
      'users.disabled',
      'users.disabled_reason',
      'users.until',
      'users.deleted',
    ])
    .where('tokens.org_id', '=', orgId)
    .where('tokens.hash', '=', hash),
);

/**
 * Whether a person is signed in on a device, or was until their time was over, which is remembered as long as a link may last:
 * a large install goes on meanwhile.
 */
export async function hasSession(db: Db, orgId: string, userId: string, deviceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('tokens')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .where('kind', '!=', 'api')
    .where((where) => where.or([where('device', '=', deviceId), where('device', 'is', null)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

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

export async function usersById(db: Db, orgId: string, ids: readonly string[]): Promise<Tables['users'][]> {
  const found: Tables['users'][] = [];
  for (const part of chunks(ids)) {
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
  const ofUser = tx.deleteFrom('tokens').where('org_id', '=', user.org_id).where('user', '=', user.id);
  await later(tx, ofUser.where('prune', '<', before));
}

/** When a session was begun. */
export async function sessionBegin(tx: Tx, orgId: string, hash: string): Promise<string | undefined> {
  const query = tx.selectFrom('tokens').select('created').where('org_id', '=', orgId);
  return (await query.where('hash', '=', hash).executeTakeFirst())?.created;
}

export async function setPrune(tx: Tx, orgId: string, hash: string, prune: string): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ prune })
    .where('org_id', '=', orgId)
    .where('hash', '=', hash)
    .execute();
}

/** The user of a login name or e-mail address, in whatever organization; `deleted_user_id` finds who had it last. */
export function findLogin(db: Db, userId: string, kind: 'user_id' | 'deleted_user_id' | 'email' = 'user_id') {
  return db
    .selectFrom('directory')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'directory.org_id').onRef('users.id', '=', 'directory.user'),
    )
    .selectAll('users')
    .where('directory.kind', '=', kind)
    .where('directory.key', '=', userId.toLowerCase())
    .executeTakeFirst();
}

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
  await later(tx, tx.updateTable('users').set(state).where('org_id', '=', orgId).where('id', '=', userId));
}

/**
 * Locks a user until the transaction ends; false when they were deleted, disabled or given another password since their
 * password was checked.
 */
export async function holdUser(
  tx: Tx,
  user: Pick<Tables['users'], 'org_id' | 'id' | 'password_hash' | 'disabled'>,
): Promise<boolean> {
  const held = await tx
    .updateTable('users')
    .set((row) => ({ created: row.ref('created') }))
    .where('org_id', '=', user.org_id)
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('disabled', '=', user.disabled)
    .where('deleted', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}

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

export async function anyOrganization(db: Db): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

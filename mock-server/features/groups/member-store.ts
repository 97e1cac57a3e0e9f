import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import type { Db, MembershipTx } from '../../platform/database/handles.ts';

/** Which of these users are members. */
export async function filterMembers(
  db: Db,
  orgId: string,
  groupId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const members = new Set<string>();
  for (const part of splitIntoChunks(ids)) {
    const rows = await db
      .selectFrom('group_users')
      .select('user')
      .where('org_id', '=', orgId)
      .where('group', '=', groupId)
      .where('user', 'in', part)
      .execute();
    for (const row of rows) members.add(row.user);
  }
  return members;
}

export async function insertMembers(tx: MembershipTx, rows: readonly Tables['group_users'][]): Promise<void> {
  for (const part of splitIntoChunks(rows, 200)) {
    const added = tx.insertInto('group_users').values(part);
    await runPipelined(
      tx,
      added.onConflict((conflict) => conflict.columns(['org_id', 'group', 'user']).doNothing()),
    );
  }
}

export async function deleteMembers(
  tx: MembershipTx,
  orgId: string,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  for (const part of splitIntoChunks(ids)) {
    const members = tx.deleteFrom('group_users').where('org_id', '=', orgId).where('group', '=', groupId);
    await runPipelined(tx, members.where('user', 'in', part));
  }
}

/** The members of a group, by psk, without deleted users. */
export const listMembers = (db: Db, orgId: string, groupId: string) =>
  db
    .selectFrom('group_users')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'group_users.org_id').onRef('users.id', '=', 'group_users.user'),
    )
    .selectAll('users')
    .where('group_users.org_id', '=', orgId)
    .where('group_users.group', '=', groupId)
    .orderBy('users.psk')
    .execute();

/** The ids of all members, in no order. */
export async function listMemberIds(db: Db, orgId: string, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_users')
    .select('user')
    .where('org_id', '=', orgId)
    .where('group', '=', groupId)
    .execute();
  return rows.map((row) => row.user);
}

export const listMemberGroups = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('group_users')
    .select('group')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .execute();

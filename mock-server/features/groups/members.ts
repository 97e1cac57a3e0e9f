import type { Failed } from '../../../contract/groups.ts';
import type { Db } from '../../platform/database/connect.ts';
import { now } from '../../platform/database/identifiers.ts';
import { touchUsers } from '../../platform/database/revisions.ts';
import { failure, type Identifier, resolve } from './aliases.ts';
import * as store from './store.ts';

export interface MemberResult {
  done: number[];
  failed: Failed[];
}

const users = (tx: Db, orgId: string) => (psks: number[], ids: string[]) =>
  store.userIds(tx, orgId, psks, ids);

/** Adds users to a group; who is a member already stays one. Unknown users are reported. */
export async function addMembers(
  tx: Db,
  orgId: string,
  groupId: string,
  identifiers: readonly Identifier[],
): Promise<MemberResult> {
  const { found, failed } = await resolve(identifiers, 'user', users(tx, orgId));
  const created = now();
  await store.insertMembers(
    tx,
    found.map((user) => ({ org_id: orgId, group: groupId, user: user.id, created })),
  );
  await touchUsers(
    tx,
    orgId,
    found.map((user) => user.id),
  );
  return { done: found.map((user) => user.psk), failed };
}

/** Removes users from a group; who is no member is reported with code 20; document 1, DELETE group users. */
export async function removeMembers(
  tx: Db,
  orgId: string,
  groupId: string,
  identifiers: readonly Identifier[],
): Promise<MemberResult> {
  const { found, failed } = await resolve(identifiers, 'user', users(tx, orgId));
  const members = await store.membersAmong(
    tx,
    orgId,
    groupId,
    found.map((user) => user.id),
  );
  const leaving = found.filter((user) => members.has(user.id));
  const strangers = found.filter((user) => !members.has(user.id));
  await store.deleteMembers(
    tx,
    orgId,
    groupId,
    leaving.map((user) => user.id),
  );
  await touchUsers(
    tx,
    orgId,
    leaving.map((user) => user.id),
  );
  return {
    done: leaving.map((user) => user.psk),
    failed: [...failed, ...strangers.map((user) => failure(user.psk, 'The user is not in the group.'))],
  };
}

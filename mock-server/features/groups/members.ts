import type { Failed } from '../../../contract/common/errors.ts';
import { changeMemberships } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { findVisibleUsers } from '../users/facade.ts';
import { type Identifier, type NamedRow, type Resolved, resolve, toBulkFailure } from './aliases.ts';
import * as store from './member-store.ts';
import { findUsersByAlias } from './name-store.ts';

export interface MemberResult {
  /** The psks of the users who are now in the group, or out of it. */
  done: number[];
  failed: Failed[];
}

const toIds = (users: readonly NamedRow[]) => users.map((user) => user.id);
const toPsks = (users: readonly NamedRow[]) => users.map((user) => user.psk);

/** Users that the caller may see, and a failure for each other identifier. */
async function findUsers(
  tx: Tx,
  caller: Caller,
  identifiers: readonly Identifier[],
): Promise<Pick<Resolved, 'found' | 'failed'>> {
  const { found, failed } = await resolve(identifiers, 'user', (aliases) =>
    findUsersByAlias(tx, caller.orgId, aliases),
  );
  const visible = await findVisibleUsers(tx, caller, toIds(found));
  const hidden = found.filter((user) => !visible.has(user.id));
  return {
    found: found.filter((user) => visible.has(user.id)),
    failed: [...failed, ...hidden.map((user) => toBulkFailure(user.psk, 'There is no such user.'))],
  };
}

/** Adds users to a group; those who are members already stay members. Unknown users are reported. */
export async function addMembers(
  tx: Tx,
  caller: Caller,
  groupId: string,
  identifiers: readonly Identifier[],
): Promise<MemberResult> {
  const { found, failed } = await findUsers(tx, caller, identifiers);
  const row = { org_id: caller.orgId, group: groupId, created: getNow() };
  const rows = found.map((user) => ({ ...row, user: user.id }));
  await changeMemberships(tx, caller.orgId, toIds(found), (change) => store.insertMembers(change, rows));
  return { done: toPsks(found), failed };
}

/** Removes users from a group; non-members are reported with code 20; document 1, DELETE /v1/groups/<group>/users/. */
export async function removeMembers(
  tx: Tx,
  caller: Caller,
  groupId: string,
  identifiers: readonly Identifier[],
): Promise<MemberResult> {
  const { found, failed } = await findUsers(tx, caller, identifiers);
  const members = await store.filterMembers(tx, caller.orgId, groupId, toIds(found));
  const leaving = found.filter((user) => members.has(user.id));
  const strangers = found.filter((user) => !members.has(user.id));
  await changeMemberships(tx, caller.orgId, toIds(leaving), (change) =>
    store.deleteMembers(change, caller.orgId, groupId, toIds(leaving)),
  );
  return {
    done: toPsks(leaving),
    failed: [...failed, ...strangers.map((user) => toBulkFailure(user.psk, 'The user is not in the group.'))],
  };
}

/** Makes a user a member of groups. */
export async function join(
  tx: Tx,
  orgId: string,
  userId: string,
  groups: readonly NamedRow[],
): Promise<void> {
  const row = { org_id: orgId, user: userId, created: getNow() };
  const rows = groups.map((group) => ({ ...row, group: group.id }));
  await changeMemberships(tx, orgId, [userId], (change) => store.insertMembers(change, rows));
}

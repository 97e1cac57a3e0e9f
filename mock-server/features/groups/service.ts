import { allUsersGroup } from '../../../contract/common/codes.ts';
import type { AddGroup, Assignment } from '../../../contract/groups.ts';
import { changeCatalog, changeMemberships } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { createId, getNow, nextPsk } from '../../platform/database/identifiers.ts';
import { type ListQuery, parsePage, parseSort } from '../../platform/database/list-controls.ts';
import { lockOrganization } from '../../platform/database/locks.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { findVisibleUser } from '../users/facade.ts';
import type { Identifier } from './aliases.ts';
import { listAssignments } from './assignment-store.ts';
import { assign, unassign } from './assignments.ts';
import { listMemberIds, listMembers } from './member-store.ts';
import { addMembers, join, type MemberResult, removeMembers } from './members.ts';
import { assertMayAssign, findGroup, findGroups, isLimitedToOwnGroups } from './policy.ts';
import * as store from './store.ts';

/** Groups by the list controls, with their counts; only the own ones for most roles. */
export function listGroups(platform: Platform, caller: Caller, query: ListQuery) {
  return store.listGroups(platform.database.db, caller.orgId, {
    search: query.search?.trim() || null,
    sort: parseSort(query.sort, Object.keys(store.sortColumns)),
    page: parsePage(query.page),
    memberId: isLimitedToOwnGroups(caller) ? caller.user.id : null,
  });
}

/** Runs a change of groups in a transaction, one at a time in an organization. */
function change<R>(platform: Platform, caller: Caller, work: (tx: Tx) => Promise<R>): Promise<R> {
  return platform.database.transaction(async (tx) => {
    await lockOrganization(tx, caller.orgId);
    return work(tx);
  });
}

/**
 * Names of groups are unique, so that a name identifies a group (the documents leave it open). Error: `already_used`.
 */
async function assertNameFree(tx: Tx, orgId: string, name: string, except: string | null): Promise<void> {
  const holder = await store.findGroupByName(tx, orgId, name);
  if (holder === undefined || holder.id === except) return;
  throw new ServiceError('already_used', `There is a group “${name}” already. Choose another name.`, {
    details: { field: 'name' },
  });
}

/**
 * Adds a group with members and applications, all or nothing; document 1, POST /v1/groups/.
 * Errors: `already_used`, `forbidden`, `invalid_request` that names the user or application.
 */
export async function addGroup(
  platform: Platform,
  caller: Caller,
  input: Pick<AddGroup, 'users' | 'apps'> & { name: string; description: string },
): Promise<store.GroupRow> {
  const { orgId } = caller;
  const { name, description, apps = [] } = input;
  if (apps.length > 0) assertMayAssign(caller);
  return changeCatalog(platform.database, orgId, async (tx) => {
    await assertNameFree(tx, orgId, name, null);
    const psk = await nextPsk(tx, orgId, 'groups');
    const group = {
      org_id: orgId,
      id: createId(),
      psk,
      name,
      description,
      is_default: 0,
      created: getNow(),
    } as const;
    await store.insertGroup(tx, group);
    const members = await addMembers(tx, caller, group.id, input.users?.add_users ?? []);
    const values = await assign(tx, { orgId, groupId: group.id }, apps);
    const [problem] = [...members.failed, ...values.failed];
    // `assign` itself reports the applications to the change.
    if (problem === undefined) return { applications: [], result: group };
    throw new ServiceError(
      'invalid_request',
      `${problem.object_id}: ${problem.error.message} No group was made.`,
    );
  });
}

/** Renames or describes a group; `All Users` keeps its name. Errors: `not_found`, `invalid_request`, `already_used`. */
export async function updateGroup(
  platform: Platform,
  caller: Caller,
  identifier: string,
  columns: { name?: string; description?: string },
): Promise<store.GroupRow> {
  return changeCatalog(platform.database, caller.orgId, async (tx) => {
    const group = await findGroup(tx, caller, identifier);
    const changed = { ...group, ...columns };
    if (group.is_default === 1 && changed.name !== group.name) throw fixedGroupError('renamed');
    await assertNameFree(tx, group.org_id, changed.name, group.id);
    await store.updateGroup(tx, changed);
    // No catalog shows the name of a group.
    return { applications: [], result: changed };
  });
}

const fixedGroupError = (what: string) =>
  new ServiceError('invalid_request', `The group ${allUsersGroup} can't be ${what}.`);

/**
 * Deletes a group; its members lose what only this group gave them. Errors: `not_found`, `invalid_request` for `All
 * Users`.
 */
export async function deleteGroup(
  platform: Platform,
  caller: Caller,
  identifier: string,
): Promise<store.GroupRow> {
  return changeCatalog(platform.database, caller.orgId, async (tx) => {
    const group = await findGroup(tx, caller, identifier);
    if (group.is_default === 1) throw fixedGroupError('deleted');
    const values = await listAssignments(tx, group.org_id, group.id);
    const members = await listMemberIds(tx, group.org_id, group.id);
    await changeMemberships(tx, group.org_id, members, () => store.deleteGroup(tx, group.org_id, group.id));
    return { applications: values.map((row) => row.application), result: group };
  });
}

type Bulk<I, R> = (tx: Tx, caller: Caller, groupId: string, items: readonly I[]) => Promise<R>;

/** A bulk change of one group's users or applications. Error of the call: `not_found` for the group. */
const forGroup =
  <I, R>(work: Bulk<I, R>) =>
  (platform: Platform, caller: Caller, identifier: string, items: readonly I[]): Promise<R> =>
    change(platform, caller, async (tx) =>
      work(tx, caller, (await findGroup(tx, caller, identifier)).id, items),
    );

/** Gives applications to a group, or changes how they are given. */
export const addApplications = forGroup((tx, { orgId }, groupId, assignments: readonly Assignment[]) =>
  assign(tx, { orgId, groupId }, assignments),
);

/** Takes applications from a group. */
export const removeApplications = forGroup((tx, { orgId }, groupId, applications: readonly Identifier[]) =>
  unassign(tx, { orgId, groupId }, applications),
);

/** Adds users to a group. */
export const addUsers = forGroup(addMembers);

/** Removes users from a group. */
export const removeUsers = forGroup(removeMembers);

/** Adds one user to several groups; groups that the caller can't see are reported. Error: `not_found` for the user. */
export const addUserToGroups = (
  platform: Platform,
  caller: Caller,
  identifier: string,
  groups: readonly Identifier[],
): Promise<MemberResult> =>
  change(platform, caller, async (tx) => {
    const user = await findVisibleUser(tx, caller, identifier);
    const { found, failed } = await findGroups(tx, caller, groups);
    await join(tx, caller.orgId, user.id, found);
    return { done: found.map((group) => group.psk), failed };
  });

/** Users of a group. Error: `not_found`. */
export async function listGroupUsers(platform: Platform, caller: Caller, identifier: string) {
  const group = await findGroup(platform.database.db, caller, identifier);
  return listMembers(platform.database.db, group.org_id, group.id);
}

import { allUsersGroup } from '../../../contract/common/codes.ts';
import type { Assignment } from '../../../contract/groups.ts';
import type { Db } from '../../platform/database/connect.ts';
import { newId, nextPsk, now } from '../../platform/database/identifiers.ts';
import { type ListQuery, parsePage, parseSort } from '../../platform/database/list-controls.ts';
import { touchCatalog, touchUsers } from '../../platform/database/revisions.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { notFound, ServiceError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { applicationsWithVersions, findApplication } from '../applications/read-model.ts';
import { findUser } from '../users/read-model.ts';
import { failure, type Identifier, resolve } from './aliases.ts';
import { assign, unassign } from './assignments.ts';
import { addMembers, removeMembers } from './members.ts';
import { seesOwnGroupsOnly } from './policy.ts';
import { findGroup } from './read-model.ts';
import * as store from './store.ts';

/** Groups by the list controls, with their counts; only the own ones for most roles. */
export function listGroups(platform: Platform, caller: Caller, query: ListQuery) {
  return store.listGroups(platform.database.db, caller.orgId, {
    search: query.search?.trim() || null,
    sort: parseSort(query.sort, Object.keys(store.sortColumns)),
    page: parsePage(query.page),
    memberId: seesOwnGroupsOnly(caller) ? caller.user.id : null,
  });
}

async function assertNameFree(tx: Db, orgId: string, name: string, except: string | null): Promise<void> {
  const holder = await store.groupByName(tx, orgId, name);
  if (holder === undefined || holder.id === except) return;
  throw new ServiceError('already_used', `There is a group “${name}” already. Choose another name.`, {
    details: { field: 'name' },
  });
}

export interface NewGroup {
  name: string;
  description: string;
  users?: { add_users?: number[] };
  apps?: Assignment[];
}

/** Adds a group with members and applications, all or nothing; document 1, POST /v1/groups/. */
export async function addGroup(platform: Platform, caller: Caller, input: NewGroup): Promise<store.GroupRow> {
  const { orgId } = caller;
  return platform.database.db.transaction().execute(async (tx) => {
    await assertNameFree(tx, orgId, input.name, null);
    const group: store.GroupRow = {
      org_id: orgId,
      id: newId(),
      psk: await nextPsk(tx, orgId, 'groups'),
      name: input.name,
      description: input.description,
      is_default: 0,
      created: now(),
    };
    await store.insertGroup(tx, group);
    const members = await addMembers(tx, orgId, group.id, input.users?.add_users ?? []);
    const given = await assign(tx, orgId, group.id, input.apps ?? []);
    const [problem] = [...members.failed, ...given.failed];
    if (problem !== undefined) {
      throw new ServiceError(
        'invalid_request',
        `${problem.object_id}: ${problem.error.message} No group was made.`,
      );
    }
    return group;
  });
}

/** Renames or describes a group; `All Users` keeps its name. Errors: `not_found`, `forbidden`, `already_used`. */
export async function updateGroup(
  platform: Platform,
  caller: Caller,
  identifier: string,
  change: { name?: string | undefined; description?: string | undefined },
): Promise<store.GroupRow> {
  return platform.database.db.transaction().execute(async (tx) => {
    const group = await findGroup(tx, caller, identifier);
    const name = change.name ?? group.name;
    if (group.is_default === 1 && name !== group.name) throw fixed('renamed');
    await assertNameFree(tx, group.org_id, name, group.id);
    const columns = { name, description: change.description ?? group.description };
    await store.updateGroup(tx, group.org_id, group.id, columns);
    return { ...group, ...columns };
  });
}

const fixed = (what: string) =>
  new ServiceError('invalid_request', `The group ${allUsersGroup} can't be ${what}.`);

/** Deletes a group; its members lose what it alone gave them. Errors: `not_found`, `invalid_request` for `All Users`. */
export async function deleteGroup(
  platform: Platform,
  caller: Caller,
  identifier: string,
): Promise<store.GroupRow> {
  return platform.database.db.transaction().execute(async (tx) => {
    const group = await findGroup(tx, caller, identifier);
    if (group.is_default === 1) throw fixed('deleted');
    const members = await store.groupMembers(tx, group.org_id, group.id);
    await store.deleteGroup(tx, group.org_id, group.id);
    await touchUsers(
      tx,
      group.org_id,
      members.map((user) => user.id),
    );
    await touchCatalog(tx, group.org_id);
    return group;
  });
}

/** Runs a bulk change on one group in a transaction. Error: `not_found`. */
async function onGroup<R>(
  platform: Platform,
  caller: Caller,
  identifier: string,
  work: (tx: Db, group: store.GroupRow) => Promise<R>,
): Promise<R> {
  return platform.database.db
    .transaction()
    .execute(async (tx) => work(tx, await findGroup(tx, caller, identifier)));
}

export const addApplications = (
  platform: Platform,
  caller: Caller,
  group: string,
  assignments: readonly Assignment[],
) => onGroup(platform, caller, group, (tx, row) => assign(tx, row.org_id, row.id, assignments));

export const removeApplications = (
  platform: Platform,
  caller: Caller,
  group: string,
  applications: readonly Identifier[],
) => onGroup(platform, caller, group, (tx, row) => unassign(tx, row.org_id, row.id, applications));

export const addUsers = (platform: Platform, caller: Caller, group: string, users: readonly Identifier[]) =>
  onGroup(platform, caller, group, (tx, row) => addMembers(tx, row.org_id, row.id, users));

export const removeUsers = (
  platform: Platform,
  caller: Caller,
  group: string,
  users: readonly Identifier[],
) => onGroup(platform, caller, group, (tx, row) => removeMembers(tx, row.org_id, row.id, users));

/** Adds one user to several groups; groups that the caller can't see are reported. Error: `not_found` for the user. */
export async function addUserToGroups(
  platform: Platform,
  caller: Caller,
  userIdentifier: string,
  groups: readonly Identifier[],
) {
  return platform.database.db.transaction().execute(async (tx) => {
    const user = await findUser(tx, caller.orgId, userIdentifier);
    if (user === undefined) throw notFound('user');
    const resolved = await resolve(groups, 'group', (psks, ids) =>
      store.groupIds(tx, caller.orgId, psks, ids),
    );
    const done: number[] = [];
    const failed = [...resolved.failed];
    for (const group of resolved.found) {
      if (seesOwnGroupsOnly(caller) && !(await store.isMember(tx, caller.orgId, group.id, caller.user.id))) {
        failed.push(failure(group.psk, 'There is no such group.'));
      } else {
        await addMembers(tx, caller.orgId, group.id, [user.id]);
        done.push(group.psk);
      }
    }
    return { done, failed };
  });
}

/** Users of a group. Error: `not_found`. */
export async function groupUsers(platform: Platform, caller: Caller, identifier: string) {
  const group = await findGroup(platform.database.db, caller, identifier);
  return store.groupMembers(platform.database.db, group.org_id, group.id);
}

/** Applications of a group, each with the versions that the group may have, and whether it is mandatory in it. */
export async function groupApplications(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const group = await findGroup(db, caller, identifier);
  const assignments = await store.assignmentsOf(db, group.org_id, group.id);
  const pinned = await store.assignedVersions(db, group.org_id, group.id);
  const found = await applicationsWithVersions(
    db,
    group.org_id,
    assignments.map((row) => row.application),
  );
  return found.flatMap((item) => {
    const assignment = assignments.find((row) => row.application === item.application.id);
    if (assignment === undefined) return [];
    const allowed = new Set(
      pinned.filter((row) => row.application === item.application.id).map((row) => row.version),
    );
    const versions =
      assignment.is_latest === 1
        ? item.versions.slice(0, 1)
        : item.versions.filter((one) => allowed.has(one.version.id));
    return [{ ...item, versions, assignment }];
  });
}

/** Groups that have an application, of those that the caller may see. Error: `not_found`. */
export async function applicationGroups(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const application = await findApplication(db, caller.orgId, identifier);
  if (application === undefined) throw notFound('application');
  const rows = await store.groupsOfApplication(db, caller.orgId, application.id);
  const versions = await store.versionsOfApplication(db, caller.orgId, application.id);
  const own = seesOwnGroupsOnly(caller)
    ? new Set((await store.memberGroups(db, caller.orgId, caller.user.id)).map((row) => row.group))
    : null;
  return rows
    .filter((row) => own === null || own.has(row.id))
    .map((row) => ({
      ...row,
      versions: versions.filter((one) => one.group === row.id).map((one) => one.version),
    }));
}

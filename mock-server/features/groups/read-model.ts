import type { Db } from '../../platform/database/connect.ts';
import { now, parseIdentifier } from '../../platform/database/identifiers.ts';
import { touchCatalog, touchUsers } from '../../platform/database/revisions.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { notFound } from '../../platform/http/errors.ts';
import { seesOwnGroupsOnly } from './policy.ts';
import * as store from './store.ts';

/** A group that the caller may see, by any alias. Error: `not_found`. */
export async function findGroup(
  db: Db,
  caller: Caller,
  identifier: string | number,
): Promise<store.GroupRow> {
  const alias = parseIdentifier(identifier);
  const row =
    'psk' in alias
      ? await store.groupByPsk(db, caller.orgId, alias.psk)
      : await store.groupById(db, caller.orgId, alias.id);
  if (row === undefined) throw notFound('group');
  if (seesOwnGroupsOnly(caller) && !(await store.isMember(db, caller.orgId, row.id, caller.user.id))) {
    throw notFound('group');
  }
  return row;
}

/** Makes a user a member of groups, all or none. Error: `not_found` for a group that the caller can't see. */
export async function joinGroups(
  tx: Db,
  caller: Caller,
  userId: string,
  groups: readonly (string | number)[],
): Promise<void> {
  for (const identifier of groups) {
    const group = await findGroup(tx, caller, identifier);
    await store.insertMembers(tx, [{ org_id: caller.orgId, group: group.id, user: userId, created: now() }]);
  }
  if (groups.length > 0) await touchUsers(tx, caller.orgId, [userId]);
}

/** Gives an application to groups, always at its latest version; mandatory stays mandatory. Error: `not_found`. */
export async function assignLatest(
  tx: Db,
  caller: Caller,
  applicationId: string,
  groups: readonly (string | number)[],
): Promise<void> {
  for (const identifier of groups) {
    const group = await findGroup(tx, caller, identifier);
    await store.assignLatest(tx, {
      org_id: caller.orgId,
      group: group.id,
      application: applicationId,
      is_mandatory: 0,
      is_latest: 1,
      created: now(),
    });
  }
  if (groups.length > 0) await touchCatalog(tx, caller.orgId);
}

/** The ids of the groups that a user belongs to. */
export const groupsOfUser = async (db: Db, orgId: string, userId: string): Promise<string[]> =>
  (await store.memberGroups(db, orgId, userId)).map((row) => row.group);

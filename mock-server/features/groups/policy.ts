import { type RoleCode, roles } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/handles.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import { forbiddenError, notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { type Identifier, type Resolved, resolve, toBulkFailure } from './aliases.ts';
import { listMemberGroups } from './member-store.ts';
import { findGroupsByAlias } from './name-store.ts';
import * as store from './store.ts';

const rolesSeeingAllGroups: readonly RoleCode[] = [roles.administrator, roles.userManager, roles.appManager];
const rolesAssigningApplications: readonly RoleCode[] = [roles.administrator, roles.appManager];

/**
 * Whether the caller sees only the groups they belong to; document 1, Roles: everybody but Administrator, User Manager
 * and App Manager.
 */
export const isLimitedToOwnGroups = (caller: Caller): boolean =>
  !rolesSeeingAllGroups.includes(caller.user.role);

/** Error: `forbidden` when the caller's role may not give applications to groups. */
export function assertMayAssign(caller: Caller): void {
  if (rolesAssigningApplications.includes(caller.user.role)) return;
  throw forbiddenError('Your role does not allow you to give applications to groups. Leave out apps.');
}

/** Those of these groups that the caller may see; null: all of them. */
async function findVisibleIds(db: Db, caller: Caller): Promise<Set<string> | null> {
  if (!isLimitedToOwnGroups(caller)) return null;
  return new Set((await listMemberGroups(db, caller.orgId, caller.user.id)).map((row) => row.group));
}

/** Filters groups to those that the caller may see. */
export async function filterVisibleGroups<T extends { id: string }>(
  db: Db,
  caller: Caller,
  groups: T[],
): Promise<T[]> {
  const own = await findVisibleIds(db, caller);
  return own === null ? groups : groups.filter((group) => own.has(group.id));
}

/** A group that the caller may see, by any alias. Error: `not_found`. */
export async function findGroup(db: Db, caller: Caller, identifier: Identifier): Promise<store.GroupRow> {
  const alias = parseIdentifier(identifier);
  const row =
    'psk' in alias
      ? await store.findGroupByPsk(db, caller.orgId, alias.psk)
      : await store.findGroupById(db, caller.orgId, alias.id);
  const [group] = row === undefined ? [] : await filterVisibleGroups(db, caller, [row]);
  if (group === undefined) throw notFoundError('group');
  return group;
}

/** Groups that the caller may see, and a failure for each other identifier. */
export async function findGroups(
  db: Db,
  caller: Caller,
  identifiers: readonly Identifier[],
): Promise<Pick<Resolved, 'found' | 'failed'>> {
  const { found, failed } = await resolve(identifiers, 'group', (aliases) =>
    findGroupsByAlias(db, caller.orgId, aliases),
  );
  const seen = await filterVisibleGroups(db, caller, found);
  const hidden = found.filter((group) => !seen.includes(group));
  return {
    found: seen,
    failed: [...failed, ...hidden.map((group) => toBulkFailure(group.psk, 'There is no such group.'))],
  };
}

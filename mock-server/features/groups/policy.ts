import { type RoleCode, roles } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/handles.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { failure, type Identifier, type Resolved, resolve } from './aliases.ts';
import { memberGroups } from './member-store.ts';
import { namedGroups } from './name-store.ts';
import * as store from './store.ts';

const seeAllGroups: readonly RoleCode[] = [roles.administrator, roles.userManager, roles.appManager];
const assignApplications: readonly RoleCode[] = [roles.administrator, roles.appManager];

/**
 * Whether the caller sees only the groups they belong to; document 1, Roles: everybody but Administrator, User Manager
 * and App Manager.
 */
export const seesOwnGroupsOnly = (caller: Caller): boolean => !seeAllGroups.includes(caller.user.role);

/** Error: `forbidden` when the caller's role may not give applications to groups. */
export function assertMayAssign(caller: Caller): void {
  if (assignApplications.includes(caller.user.role)) return;
  throw forbidden('Your role does not allow you to give applications to groups. Leave out apps.');
}

/** Those of these groups that the caller may see; null: all of them. */
async function visibleAmong(db: Db, caller: Caller): Promise<Set<string> | null> {
  if (!seesOwnGroupsOnly(caller)) return null;
  return new Set((await memberGroups(db, caller.orgId, caller.user.id)).map((row) => row.group));
}

/** Filters groups to those that the caller may see. */
export async function visible<T extends { id: string }>(db: Db, caller: Caller, groups: T[]): Promise<T[]> {
  const own = await visibleAmong(db, caller);
  return own === null ? groups : groups.filter((group) => own.has(group.id));
}

/** A group that the caller may see, by any alias. Error: `not_found`. */
export async function findGroup(db: Db, caller: Caller, identifier: Identifier): Promise<store.GroupRow> {
  const alias = parseIdentifier(identifier);
  const row =
    'psk' in alias
      ? await store.groupByPsk(db, caller.orgId, alias.psk)
      : await store.groupById(db, caller.orgId, alias.id);
  const [group] = row === undefined ? [] : await visible(db, caller, [row]);
  if (group === undefined) throw notFound('group');
  return group;
}

/** Groups that the caller may see, and a failure for each other identifier. */
export async function findGroups(
  db: Db,
  caller: Caller,
  identifiers: readonly Identifier[],
): Promise<Pick<Resolved, 'found' | 'failed'>> {
  const { found, failed } = await resolve(identifiers, 'group', (aliases) =>
    namedGroups(db, caller.orgId, aliases),
  );
  const seen = await visible(db, caller, found);
  const hidden = found.filter((group) => !seen.includes(group));
  return {
    found: seen,
    failed: [...failed, ...hidden.map((group) => failure(group.psk, 'There is no such group.'))],
  };
}

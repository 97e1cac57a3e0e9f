import { type RoleCode, roles } from '../../../contract/common/codes.ts';
import type { Db } from '../../platform/database/handles.ts';
import { forbiddenError, notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { findUser } from './lookup.ts';
import { findUsersSharingGroups, type UserRow } from './store.ts';

/** Whether the caller manages only users of groups that they belong to. */
export const isLimitedToOwnGroups = (caller: Caller): boolean =>
  caller.user.role === roles.limitedUserManager;

/**
 * Which roles a caller of each role manages; administrators manage all. Only roles without a right that the caller lacks are
 * listed, because a caller who sets a password can sign in as that user. `docs/decisions/0014`.
 */
const lesserRoles: Partial<Record<RoleCode, readonly RoleCode[]>> = {
  [roles.userManager]: [roles.user, roles.limitedUserManager],
  [roles.limitedUserManager]: [roles.user],
};

/** Whether a caller with the role `own` may add, change and remove users with `role`. */
export const mayManage = (own: RoleCode, role: RoleCode): boolean =>
  own === roles.administrator || (lesserRoles[own]?.includes(role) ?? false);

export const notManageableError = () =>
  forbiddenError('Your role does not allow you to manage a user of this role.');

/** Error: `forbidden` when the caller may not make, change or remove a user of this role. */
export function assertMayManage(caller: Caller, role: RoleCode): void {
  if (!mayManage(caller.user.role, role)) throw notManageableError();
}

/**
 * Error: `forbidden` when a token with scopes would set a password, an e-mail address or the role of an account whose
 * role is not plain user: the token could otherwise take over that account and gain rights beyond its scopes.
 */
export function assertMayOpen({ token }: Caller, role: RoleCode): void {
  if (token.scopes === undefined || role === roles.user) return;
  throw forbiddenError(
    'A token with scopes can set passwords, e-mail addresses and roles only of users without a special role.',
  );
}

/** Which of these users the caller may see: all, or those of the caller's own groups. */
export async function findVisibleUsers(db: Db, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  if (!isLimitedToOwnGroups(caller)) return new Set(ids);
  return findUsersSharingGroups(db, caller.orgId, caller.user.id, ids);
}

/** A user of the organization that the caller may see, by any alias. Error: `not_found`. */
export async function findVisibleUser(db: Db, caller: Caller, identifier: string | number): Promise<UserRow> {
  const user = await findUser(db, caller.orgId, identifier);
  if (user === undefined || !(await findVisibleUsers(db, caller, [user.id])).has(user.id))
    throw notFoundError('user');
  return user;
}

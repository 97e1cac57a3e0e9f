import { type RoleCode, roles } from '../../../contract/common/codes.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { forbidden } from '../../platform/http/errors.ts';

/** Whether the caller manages only users of groups that they belong to. */
export const limitedToOwnGroups = (caller: Caller): boolean => caller.user.role === roles.limitedUserManager;

/** Only an administrator makes, changes or removes an administrator. Error: `forbidden`. */
export function assertMayManage(caller: Caller, role: RoleCode): void {
  const plain = role === roles.user || role === roles.developer || role === roles.appManager;
  if (caller.user.role === roles.administrator) return;
  if (caller.user.role === roles.userManager && (plain || role === roles.limitedUserManager)) return;
  if (caller.user.role === roles.limitedUserManager && role === roles.user) return;
  throw forbidden('Your role does not allow you to manage a user of this role.');
}

import { roles } from '../../../contract/common/codes.ts';
import type { Caller } from '../../platform/http/contexts.ts';

/**
 * Whether the caller sees only the groups they belong to; document 1, Roles: everybody but Administrator, User Manager
 * and App Manager.
 */
export const seesOwnGroupsOnly = (caller: Caller): boolean =>
  ![roles.administrator, roles.userManager, roles.appManager].some((role) => role === caller.user.role);

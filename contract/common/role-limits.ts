import { type RoleCode, roles } from './codes.ts';

const forAllButAdministrators = (what: string) => ({ 1: what, 6: what, 7: what, 8: what, 9: what });
const { developer, userManager, limitedUserManager } = roles;

/**
 * What callers are limited to within an operation, in the words of `docs/roles.md`: a text by role, or one text for all
 * roles. Document 1, Roles, and what the documents say about single operations.
 */
export const roleLimits = {
  own_applications: { [developer]: 'applications of own groups' },
  own_groups: { [developer]: 'own groups', [limitedUserManager]: 'own groups' },
  own_users: { [limitedUserManager]: 'users of own groups' },
  lesser_roles: {
    [userManager]: 'plain users, limited user managers',
    [limitedUserManager]: 'plain users',
  },
  no_applications: { [userManager]: 'without applications' },
  self: forAllButAdministrators('themselves'),
  own_organization: forAllButAdministrators('part of their own'),
  own_catalog: 'only applications of one’s own groups',
  direct_install: 'only applications that allow direct install',
} as const satisfies Record<string, string | Partial<Record<RoleCode, string>>>;
export type RoleLimit = keyof typeof roleLimits;

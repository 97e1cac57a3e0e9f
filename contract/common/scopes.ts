import { type RoleCode, roles } from './codes.ts';

const toAllButAdministrators = (what: string) => ({ 1: what, 6: what, 7: what, 8: what, 9: what });
const { developer, userManager, limitedUserManager } = roles;

/**
 * What narrows those whom an operation lets in: to what, by role, in the words of `docs/roles.md`; a text alone is for
 * everybody alike. Document 1, Roles, and what the documents say beside an operation.
 */
export const scopes = {
  own_applications: { [developer]: 'applications of own groups' },
  own_groups: { [developer]: 'own groups', [limitedUserManager]: 'own groups' },
  own_users: { [limitedUserManager]: 'users of own groups' },
  lesser_roles: {
    [userManager]: 'plain users, limited user managers',
    [limitedUserManager]: 'plain users',
  },
  no_applications: { [userManager]: 'without applications' },
  self: toAllButAdministrators('themselves'),
  own_organization: toAllButAdministrators('their own, in part'),
  own_catalog: 'for what one’s groups give',
  direct_install: 'for what allows direct install',
} as const satisfies Record<string, string | Partial<Record<RoleCode, string>>>;
export type Scope = keyof typeof scopes;

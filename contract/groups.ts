import { type Static, Type } from 'typebox';
import { ApplicationWithVersions } from './application-objects.ts';
import { roles } from './common/codes.ts';
import { Failed } from './common/errors.ts';
import {
  AnyIdentifier,
  Id,
  maxBulk,
  nullable,
  output,
  PathIdentifier,
  Psk,
  PskList,
} from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { personFields } from './common/person-fields.ts';

const userManagers = [roles.userManager, roles.limitedUserManager] as const;

const Group = output({ psk: Psk, name: Type.String(), description: Type.String() });
/** At most 128 characters, at least one of them visible. */
const GroupName = Type.String({ maxLength: 128, pattern: '\\S' });
const GroupDescription = Type.String({ maxLength: 500 });
/** The objects of a bulk call, each named by psk or id. */
const Identifiers = Type.Array(AnyIdentifier, { maxItems: maxBulk });
const GroupParams = Type.Object({ group: PathIdentifier });

const shared = { area: 'groups', context: 'administrator', source: 'document 1, Groups' } as const;
const publiclyKnown = 'document 1, Groups; payload as publicly known';
/** Shared by operations that change a group itself: for user managers, and for administrators by the context. */
const managing = { ...shared, roles: [roles.userManager] } as const;
/** Shared by operations that change which applications a group has. */
const giving = {
  ...shared,
  path: '/v1/groups/:group/applications/',
  roles: [roles.appManager],
  params: GroupParams,
  bodySize: 'large',
} as const;
/** Shared by operations that change the members of groups. */
const joining = {
  ...shared,
  roles: userManagers,
  within: ['own_groups', 'own_users'],
  bodySize: 'large',
} as const;

/** How a group has an application; document 1, POST /v1/groups/, `apps`. */
export const Assignment = Type.Object({
  /** The application. */
  id: AnyIdentifier,
  /** The versions that members see; must be empty with `is_latest`. */
  versions: Type.Optional(Type.Array(AnyIdentifier, { maxItems: 1000 })),
  /** Whether members must install it; false when absent. */
  is_mandatory: Type.Optional(Type.Boolean()),
  /** Whether members always see the newest version; when absent, true without `versions`. */
  is_latest: Type.Optional(Type.Boolean()),
  /** False takes the application from the group. */
  is_assigned: Type.Optional(Type.Boolean()),
});
export type Assignment = Static<typeof Assignment>;

export const listGroups = operation({
  ...shared,
  name: 'listGroups',
  method: 'GET',
  path: '/v1/groups/',
  roles: [roles.appManager, ...userManagers, roles.developer],
  within: ['own_groups'],
  query: ListControls,
  response: output({
    groups: Type.Array(
      output({
        app_count: Type.Integer(),
        psk: Psk,
        user_count: Type.Integer(),
        name: Type.String(),
        description: Type.String(),
      }),
    ),
    total_available: TotalAvailable,
  }),
  summary: 'List groups',
});

/** `name` and `description`, or their names in PUT; null counts as the empty text. */
const groupNames = {
  group_name: Type.Optional(GroupName),
  group_description: Type.Optional(nullable(GroupDescription)),
  name: Type.Optional(GroupName),
  description: Type.Optional(nullable(GroupDescription)),
};

const AddGroup = Type.Object({
  ...groupNames,
  users: Type.Optional(Type.Object({ add_users: Type.Optional(Identifiers) })),
  apps: Type.Optional(Type.Array(Assignment, { maxItems: maxBulk })),
});
export type AddGroup = Static<typeof AddGroup>;

export const addGroup = operation({
  ...managing,
  name: 'addGroup',
  fieldScopes: { users: 'reference', apps: 'reference' },
  method: 'POST',
  path: '/v1/groups/',
  within: ['no_applications'],
  bodySize: 'large',
  body: AddGroup,
  response: output({ group: Group }),
  summary: 'Add a group',
});

export const updateGroup = operation({
  ...managing,
  name: 'updateGroup',
  method: 'PUT',
  path: '/v1/groups/:group',
  params: GroupParams,
  body: Type.Object(groupNames),
  response: output({ group: Group }),
  source: publiclyKnown,
  summary: 'Rename or describe a group',
});

export const deleteGroup = operation({
  ...managing,
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/v1/groups/:group',
  params: GroupParams,
  response: output({ deleted_group: Group }),
  summary: 'Delete a group',
});

export const addGroupApplications = operation({
  ...giving,
  name: 'addGroupApplications',
  fieldScopes: { app_psk: 'reference', apps: 'reference' },
  method: 'POST',
  body: Type.Object({
    app_psk: Type.Optional(Identifiers),
    apps: Type.Optional(Type.Array(Assignment, { maxItems: maxBulk })),
  }),
  response: output({ apps_added: PskList, apps_failed: Type.Array(Failed) }),
  source: publiclyKnown,
  summary: 'Give applications to a group, or change how they are given',
});

export const removeGroupApplications = operation({
  ...giving,
  name: 'removeGroupApplications',
  fieldScopes: { app_psk: 'reference' },
  method: 'DELETE',
  body: Type.Object({ app_psk: Identifiers }),
  response: output({ apps_removed: PskList, apps_failed: Type.Array(Failed) }),
  summary: 'Take applications from a group',
});

export const addGroupUsers = operation({
  ...joining,
  name: 'addGroupUsers',
  fieldScopes: { user_psk: 'reference' },
  method: 'POST',
  path: '/v1/groups/:group/users/',
  params: GroupParams,
  body: Type.Object({ user_psk: Identifiers }),
  response: output({ users_added: PskList, users_failed: Type.Array(Failed) }),
  source: publiclyKnown,
  summary: 'Add users to a group',
});

export const removeGroupUsers = operation({
  ...joining,
  name: 'removeGroupUsers',
  fieldScopes: { user_psk: 'reference' },
  method: 'DELETE',
  path: '/v1/groups/:group/users/',
  params: GroupParams,
  body: Type.Object({ user_psk: Identifiers }),
  response: output({ users_removed: PskList, users_failed: Type.Array(Failed) }),
  summary: 'Remove users from a group',
});

export const addUserToGroups = operation({
  ...joining,
  name: 'addUserToGroups',
  method: 'POST',
  path: '/v1/groups/users/:user',
  params: Type.Object({ user: PathIdentifier }),
  body: Type.Object({ group_psk: Identifiers }),
  response: output({ added_groups: PskList, failed_groups: Type.Array(Failed) }),
  source: publiclyKnown,
  summary: 'Add one user to several groups',
});

export const listGroupApplications = operation({
  ...shared,
  name: 'listGroupApplications',
  method: 'GET',
  path: '/v2/groups/:group/applications/',
  roles: [roles.appManager, roles.developer],
  within: ['own_groups'],
  params: GroupParams,
  response: output({ applications: Type.Array(ApplicationWithVersions) }),
  summary: 'List the applications of a group',
});

export const listGroupUsers = operation({
  ...shared,
  name: 'listGroupUsers',
  method: 'GET',
  path: '/v2/groups/:group/users/',
  roles: userManagers,
  within: ['own_groups'],
  params: GroupParams,
  response: output({
    users_in_group: Type.Array(
      output({
        id: Id,
        psk: Psk,
        ...personFields,
        disabled_reason: nullable(Type.Integer()),
      }),
    ),
  }),
  summary: 'List the users of a group',
});

export const listApplicationGroups = operation({
  ...shared,
  name: 'listApplicationGroups',
  method: 'GET',
  path: '/v2/groups/applications/:application/',
  roles: [roles.appManager, roles.developer],
  within: ['own_applications', 'own_groups'],
  params: Type.Object({ application: PathIdentifier }),
  response: output({
    groups: Type.Array(
      output({
        psk: Psk,
        name: Type.String(),
        description: Type.String(),
        is_mandatory: Type.Boolean(),
        is_latest: Type.Boolean(),
        versions: Type.Array(Id),
      }),
    ),
  }),
  source: 'document 1, Groups; payload ours',
  summary: 'List the groups that have an application',
});

export const groupOperations = [
  listGroups,
  addGroup,
  updateGroup,
  deleteGroup,
  addGroupApplications,
  removeGroupApplications,
  addGroupUsers,
  removeGroupUsers,
  addUserToGroups,
  listGroupApplications,
  listGroupUsers,
  listApplicationGroups,
] as const;

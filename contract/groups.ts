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
  Timestamp,
} from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';

const userManagers = [roles.userManager, roles.limitedUserManager] as const;

const Group = output({ psk: Psk, name: Type.String(), description: Type.String() });
/** At most 128 characters, at least one of them visible. */
const GroupName = Type.String({ maxLength: 128, pattern: '\\S' });
const GroupDescription = Type.String({ maxLength: 500 });
/** The objects of a bulk call, each named by psk or id. */
const Identifiers = Type.Array(AnyIdentifier, { maxItems: maxBulk });
const GroupParams = Type.Object({ group: PathIdentifier });

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
  name: 'listGroups',
  area: 'groups',
  method: 'GET',
  path: '/v1/groups/',
  context: 'administrator',
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
  source: 'document 1, Groups',
  summary: 'List groups',
});

/** `name` and `description`, or by the names of PUT; null is the empty text, as it is shown. */
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
  name: 'addGroup',
  area: 'groups',
  method: 'POST',
  path: '/v1/groups/',
  context: 'administrator',
  roles: [roles.userManager],
  within: ['no_applications'],
  bodySize: 'large',
  body: AddGroup,
  response: output({ group: Group }),
  source: 'document 1, Groups',
  summary: 'Add a group',
});

export const updateGroup = operation({
  name: 'updateGroup',
  area: 'groups',
  method: 'PUT',
  path: '/v1/groups/:group',
  context: 'administrator',
  roles: [roles.userManager],
  params: GroupParams,
  body: Type.Object(groupNames),
  response: output({ group: Group }),
  source: 'document 1, Groups; payload as publicly known',
  summary: 'Rename or describe a group',
});

export const deleteGroup = operation({
  name: 'deleteGroup',
  area: 'groups',
  method: 'DELETE',
  path: '/v1/groups/:group',
  context: 'administrator',
  roles: [roles.userManager],
  params: GroupParams,
  response: output({ deleted_group: Group }),
  source: 'document 1, Groups',
  summary: 'Delete a group',
});

export const addGroupApplications = operation({
  name: 'addGroupApplications',
  area: 'groups',
  method: 'POST',
  path: '/v1/groups/:group/applications/',
  context: 'administrator',
  roles: [roles.appManager],
  params: GroupParams,
  bodySize: 'large',
  body: Type.Object({
    app_psk: Type.Optional(Identifiers),
    apps: Type.Optional(Type.Array(Assignment, { maxItems: maxBulk })),
  }),
  response: output({ apps_added: PskList, apps_failed: Type.Array(Failed) }),
  source: 'document 1, Groups; payload as publicly known',
  summary: 'Give applications to a group, or change how they are given',
});

export const removeGroupApplications = operation({
  name: 'removeGroupApplications',
  area: 'groups',
  method: 'DELETE',
  path: '/v1/groups/:group/applications/',
  context: 'administrator',
  roles: [roles.appManager],
  params: GroupParams,
  bodySize: 'large',
  body: Type.Object({ app_psk: Identifiers }),
  response: output({ apps_removed: PskList, apps_failed: Type.Array(Failed) }),
  source: 'document 1, Groups',
  summary: 'Take applications from a group',
});

export const addGroupUsers = operation({
  name: 'addGroupUsers',
  area: 'groups',
  method: 'POST',
  path: '/v1/groups/:group/users/',
  context: 'administrator',
  roles: userManagers,
  within: ['own_groups', 'own_users'],
  params: GroupParams,
  bodySize: 'large',
  body: Type.Object({ user_psk: Identifiers }),
  response: output({ users_added: PskList, users_failed: Type.Array(Failed) }),
  source: 'document 1, Groups; payload as publicly known',
  summary: 'Add users to a group',
});

export const removeGroupUsers = operation({
  name: 'removeGroupUsers',
  area: 'groups',
  method: 'DELETE',
  path: '/v1/groups/:group/users/',
  context: 'administrator',
  roles: userManagers,
  within: ['own_groups', 'own_users'],
  params: GroupParams,
  bodySize: 'large',
  body: Type.Object({ user_psk: Identifiers }),
  response: output({ users_removed: PskList, users_failed: Type.Array(Failed) }),
  source: 'document 1, Groups',
  summary: 'Remove users from a group',
});

export const addUserToGroups = operation({
  name: 'addUserToGroups',
  area: 'groups',
  method: 'POST',
  path: '/v1/groups/users/:user',
  context: 'administrator',
  roles: userManagers,
  within: ['own_groups', 'own_users'],
  params: Type.Object({ user: PathIdentifier }),
  bodySize: 'large',
  body: Type.Object({ group_psk: Identifiers }),
  response: output({ added_groups: PskList, failed_groups: Type.Array(Failed) }),
  source: 'document 1, Groups; payload as publicly known',
  summary: 'Add one user to several groups',
});

export const listGroupApplications = operation({
  name: 'listGroupApplications',
  area: 'groups',
  method: 'GET',
  path: '/v2/groups/:group/applications/',
  context: 'administrator',
  roles: [roles.appManager, roles.developer],
  within: ['own_groups'],
  params: GroupParams,
  response: output({ applications: Type.Array(ApplicationWithVersions) }),
  source: 'document 1, Groups',
  summary: 'List the applications of a group',
});

export const listGroupUsers = operation({
  name: 'listGroupUsers',
  area: 'groups',
  method: 'GET',
  path: '/v2/groups/:group/users/',
  context: 'administrator',
  roles: userManagers,
  within: ['own_groups'],
  params: GroupParams,
  response: output({
    users_in_group: Type.Array(
      output({
        id: Id,
        psk: Psk,
        first_name: Type.String(),
        last_name: Type.String(),
        email: Type.String(),
        mobile_phone: Type.String(),
        role: Type.Integer(),
        created_date: Timestamp,
        until_date: Timestamp,
        disabled_reason: nullable(Type.Integer()),
        user_id: Type.String(),
        last_login_from_catalog: nullable(Timestamp),
      }),
    ),
  }),
  source: 'document 1, Groups',
  summary: 'List the users of a group',
});

export const listApplicationGroups = operation({
  name: 'listApplicationGroups',
  area: 'groups',
  method: 'GET',
  path: '/v2/groups/applications/:application/',
  context: 'administrator',
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

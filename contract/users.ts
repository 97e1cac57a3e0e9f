import { type Static, Type } from 'typebox';
import { roles } from './common/codes.ts';
import { Failed } from './common/errors.ts';
import {
  AnyIdentifier,
  Id,
  Metadata,
  maxBulk,
  nullable,
  output,
  PathIdentifier,
  Psk,
  Timestamp,
} from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { personFields } from './common/person-fields.ts';

const userManagers = [roles.userManager, roles.limitedUserManager] as const;

/** The login name: at most 200 characters, exactly those that document 1, User, allows. */
export const UserId = Type.String({
  maxLength: 200,
  pattern: "^[a-zA-Z0-9'~!$%^&*_=+.@,/]+$",
});

export const Role = Type.Enum([1, 5, 6, 7, 8, 9]);

/** At least 5 characters, without spaces. An organization's own rules apply in addition. */
export const Password = Type.String({ minLength: 5, maxLength: 1000, pattern: '^\\S+$' });

/** At most 200 characters, at least one of them visible. */
export const Name = Type.String({ maxLength: 200, pattern: '\\S' });
export const Email = Type.String({ format: 'email', maxLength: 254 });
export const Phone = Type.String({ pattern: '^[0-9]*$', maxLength: 30 });
const InputMetadata = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown());

const userFields = {
  id: Id,
  psk: Psk,
  ...personFields,
  disabled: Type.Boolean(),
  disabled_reason: nullable(Type.Integer()),
  status: Type.Union([Type.Literal('enabled'), Type.Literal('invited'), Type.Literal('disabled')]),
  modified_date: Timestamp,
  custom_metadata: Metadata,
};

/** Document 1, GET /v2/users/<user>/. `psk` is ours, because v1 calls need it. */
export const User = output(userFields);
export type User = Static<typeof User>;

export const UserRow = output({ ...userFields, role_name: Type.String() });

/** Identifiers in v1 responses are psks; document 1, User. */
const { id: _, ...userFieldsV1 } = UserRow.properties;

const UserParams = Type.Object({ user: PathIdentifier });
const shared = {
  area: 'users',
  context: 'administrator',
  roles: userManagers,
  source: 'document 1, Users',
} as const;
/** Shared by operations that change users. */
const managing = { ...shared, within: ['lesser_roles', 'own_users'] } as const;

const AddUser = Type.Object({
  user_id: UserId,
  password: Password,
  first_name: Name,
  last_name: Name,
  /** Null and the empty text count as none. */
  email: Type.Optional(Type.Union([Email, Type.Literal(''), Type.Null()])),
  role: Type.Optional(Role),
  phone: Type.Optional(nullable(Phone)),
  send_invite: Type.Optional(Type.Boolean()),
  custom_metadata: Type.Optional(nullable(InputMetadata)),
  groups: Type.Optional(Type.Array(AnyIdentifier, { maxItems: maxBulk })),
});
export type AddUser = Static<typeof AddUser>;

export const addUser = operation({
  ...shared,
  name: 'addUser',
  method: 'POST',
  path: '/v1/users/',
  within: ['lesser_roles', 'own_groups'],
  fieldScopes: { groups: 'groups:write' },
  recentSignIn: 'when it gives a role',
  bodySize: 'large',
  body: AddUser,
  response: output({ user_psk: Psk }),
  summary: 'Add a user',
});

export const readUser = operation({
  ...shared,
  name: 'readUser',
  method: 'GET',
  path: '/v2/users/:user/',
  within: ['own_users'],
  params: UserParams,
  response: output({ user: User }),
  summary: 'Read a user',
});

export const deleteUser = operation({
  ...managing,
  name: 'deleteUser',
  method: 'DELETE',
  path: '/v1/users/:user',
  recentSignIn: 'always',
  params: UserParams,
  response: output({ delete_user_response: Type.Boolean() }),
  summary: 'Delete a user',
});

export const deleteUsers = operation({
  ...managing,
  name: 'deleteUsers',
  method: 'DELETE',
  path: '/v2/users/',
  recentSignIn: 'always',
  bodySize: 'large',
  body: Type.Object({ user_ids: Type.Array(Type.String({ maxLength: 200 }), { maxItems: maxBulk }) }),
  response: output({
    users_deleted: Type.Array(Type.String()),
    users_failed: Type.Array(Failed),
  }),
  source: 'document 1, Users; response ours, in the form of similar operations',
  summary: 'Delete several users',
});

export const listUsers = operation({
  ...shared,
  name: 'listUsers',
  method: 'GET',
  path: '/v2/users/',
  within: ['own_users'],
  query: ListControls,
  response: output({ users: Type.Array(UserRow), total_available: TotalAvailable }),
  source: 'document 1, Users and List controls',
  summary: 'List users',
});

export const listUsersV1 = operation({
  ...shared,
  name: 'listUsersV1',
  method: 'GET',
  path: '/v1/users/',
  within: ['own_users'],
  query: ListControls,
  response: output({ users: Type.Array(output(userFieldsV1)), total_available: TotalAvailable }),
  source: 'document 1, Requests for affiliated organizations (the example); payload as of GET /v2/users/',
  summary: 'List users, with numeric identifiers',
  replacedBy: 'GET /v2/users/',
});

export const readCaller = operation({
  name: 'readCaller',
  area: 'users',
  method: 'GET',
  path: '/v2/users/info',
  context: 'valid_user',
  response: output({ user: User }),
  source: 'document 1, Users',
  summary: 'Read the user who makes the request',
});

const UpdateUser = Type.Object({
  /** Can't be changed: accepted only when it is the current value. */
  user_id: Type.Optional(Type.String({ maxLength: 200 })),
  /** Null or an empty text removes the address. */
  email: Type.Optional(Type.Union([Email, Type.Literal(''), Type.Null()])),
  password: Type.Optional(Password),
  first_name: Type.Optional(Name),
  /** May be empty, as it is for the first administrator, so that an answer can be sent back unchanged. */
  last_name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  phone: Type.Optional(nullable(Phone)),
  role: Type.Optional(Role),
  custom_metadata: Type.Optional(nullable(InputMetadata)),
  disabled: Type.Optional(Type.Boolean()),
  until_date: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  resend_invite: Type.Optional(Type.Boolean()),
});
export type UpdateUser = Static<typeof UpdateUser>;

export const updateUser = operation({
  ...managing,
  name: 'updateUser',
  method: 'PUT',
  path: '/v1/users/:user',
  recentSignIn: 'when it changes a password, a role or an e-mail address',
  params: UserParams,
  body: UpdateUser,
  response: output({ update_user_success: Type.Boolean() }),
  source: 'document 1, Users; payload as publicly known',
  summary: 'Update a user',
});

export const userOperations = [
  addUser,
  readUser,
  deleteUser,
  deleteUsers,
  listUsers,
  listUsersV1,
  readCaller,
  updateUser,
] as const;

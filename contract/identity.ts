import { Type } from 'typebox';
import { Id, output, PathIdentifier, Psk, Timestamp, UserIdentifier } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { personFields } from './common/person-fields.ts';

/** The user in the answer to authentication; document 1, POST /v2/users/authenticate/. */
export const IdentityUser = output({ id: Id, ...personFields });

const Credentials = Type.Object({
  user_id: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ minLength: 1, maxLength: 1000 }),
  remember_me: Type.Optional(Type.Boolean()),
});

/**
 * Why a session ended, as `reason` in the details of `not_authenticated` and `device_unknown`; ours. Without it, the token
 * is unknown.
 */
export const sessionEnds = [
  'expired',
  'signed_out',
  'password_changed',
  'device_unpaired',
  'device_disabled',
  'account_disabled',
  'account_deleted',
] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** Seconds; document 1, States and transitions. */
const TtlInSeconds = Type.Integer({ minimum: 0 });

/** Shared by operations for people who are not signed in. */
const open = { area: 'identity', context: 'none' } as const;

export const authenticateUser = operation({
  ...open,
  name: 'authenticateUser',
  method: 'POST',
  path: '/v2/users/authenticate/',
  body: Credentials,
  response: output({
    organization: output({ id: Id, name: Type.String() }),
    token: Type.String(),
    ttl_in_seconds: TtlInSeconds,
    user: IdentityUser,
  }),
  source: 'document 1, Authentication endpoints',
  summary: 'Authenticate a user',
});

export const authenticateUserV1 = operation({
  ...open,
  name: 'authenticateUserV1',
  method: 'POST',
  path: '/v1/users/authenticate/',
  body: Credentials,
  response: output({
    organization: output({ psk: Psk, name: Type.String() }),
    token: Type.String(),
    ttl_in_seconds: TtlInSeconds,
    user: output({ psk: Psk, ...personFields }),
  }),
  source: 'document 1, Authentication endpoints (earlier variant)',
  summary: 'Authenticate a user, with numeric identifiers',
  replacedBy: 'POST /v2/users/authenticate/',
});

const apiTokens = {
  area: 'identity',
  path: '/v2/organizations/:organization/api_tokens',
  context: 'valid_user',
  within: ['self'],
  params: Type.Object({ organization: PathIdentifier }),
  source: 'document 1, Authentication endpoints',
} as const;

export const createApiToken = operation({
  ...apiTokens,
  name: 'createApiToken',
  method: 'POST',
  fieldScopes: { user: 'reference' },
  recentSignIn: 'always',
  body: Type.Object({ user: UserIdentifier }),
  response: output({ session: output({ token: Type.String(), id: Id }), user: IdentityUser }),
  summary: 'Create an API token; only this answer shows its secret',
});

export const listApiTokens = operation({
  ...apiTokens,
  name: 'listApiTokens',
  method: 'GET',
  response: output({
    api_tokens: Type.Array(output({ id: Id, user: IdentityUser, token: Type.String(), prune: Timestamp })),
  }),
  summary: 'List API tokens, with only the last four characters of each secret',
});

export const deleteApiToken = operation({
  name: 'deleteApiToken',
  area: 'identity',
  method: 'DELETE',
  path: '/v2/organizations/api_tokens/:api_token',
  context: 'administrator',
  params: Type.Object({ api_token: PathIdentifier }),
  response: output({ deleted: Type.Boolean() }),
  source: 'document 1, Authentication endpoints',
  summary: 'Delete an API token',
});

const session = {
  area: 'identity',
  path: '/v1/session/',
  context: 'administrator',
  source: 'document 1, Sessions',
} as const;

export const extendSession = operation({
  ...session,
  name: 'extendSession',
  method: 'PUT',
  response: output({ ttl_in_seconds: TtlInSeconds }),
  summary: "Extend the token by the organization's session timeout",
});

export const readSession = operation({
  ...session,
  name: 'readSession',
  method: 'GET',
  response: output({ session: output({ token: Type.String(), prune: Timestamp }) }),
  summary: 'Read when the token expires',
});

export const endSession = operation({
  ...session,
  name: 'endSession',
  method: 'DELETE',
  context: 'valid_user',
  response: output({ deleted: Type.Boolean() }),
  source: 'ours: signing out',
  summary: 'End the session; its token stops working at once',
});

export const changePassword = operation({
  ...open,
  name: 'changePassword',
  method: 'POST',
  path: '/v3/users/password',
  body: Type.Object({
    user_id: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
    new_password: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  response: output({ changed: Type.Boolean() }),
  source: 'ours: lets users change their own password when it has expired',
  summary: "Change one's own password, even after it has expired",
});

export const changeOwnPassword = operation({
  name: 'changeOwnPassword',
  area: 'identity',
  method: 'PUT',
  path: '/v3/users/info/password/',
  context: 'valid_user',
  body: Type.Object({
    password: Type.String({ minLength: 1, maxLength: 1000 }),
    new_password: Type.String({ minLength: 1, maxLength: 1000 }),
    end_other_sessions: Type.Boolean({
      default: true,
      description: 'Whether all other sessions of the caller end; the one of the request goes on',
    }),
  }),
  response: output({
    changed: Type.Boolean(),
    /** How many sessions ended, and API tokens where the organization demands that. */
    ended: Type.Integer({ minimum: 0 }),
  }),
  source:
    'ours: people change their password while they are signed in, and say what becomes of other sessions',
  summary: "Change one's own password and stay signed in",
});

/** The part behind the # in the link of an invitation, or of a password reset. */
const Secret = Type.String({ minLength: 1, maxLength: 200 });

const Least = Type.Integer({ minimum: 0 });
/** How many characters a password needs, in all and of each kind. The names are those of `rule` in a refusal. */
const PasswordNeeds = output({
  length: Least,
  lowercase: Least,
  uppercase: Least,
  digits: Least,
  symbols: Least,
});

export const readInvitation = operation({
  ...open,
  name: 'readInvitation',
  recorded: false,
  method: 'POST',
  path: '/v3/invitations/read/',
  body: Type.Object({ invitation: Secret }),
  response: output({
    user: output({ user_id: Type.String(), first_name: Type.String(), last_name: Type.String() }),
    organization: output({ id: Id, name: Type.String() }),
    expires: Timestamp,
    password_needs: PasswordNeeds,
  }),
  source: 'ours: an invited user chooses the first password',
  summary: 'Read whom an invitation, or the link of a password reset, is for',
});

export const acceptInvitation = operation({
  ...open,
  name: 'acceptInvitation',
  method: 'POST',
  path: '/v3/invitations/accept/',
  body: Type.Object({ invitation: Secret, password: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: output({ user_id: Type.String() }),
  source: 'ours: an invited user chooses the first password',
  summary:
    'Choose the first password with the link of an invitation, or a new one with the link of a password reset; each link works once',
});

export const requestPasswordReset = operation({
  ...open,
  name: 'requestPasswordReset',
  recorded: false,
  method: 'POST',
  path: '/v3/password-resets/',
  body: Type.Object({
    /** The user ID or the e-mail address. */
    user_id: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  response: output({ requested: Type.Boolean() }),
  source: 'ours: for people who have forgotten their password',
  summary:
    'Ask for a mail with a link to choose another password; the answer does not tell whether there is such a user',
});

export const identityOperations = [
  authenticateUser,
  authenticateUserV1,
  createApiToken,
  listApiTokens,
  deleteApiToken,
  extendSession,
  readSession,
  endSession,
  changePassword,
  changeOwnPassword,
  readInvitation,
  acceptInvitation,
  requestPasswordReset,
] as const;

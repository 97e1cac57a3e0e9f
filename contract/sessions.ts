import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp, UserIdentifier } from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { tokenScopes } from './common/token-scopes.ts';

/** A session, or an API token: what a person is signed in with. */
export const Session = output({
  id: Id,
  /** `user`: without a device; `catalog`: on a device; `api`: an API token. */
  kind: Type.Union([Type.Literal('user'), Type.Literal('catalog'), Type.Literal('api')]),
  name: nullable(Type.String()),
  device: nullable(output({ id: Id, name: nullable(Type.String()) })),
  created: Timestamp,
  /** To the minute; null before the first use. */
  last_used: nullable(Timestamp),
  /** Null when it never ends. */
  ends: nullable(Timestamp),
  /** The address it was begun from; null when that is not known. */
  address: nullable(Type.String()),
  agent: nullable(Type.String()),
  /** Whether it is the session or token of this request. */
  current: Type.Boolean(),
  /** What an API token is limited to; null: whatever its user may do. */
  scopes: nullable(Type.Array(Type.String())),
  /** The last four characters of the secret. */
  last_four: Type.String(),
});
export type Session = Static<typeof Session>;

const Name = Type.String({ minLength: 1, maxLength: 100 });
const SessionParams = Type.Object({ session: PathIdentifier });
const UserParams = Type.Object({ user: PathIdentifier });
const query = Type.Pick(ListControls, ['sort', 'page']);
const Sessions = output({ sessions: Type.Array(Session), total_available: TotalAvailable });
const Ended = output({ ended: Type.Integer({ minimum: 0 }) });

const own = {
  area: 'identity',
  context: 'valid_user',
  source: 'ours: people see what they are signed in with, and end it',
} as const;
const managed = { ...own, context: 'administrator' } as const;

export const listSessions = operation({
  ...own,
  name: 'listSessions',
  method: 'GET',
  path: '/v3/sessions/',
  query,
  response: Sessions,
  summary: "List one's own sessions and API tokens, the newest first",
});

export const renameSession = operation({
  ...own,
  name: 'renameSession',
  method: 'PUT',
  path: '/v3/sessions/:session/',
  params: SessionParams,
  body: Type.Object({ name: nullable(Name) }),
  response: output({ session: Session }),
  summary: "Name one of one's own sessions or API tokens",
});

export const endOwnSession = operation({
  ...own,
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/v3/sessions/:session/',
  params: SessionParams,
  response: Ended,
  summary: "End one of one's own sessions, or delete one of one's own API tokens",
});

export const endOtherSessions = operation({
  ...own,
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/v3/sessions/',
  query: Type.Object({
    api_tokens: Type.Boolean({ default: false, description: 'Whether API tokens are deleted too' }),
  }),
  response: Ended,
  summary: "End all of one's own sessions but this one",
});

export const listSessionsOfUser = operation({
  ...managed,
  name: 'listSessionsOfUser',
  method: 'GET',
  path: '/v3/users/:user/sessions/',
  params: UserParams,
  query,
  response: Sessions,
  summary: "List a user's sessions and API tokens, the newest first",
});

export const endSessionsOfUser = operation({
  ...managed,
  name: 'endSessionsOfUser',
  method: 'DELETE',
  path: '/v3/users/:user/sessions/',
  params: UserParams,
  response: Ended,
  summary: "End all of a user's sessions, and delete all API tokens",
});

export const endSessionOfUser = operation({
  ...managed,
  name: 'endSessionOfUser',
  method: 'DELETE',
  path: '/v3/users/:user/sessions/:session/',
  params: Type.Object({ user: PathIdentifier, session: PathIdentifier }),
  response: Ended,
  summary: "End one of a user's sessions, or delete an API token",
});

export const createToken = operation({
  ...own,
  name: 'createToken',
  method: 'POST',
  path: '/v3/tokens/',
  within: ['self'],
  fieldScopes: { user: 'reference' },
  recentSignIn: 'always',
  body: Type.Object({
    /** The caller when absent. */
    user: Type.Optional(UserIdentifier),
    name: Name,
    scopes: Type.Optional(
      Type.Array(Type.String({ enum: [...tokenScopes] }), { minItems: 1, maxItems: 50, uniqueItems: true }),
    ),
    ends: Type.Optional(Timestamp),
  }),
  response: output({ session: Session, token: Type.String() }),
  summary:
    'Create an API token with a name, and when asked for with scopes and an end; only this answer shows its secret',
});

export const sessionOperations = [
  listSessions,
  renameSession,
  endOwnSession,
  endOtherSessions,
  listSessionsOfUser,
  endSessionsOfUser,
  endSessionOfUser,
  createToken,
] as const;

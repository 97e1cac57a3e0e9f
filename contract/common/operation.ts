import type { TObject, TSchema } from 'typebox';
import { type RoleCode, roles } from './codes.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call an operation (document 1, Authentication 6, and beside the operations in all three documents):
 * - `none`: anybody;
 * - `valid_user`: any user with a valid token in `X-TOKEN`;
 * - `administrator`: role 5, or one of the operation's own `roles`;
 * - `publisher`: administrator, app manager or developer;
 * - `user_and_device`: a user token, and in `X-UDID` a device paired with that user;
 * - `query_token_and_device`: the same in the query, as `token` and `udid`, or a link token of our own;
 * - `direct_install`: nobody signed in; the application must allow it.
 */
export type Context =
  | 'none'
  | 'valid_user'
  | 'administrator'
  | 'publisher'
  | 'user_and_device'
  | 'query_token_and_device'
  | 'direct_install';

/** Roles that a context lets in; of a context that is not here, every role, or nobody is asked for one. */
export const contextRoles: Partial<Record<Context, readonly RoleCode[]>> = {
  administrator: [roles.administrator],
  publisher: [roles.administrator, roles.appManager, roles.developer],
};

/** The parts of the service; the same words name the folders of all four trees. */
export type Area =
  | 'identity'
  | 'users'
  | 'groups'
  | 'organizations'
  | 'applications'
  | 'credentials'
  | 'policies'
  | 'inspections'
  | 'categories'
  | 'notifications'
  | 'catalog'
  | 'downloads'
  | 'inventory'
  | 'reviews'
  | 'devices'
  | 'jobs'
  | 'reports'
  | 'feeds';

/** One operation of the interface, declared once for both sides. `path` names parameters as `:name`. */
export interface Operation {
  readonly name: string;
  readonly area: Area;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/v${1 | 2 | 3}/${string}`;
  readonly context: Context;
  /** Roles let in beside those of the context. */
  readonly roles?: readonly RoleCode[];
  /** What narrows some of those let in; the feature's policy keeps it. */
  readonly within?: readonly Scope[];
  /** Request headers beyond the token that the operation needs. */
  readonly headers?: TObject;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** File parts that a multipart request may carry beside its `data` part. */
  readonly files?: readonly string[];
  /** Media type of a body that is a stream of bytes. */
  readonly consumes?: string;
  readonly response: TSchema;
  /** HTTP status of success, where it is neither 200 nor, without a body, 204. */
  readonly status?: 201;
  /** How success is answered where not with `response`, or with a text that is no JSON: by an install manifest for iOS, a redirect, no content, a stream of events. */
  readonly deliveries?: readonly ('manifest' | 'redirect' | 'nothing' | 'events')[];
  /** Which document and section promises it, or `ours`. */
  readonly source: string;
  readonly summary: string;
  /** Method and path of the newer version that clients should move to; document 1, Versioning 2. */
  readonly replacedBy?: string;
}

/** Declares an operation and keeps its exact types. */
export const operation = <const O extends Operation>(declared: O): O => declared;

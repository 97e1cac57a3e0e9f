import type { TObject, TSchema } from 'typebox';
import { type BodySize, bodySizes } from './body-sizes.ts';
import { type RoleCode, roles } from './codes.ts';
import type { RoleLimit } from './role-limits.ts';

/**
 * Who may call an operation (document 1, Authentication 6, and the headings of the operations in all three documents):
 * - `none`: anybody;
 * - `valid_user`: any user with a valid token in `X-TOKEN`;
 * - `administrator`: an administrator (role 5), or a user with one of the operation's `roles`;
 * - `publisher`: an administrator, app manager or developer;
 * - `user_and_device`: a user with a token in `X-TOKEN`, on a device in `X-UDID` that is paired with that user;
 * - `query_token_and_device`: the same with `token` and `udid` in the query, or with the token of a link from this service;
 * - `direct_install`: anybody, for an application that may be installed without signing in.
 */
export type CallerContext =
  | 'none'
  | 'valid_user'
  | 'administrator'
  | 'publisher'
  | 'user_and_device'
  | 'query_token_and_device'
  | 'direct_install';

/** The roles that a context lets in. A context that is not listed lets in every role. */
export const contextRoles: Partial<Record<CallerContext, readonly RoleCode[]>> = {
  administrator: [roles.administrator],
  publisher: [roles.administrator, roles.appManager, roles.developer],
};

/** The parts of the interface. A part has this name in `contract/`, `mock-server/features/`, `src/features/` and `test/`. */
export const areas = [
  'identity',
  'users',
  'groups',
  'organizations',
  'applications',
  'credentials',
  'policies',
  'inspections',
  'categories',
  'notifications',
  'catalog',
  'downloads',
  'inventory',
  'reviews',
  'devices',
  'jobs',
  'audit',
  'reports',
  'feeds',
  'terms',
  'mails',
  'webhooks',
  'privacy',
  'violations',
  'support',
] as const;
export type Area = (typeof areas)[number];

/** A scope of an API token: reading in an area, or everything in it. */
export type TokenScope = `${Area}:${'read' | 'write'}`;

/**
 * What an API token with scopes needs besides the scope of the operation when the body has a field that reaches into another area:
 * a scope, or the scope of each text that the field may list. `reference` for a field that only names objects of another
 * area, and changes and shows nothing of them.
 */
export type FieldScope = TokenScope | 'reference' | Readonly<Record<string, TokenScope>>;

/** One operation of the interface, declared once for both sides. `path` names parameters as `:name`. */
export interface Operation {
  readonly name: string;
  readonly area: Area;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/v${1 | 2 | 3}/${string}`;
  readonly context: CallerContext;
  /** Roles that may call the operation in addition to those of the context. */
  readonly roles?: readonly RoleCode[];
  /** What some of these roles are limited to; the feature's `policy.ts` enforces it. */
  readonly within?: readonly RoleLimit[];
  /**
   * Allowed on a device before its user has accepted the terms of the organization; other operations that need a device
   * are refused until then.
   */
  readonly beforeTerms?: true;
  /** Request headers that the operation takes besides the token. */
  readonly headers?: TObject;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Names of the file parts that a multipart request may have besides its `data` part. */
  readonly files?: readonly string[];
  /** Media type of the request body, where that is a stream of bytes, or with `body`, JSON of a type of its own. */
  readonly consumes?: string;
  /** The scopes that fields of the body need, or its files: those by which it reaches into other areas. */
  readonly fieldScopes?: Readonly<Record<string, FieldScope>>;
  /**
   * What asks for a sign-in of the last minutes, where the organization demands that (`recent_sign_in_in_minutes`), because it
   * weakens security or opens accounts: `always`, or in which case. `always` is enforced where the operation is registered, a
   * case by its feature.
   */
  readonly recentSignIn?: 'always' | `when ${string}`;
  /** The body may be left out. */
  readonly optionalBody?: true;
  /**
   * The limits of the JSON of the body, or of the `data` part; default: `small` where anybody may call, else `usual`.
   */
  readonly bodySize?: keyof typeof bodySizes;
  readonly response: TSchema;
  /** HTTP status of success; without it 200, or 204 for an answer without a body. */
  readonly status?: 201;
  /**
   * Other forms that a successful answer may have: an install manifest for iOS, a redirect, no content, a stream of events,
   * `lines` of CSV or JSON, or `accepted`: 202, when the work that was asked for goes on.
   */
  readonly deliveries?: readonly ('manifest' | 'redirect' | 'nothing' | 'events' | 'accepted' | 'lines')[];
  /**
   * False for an operation that leaves no row in the audit log although it is not a GET: it only reads, is part of a
   * larger operation that leaves one, or is what a person does on their own, such as a review or an inventory.
   */
  readonly recorded?: false;
  /** The document and section that describe it, or `ours` and why we added it. */
  readonly source: string;
  readonly summary: string;
  /** Method and path of the newer version that clients should move to; document 1, Versioning 2. */
  readonly replacedBy?: string;
}

/** The limits of the JSON that an operation accepts. */
export const getBodySize = ({ bodySize, context }: Operation): BodySize =>
  bodySizes[bodySize ?? (context === 'none' || context === 'direct_install' ? 'small' : 'usual')];

/** Declares an operation. Its literal types are kept, so that client and handlers are typed by it. */
export const operation = <const O extends Operation>(declared: O): O => declared;

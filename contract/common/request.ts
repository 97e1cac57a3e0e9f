import type { Static, TSchema } from 'typebox';
import type { Operation } from './operation.ts';

/** The type that a schema of an operation describes; `Open` when the operation's type does not say which schema it is. */
type Part<O extends Operation, K extends keyof Operation, Open> =
  O extends Record<K, infer S extends TSchema> ? Static<S> : K extends keyof O ? Open : undefined;

/** Every property optional; undefined ones are left out of the request. */
type GivenArguments<T> = { [K in keyof T]?: T[K] | undefined };

/** Path parameters, which may also be numbers, such as a psk. */
type InPath<T> = { [K in keyof T]: T[K] | number };

/** The parameters in an operation's path. */
export type ParamsOf<O extends Operation> = InPath<Part<O, 'params', Record<string, unknown>>>;

/** The query of an operation; every parameter is optional. */
export type QueryOf<O extends Operation> = GivenArguments<Part<O, 'query', Record<string, unknown>>>;

/** The JSON body of an operation, or the `data` part of its multipart request. */
export type BodyOf<O extends Operation> = Part<O, 'body', unknown>;

type PartName<O extends Operation> = O extends { files: readonly (infer Name extends string)[] }
  ? Name
  : 'files' extends keyof O
    ? string
    : never;

/** Files by the parts of an operation's multipart request, any of them. */
export type FilesOf<O extends Operation, File> = { [Name in PartName<O>]?: File };

/** The answer of an operation. */
export type ResponseOf<O extends Operation> = Static<O['response']>;

/** Where a request goes. */
export interface Target<O extends Operation = Operation> {
  params?: ParamsOf<O> | undefined;
  query?: QueryOf<O> | undefined;
  /** An organization below the caller's own, to act on: goes into the path as `org/<org_id>`. */
  org?: string | undefined;
}

/** The content of a request, typed by the operation's schemas; the sender adds the token and device. */
export interface RequestOf<O extends Operation = Operation> extends Target<O> {
  body?: BodyOf<O> | undefined;
}

/** The path of a request with its organization and parameters, and its query. Error: a parameter of the path is missing. */
export function buildAddress<O extends Operation>(
  operation: O,
  { params, query, org }: Target<O> = {},
): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    if (!values.has(name)) throw new Error(`${operation.name} needs the parameter ${name}.`);
    return encoded(values.get(name));
  });
  const whole = org === undefined ? path : path.replace(/^\/v\d/, `$&/org/${encoded(org)}`);
  const requested = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = requested.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return search === '' ? whole : `${whole}?${search}`;
}

/** Percent-encodes a value. Half of a surrogate pair, which no address can contain, becomes the replacement character. */
const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

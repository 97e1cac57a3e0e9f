import type { Static, TSchema } from 'typebox';
import type { Operation } from './operation.ts';

/** What a schema of an operation describes; anything, where the operation's type leaves open which one it is. */
type Part<O extends Operation, K extends keyof Operation, Open> =
  O extends Record<K, infer S extends TSchema> ? Static<S> : K extends keyof O ? Open : undefined;

/** Any of these, or none: what is undefined is left out. */
type Given<T> = { [K in keyof T]?: T[K] | undefined };

/** In a path a number is text: a psk may be given as it comes. */
type InPath<T> = { [K in keyof T]: T[K] | number };

/** The parameters in an operation's path. */
export type ParamsOf<O extends Operation> = InPath<Part<O, 'params', Record<string, unknown>>>;

/** The query of an operation; everything in it may be left out. */
export type QueryOf<O extends Operation> = Given<Part<O, 'query', Record<string, unknown>>>;

/** The JSON body of an operation, or the `data` part of its multipart request. */
export type BodyOf<O extends Operation> = Part<O, 'body', unknown>;

type PartName<O extends Operation> = O extends { files: readonly (infer Name extends string)[] }
  ? Name
  : 'files' extends keyof O
    ? string
    : never;

/** Files by the parts of an operation's multipart request, any of them. */
export type FilesOf<O extends Operation, File> = { [Name in PartName<O>]?: File };

/** What an operation answers. */
export type ResponseOf<O extends Operation> = Static<O['response']>;

/** Where a request goes. */
export interface Target<O extends Operation = Operation> {
  params?: ParamsOf<O> | undefined;
  query?: QueryOf<O> | undefined;
  /** An organization below the caller's own, to act on: goes into the path as `org/<org_id>`. */
  org?: string | undefined;
}

/** What a request of an operation says, typed by its schemas; whoever sends it adds who asks. */
export interface RequestOf<O extends Operation = Operation> extends Target<O> {
  body?: BodyOf<O> | undefined;
}

/** The path of a request with its organization and parameters, and its query. Error: a parameter of the path is missing. */
export function addressOf<O extends Operation>(operation: O, { params, query, org }: Target<O> = {}): string {
  const given = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    if (!given.has(name)) throw new Error(`${operation.name} needs the parameter ${name}.`);
    return encoded(given.get(name));
  });
  const whole = org === undefined ? path : path.replace(/^\/v\d/, `$&/org/${encoded(org)}`);
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = asked.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return search === '' ? whole : `${whole}?${search}`;
}

/** A lone half of a character, which no address can carry, becomes the replacement character. */
const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

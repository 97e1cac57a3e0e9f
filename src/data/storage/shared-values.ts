import type { DBSchema } from 'idb';
import type { CachedDocument } from '../records/cached-document.ts';
import type { Identity } from '../records/session-record.ts';
import type { OpenKey, Vault } from './sealed/vault.ts';

/** What this browser stores outside of the accounts. */
export interface SharedValues {
  /** The stable id of this browser as a device. */
  device: string;
  /** The open account of this browser: organization and user, as in the name of its database. */
  current: { orgId: string; userId: string };
  /** The login name typed last, offered at the next sign-in. */
  login: string;
  /** The organization's name and colour for the sign-in page. */
  branding: CachedDocument<'readBranding'>;
  /** Tokens whose sessions still have to be ended at the service. */
  endings: readonly Identity[];
  /** The vault of each account, by the account's name. */
  vaults: Readonly<Record<string, Vault>>;
  /** The data keys of open accounts, by the account's name. */
  keys: Readonly<Record<string, OpenKey>>;
}
export type SharedName = keyof SharedValues;

/** One store, with each value under its name. */
export interface SharedSchema extends DBSchema {
  values: { key: SharedName; value: SharedValues[SharedName] };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const hasTexts = (value: unknown, ...fields: readonly string[]): boolean =>
  isObject(value) && fields.every((field) => isText(Reflect.get(value, field)));

export const stores: 'values'[] = ['values'];

type Checks = { readonly [N in SharedName]: (value: unknown) => value is SharedValues[N] };

/** Whether a value is what its name says; any other value counts as missing, and is replaced by the next one. */
const checks: Checks = {
  device: isText,
  current: (value): value is SharedValues['current'] => hasTexts(value, 'orgId', 'userId'),
  login: isText,
  branding: (value): value is SharedValues['branding'] =>
    hasTexts(value, 'operation') && hasTexts(Reflect.get(Object(value), 'value'), 'name'),
  endings: (value): value is SharedValues['endings'] => Array.isArray(value),
  vaults: (value): value is SharedValues['vaults'] => isObject(value),
  keys: (value): value is SharedValues['keys'] => isObject(value),
};

export const names: readonly SharedName[] = [
  'device',
  'current',
  'login',
  'branding',
  'endings',
  'vaults',
  'keys',
];

/** Values by name, as far as they are what their names say. */
export class Values {
  readonly #values = new Map<SharedName, unknown>();

  get<N extends SharedName>(name: N): SharedValues[N] | undefined {
    const value = this.#values.get(name);
    return checks[name](value) ? value : undefined;
  }

  set(name: SharedName, value: unknown): void {
    this.#values.set(name, value);
  }
}

/**
 * Adds what a database has that opened late to what the page has set without seeing it. The device stays what it was, and
 * accounts that are kept stay as they are, with their keys: what waits in them opens by nothing else.
 */
export function joinValues(here: Values, there: Values): void {
  const tokens = new Set(there.get('endings')?.map(({ token }) => token));
  const newTokens = (here.get('endings') ?? []).filter(({ token }) => !tokens.has(token));
  const vaults = there.get('vaults');
  const newKeys = Object.entries(here.get('keys') ?? {}).filter(([name]) => vaults?.[name] === undefined);
  here.set('device', there.get('device') ?? here.get('device'));
  here.set('endings', [...(there.get('endings') ?? []), ...newTokens]);
  here.set('vaults', { ...here.get('vaults'), ...vaults });
  here.set('keys', { ...Object.fromEntries(newKeys), ...there.get('keys') });
}

import { type DBSchema, type IDBPTransaction, type StoreNames, type StoreValue } from 'idb';
import type { CachedDocument } from '../records/cached-document.ts';
import type { Identity } from '../records/session-record.ts';
import { versionsPerSchema } from './connection.ts';
import type { OpenKey, Vault } from './sealed/vault.ts';

/** The key of the one record in each store. */
export const singleKey = 'only';

/** What this browser stores outside of the accounts, each value in its own store. */
export interface SharedSchema extends DBSchema {
  /** The stable id of this browser as a device. */
  device: { key: typeof singleKey; value: string };
  /** The open account of this browser: organization and user, as in the name of its database. */
  current: { key: typeof singleKey; value: { orgId: string; userId: string } };
  /** The login name typed last, offered at the next sign-in. */
  login: { key: typeof singleKey; value: string };
  /** The organization's name and colour for the sign-in page. */
  branding: { key: typeof singleKey; value: CachedDocument<'readBranding'> };
  /** Tokens whose sessions still have to be ended at the service. */
  endings: { key: typeof singleKey; value: readonly Identity[] };
  /** The vault of each account, by the account's name. */
  vaults: { key: typeof singleKey; value: Readonly<Record<string, Vault>> };
  /** The data keys of open accounts, by the account's name. */
  keys: { key: typeof singleKey; value: Readonly<Record<string, OpenKey>> };
}
export type SharedName = StoreNames<SharedSchema>;
export type SharedValue<N extends SharedName> = StoreValue<SharedSchema, N>;

export const names: readonly SharedName[] = [
  'device',
  'current',
  'login',
  'branding',
  'endings',
  'vaults',
  'keys',
];
/** One of a version before the first release is emptied. */
export const version = versionsPerSchema;

const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const hasTexts = (value: unknown, ...fields: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && fields.every((field) => isText(Reflect.get(value, field)));

/** Whether a value fits its store; any other value counts as missing, and is replaced by the next one. */
export const matchesShape: { [N in SharedName]: (value: unknown) => boolean } = {
  device: isText,
  current: (value) => hasTexts(value, 'orgId', 'userId'),
  login: isText,
  endings: Array.isArray,
  vaults: isObject,
  keys: isObject,
  branding: (value) => hasTexts(value, 'operation') && hasTexts(Reflect.get(Object(value), 'value'), 'name'),
};

/** The values of which a database and a page that has not seen it may each have a part. */
export type Joinable = {
  [N in 'device' | 'endings' | 'vaults' | 'keys']: SharedValue<N> | undefined;
};

/**
 * What a database has that opened late, joined with what the page has set without seeing it. The device stays what it was, and
 * accounts that are kept stay as they are, with their keys: what waits in them opens by nothing else.
 */
export function readJoined(there: Joinable, here: Joinable) {
  const tokens = new Set(there.endings?.map(({ token }) => token));
  const newKeys = Object.entries(here.keys ?? {}).filter(([name]) => there.vaults?.[name] === undefined);
  return {
    device: there.device ?? here.device,
    endings: [...(there.endings ?? []), ...(here.endings ?? []).filter(({ token }) => !tokens.has(token))],
    vaults: { ...here.vaults, ...there.vaults },
    keys: { ...Object.fromEntries(newKeys), ...there.keys },
  };
}

/** What a database has of the values that are joined. */
export async function toJoinable(
  transaction: IDBPTransaction<SharedSchema, SharedName[], 'readonly' | 'readwrite'>,
): Promise<Joinable> {
  const of = async <N extends SharedName>(name: N): Promise<SharedValue<N> | undefined> => {
    const value = await transaction.objectStore(name).get(singleKey);
    return matchesShape[name](value) ? value : undefined;
  };
  return {
    device: await of('device'),
    endings: await of('endings'),
    vaults: await of('vaults'),
    keys: await of('keys'),
  };
}

import { type SessionRecord, sessionKey } from '../records/session-record.ts';
import { AccountStorage, type OpenOptions } from '../storage/account-storage.ts';
import { deleteDatabase } from '../storage/connection.ts';
import { getSealedDatabaseName } from '../storage/database-name.ts';
import { DoesNotOpenError, isQuota, NewerDatabaseError } from '../storage/faults.ts';
import { IdbStorage } from '../storage/idb-storage.ts';
import { withRecordsMove } from '../storage/locks.ts';
import { allStores, cacheStores, durableStores, type StoreName } from '../storage/schema.ts';
import { Seal } from '../storage/sealed/seal.ts';
import {
  createKey,
  type Opener,
  type OpenKey,
  type Person,
  unwrapKey,
  wrapKey,
} from '../storage/sealed/vault.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import type { StoredAccounts } from './stored-accounts.ts';
import { OldPasswordNeededError, UnlockError } from './unlock-errors.ts';

type Key = OpenKey['key'];

/**
 * What to do when the password does not open the stored records: use another password that does, or start without them.
 */
export type OldRecordsChoice = { password: string } | 'give up';

/** Wrong passwords that may be tried without waiting. */
const freeAttempts = 3;
/** The longest wait between two passwords, in milliseconds. */
const maxWaitMs = 5 * 60_000;

/** Opens the sealed records of an account. */
export const openSealed = (name: string, key: Key, options: OpenOptions): Promise<AccountStorage> =>
  AccountStorage.open(getSealedDatabaseName(name), {
    ...options,
    account: name,
    seal: new Seal(key),
  });

/**
 * Prepares the stored records of an account for the session that begins: sealed, or readable when the person stays signed
 * in; with the password as the way to them. Throws an `OldPasswordNeededError` when they open with another password.
 */
export async function prepareRecords(
  accounts: StoredAccounts,
  name: string,
  record: SessionRecord,
  password: string,
  stored?: OldRecordsChoice,
): Promise<void> {
  if (stored === 'give up') await forgetRecords(accounts, name);
  const known = await accounts.getVault(name);
  const { key, opener } = await findOrCreateKey(accounts, name, password, stored);
  const lasts = record.expires - Date.now();
  const sealed = !record.remember;
  const vault = {
    person: toPerson(record),
    openers: [opener],
    lasts,
    waiting: known?.waiting ?? 0,
    wrong: { count: 0, notBefore: 0 },
  };
  await accounts.putVault(name, { ...vault, sealed: known?.sealed ?? false });
  await accounts.putKey(name, key, sealed ? lasts : null);
  if (sealed !== (known?.sealed ?? false)) await runUnlessBlocked(moveRecords(accounts, name, key, sealed));
}

/**
 * Finds the data key by the password, without the service. Throws an `UnlockError`; each wrong password makes the wait
 * for the next one longer.
 */
export async function unlock(accounts: StoredAccounts, name: string, password: string): Promise<void> {
  const vault = await accounts.getVault(name);
  if (vault === undefined) throw new UnlockError(0);
  const wait = Math.min(vault.wrong.notBefore - Date.now(), maxWaitMs);
  if (wait > 0) throw new UnlockError(wait);
  const key = await unwrapKey(vault.openers, password);
  if (key === null) {
    const count = vault.wrong.count + 1;
    const next = count < freeAttempts ? 0 : Math.min(maxWaitMs, 1000 * 2 ** (count - freeAttempts));
    await accounts.changeVault(name, { wrong: { count, notBefore: Date.now() + next } });
    throw new UnlockError(next);
  }
  await accounts.changeVault(name, { wrong: { count: 0, notBefore: 0 } });
  await accounts.putKey(name, key, vault.lasts);
}

/**
 * Locks an account whose person leaves it on this device: sealed, without a token. False when there is no key for that,
 * or when the database has a newer version.
 */
export async function lockForOwner(
  accounts: StoredAccounts,
  name: string,
  session: SessionRecord,
): Promise<boolean> {
  const key = (await accounts.getKey(name))?.key;
  const vault = await accounts.getVault(name);
  if (key === undefined || vault === undefined) return false;
  const left = { ...session, token: null, ended: 'signed_out' } as const;
  const lock = async () => {
    if (!vault.sealed) await moveRecords(accounts, name, key, true);
    const note = withSealed(name, key, (storage) =>
      storage.write(['session'], (transaction) => transaction.put('session', sessionKey, left), 'strict'),
    );
    // Without room for that, the token is locked up with the rest, and ended all the same.
    await note.catch((fault: unknown) => {
      if (!isQuota(fault)) throw fault;
    });
    await accounts.lock(name);
  };
  return runUnlessBlocked(lock());
}

/** Deletes the readable originals of sealed records, which a page that ended in the middle of a move has left. */
export async function deletePlaintextOriginals(accounts: StoredAccounts, name: string): Promise<void> {
  const known = await indexedDB.databases();
  if (!known.some((database) => database.name === name)) return;
  await withRecordsMove(name, async () => {
    if ((await accounts.getVault(name))?.sealed === true) await deleteDatabase(name);
  });
}

async function forgetRecords(accounts: StoredAccounts, name: string): Promise<void> {
  await accounts.lock(name);
  await accounts.deleteVault(name);
  await deleteDatabase(getSealedDatabaseName(name));
}

/** The data key, wrapped by the password: the stored key, one that an earlier password opens, or a new one. */
async function findOrCreateKey(
  accounts: StoredAccounts,
  name: string,
  password: string,
  stored: OldRecordsChoice | undefined,
): Promise<{ key: Key; opener: Opener }> {
  const vault = await accounts.getVault(name);
  const openers = vault?.openers ?? [];
  const own = await unwrapKey(openers, password);
  const [opener] = openers;
  if (own !== null && opener !== undefined) return { key: own, opener };
  const old = stored === undefined || stored === 'give up' ? null : await unwrapKey(openers, stored.password);
  const key = (await accounts.getKey(name))?.key ?? old;
  if (key === null && vault?.sealed === true)
    throw new OldPasswordNeededError(vault.waiting, stored !== undefined);
  const found = key ?? createKey();
  return { key: found, opener: await wrapKey(found, password) };
}

/** A database that may hold the records of an account. */
interface RecordsLocation {
  name: string;
  seal?: Seal;
}

/**
 * Moves the records of an account into the database in which they are sealed, or out of it, while nobody writes any.
 * The originals are deleted only when both the copy and the note that it is the valid one are on the disk: otherwise
 * the next page would not find the copy. Throws the reason when that fails; then everything is as it was.
 */
function moveRecords(accounts: StoredAccounts, name: string, key: Key, sealed: boolean): Promise<void> {
  const plainPlace: RecordsLocation = { name };
  const encrypted: RecordsLocation = { name: getSealedDatabaseName(name), seal: new Seal(key) };
  const [from, to] = sealed ? [plainPlace, encrypted] : [encrypted, plainPlace];
  const saveSealedFlag = (isSealed: boolean) => accounts.changeVault(name, { sealed: isSealed });
  const saveSealedFlagOnDisk = async () => {
    if (await saveSealedFlag(sealed)) return;
    await saveSealedFlag(!sealed);
    throw new DOMException('There is no room for the note where the records are.', 'QuotaExceededError');
  };
  return withRecordsMove(name, async () => {
    const source = await openOrNull(from);
    if (source === null) {
      // A browser that stores nothing has nothing to move, and does not store the note either.
      if (!(await saveSealedFlag(sealed))) return;
      await saveSealedFlag(!sealed);
      throw new DoesNotOpenError();
    }
    await copyAll(source, to, saveSealedFlagOnDisk).finally(() => source.close());
    await deleteDatabase(from.name);
  });
}

/**
 * Copies the content of a database into another one, and notes that the copy is the valid one; where that fails,
 * nothing is left of it.
 */
async function copyAll(source: Storage, to: RecordsLocation, note: () => Promise<void>): Promise<void> {
  const target = await IdbStorage.open(to.name, to);
  try {
    await copy(source, target, note);
  } catch (fault) {
    target.close();
    await deleteDatabase(to.name).catch(() => undefined);
    throw fault;
  }
  target.close();
}

/** Where there is no room for both, data that can be fetched again is not copied. */
async function copy(source: Storage, target: Storage, note: () => Promise<void>): Promise<void> {
  const copyEverything = async () => {
    for (const store of allStores) await copyStore(source, target, store);
    await note();
  };
  await copyEverything().catch(async (fault: unknown) => {
    if (!isQuota(fault)) throw fault;
    await target.write(cacheStores, async (transaction) => {
      for (const store of cacheStores) await transaction.clear(store);
    });
    for (const store of durableStores) await copyStore(source, target, store);
    await note();
  });
}

/** Copies the records of a store, in place of those that are there; they are on the disk when it is done. */
async function copyStore<S extends StoreName>(from: Storage, to: Storage, name: S): Promise<void> {
  const records = await from.read([name], (transaction) => transaction.entries(name));
  const put = async (transaction: Transaction) => {
    await transaction.clear(name);
    for (const [key, value] of records) await transaction.put(name, key, value);
  };
  await to.write([name], put, 'strict');
}

/**
 * Whether the work was done: not where a database has a newer version, which stays as it is, nor where there is no room
 * for another one.
 */
async function runUnlessBlocked(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (fault) {
    if (isQuota(fault) || fault instanceof NewerDatabaseError || fault instanceof DoesNotOpenError)
      return false;
    throw fault;
  }
}

/** Null where the browser opens no database. Throws when it has a newer version. */
const openOrNull = ({ name, seal }: RecordsLocation): Promise<IdbStorage | null> =>
  IdbStorage.open(name, { seal }).catch((fault: unknown) => {
    if (fault instanceof NewerDatabaseError) throw fault;
    return null;
  });

/** Works with the sealed records; does nothing where the browser stores none. Throws when they have a newer version. */
async function withSealed(name: string, key: Key, work: (storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openOrNull({ name: getSealedDatabaseName(name), seal: new Seal(key) });
  if (storage !== null) await work(storage).finally(() => storage.close());
}

const toPerson = ({ user, organization }: SessionRecord): Person => ({
  userId: user.user_id,
  name: `${user.first_name} ${user.last_name}`.trim() || user.user_id,
  organization: organization.name,
});

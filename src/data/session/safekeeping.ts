import { readRows } from '../outbox/records.ts';
import { isUnsent } from '../outbox/sender.ts';
import { copyRecords } from '../storage/copy-records.ts';
import { AccountStorage, type OpenOptions } from '../storage/database.ts';
import { sealedDatabaseName } from '../storage/database-name.ts';
import { deleteAccountDatabase } from '../storage/delete-database.ts';
import { DoesNotOpenError, isNewer, isQuota } from '../storage/faults.ts';
import { IdbStorage } from '../storage/idb-storage.ts';
import { movingRecords } from '../storage/locks.ts';
import { allStores, cacheStores, keptStores } from '../storage/schema.ts';
import { sealing } from '../storage/sealed/sealing.ts';
import {
  newKey,
  type Opener,
  type OpenKey,
  type Person,
  unwrapKey,
  wrapKey,
} from '../storage/sealed/vault.ts';
import type { Coat, Storage } from '../storage/storage.ts';
import type { KeptAccounts } from './kept-accounts.ts';
import { type SessionRecord, sessionKey } from './session-record.ts';
import { OldPasswordNeededError, UnlockError } from './unlock-errors.ts';

type Key = OpenKey['key'];

/** What to do when the password does not open what is kept: another password that does, or to begin without it. */
export type Kept = { password: string } | 'give up';

/** Wrong passwords that may be tried without waiting. */
const freely = 3;
/** The longest wait between two passwords, in milliseconds. */
const longestWait = 5 * 60_000;

/** Opens the sealed records of an account. */
export const openSealed = (name: string, key: Key, options: OpenOptions): Promise<AccountStorage> =>
  AccountStorage.open(sealedDatabaseName(name), { ...options, account: name, coat: sealing(key) });

/**
 * Makes what is kept of an account fit the session that begins: sealed, or not when the person stays signed in; with the
 * password as the way to it. Throws an `OldPasswordNeededError` when another password is the way to what is kept.
 */
export async function settle(
  accounts: KeptAccounts,
  name: string,
  record: SessionRecord,
  password: string,
  kept?: Kept,
): Promise<void> {
  if (kept === 'give up') await forgetRecords(accounts, name);
  const known = await accounts.vault(name);
  const { key, opener } = await keyFor(accounts, name, password, kept);
  const lasts = record.expires - Date.now();
  const sealed = !record.remember;
  const vault = {
    person: personOf(record),
    openers: [opener],
    lasts,
    waiting: known?.waiting ?? 0,
    wrong: { count: 0, notBefore: 0 },
  };
  await accounts.putVault(name, { ...vault, sealed: known?.sealed ?? false });
  await accounts.putKey(name, key, sealed ? lasts : null);
  if (sealed !== (known?.sealed ?? false)) await unlessHindered(moveRecords(accounts, name, key, sealed));
}

/** The data key without the service, by the password. Throws an `UnlockError`; each wrong password makes the next wait. */
export async function unlock(accounts: KeptAccounts, name: string, password: string): Promise<void> {
  const vault = await accounts.vault(name);
  if (vault === undefined) throw new UnlockError(0);
  const wait = Math.min(vault.wrong.notBefore - Date.now(), longestWait);
  if (wait > 0) throw new UnlockError(wait);
  const key = await unwrapKey(vault.openers, password);
  if (key === null) {
    const count = vault.wrong.count + 1;
    const next = count < freely ? 0 : Math.min(longestWait, 1000 * 2 ** (count - freely));
    await accounts.changeVault(name, { wrong: { count, notBefore: Date.now() + next } });
    throw new UnlockError(next);
  }
  await accounts.changeVault(name, { wrong: { count: 0, notBefore: 0 } });
  await accounts.putKey(name, key, vault.lasts);
}

/**
 * Locks an account whose person leaves it on this device: sealed, without a token. False when there is no key to do so, or the
 * database is of a newer version.
 */
export async function leaveLocked(
  accounts: KeptAccounts,
  name: string,
  session: SessionRecord,
): Promise<boolean> {
  const key = (await accounts.key(name))?.key;
  const vault = await accounts.vault(name);
  if (key === undefined || vault === undefined) return false;
  const left = { ...session, token: null, ended: 'signed_out' } as const;
  const lock = async () => {
    if (!vault.sealed) await moveRecords(accounts, name, key, true);
    const note = withSealed(name, key, (storage) =>
      storage.write(['session'], (transaction) => transaction.put('session', sessionKey, left), 'strict'),
    );
    // Without room for that its token is locked up with the rest, and ended all the same.
    await note.catch((fault: unknown) => {
      if (!isQuota(fault)) throw fault;
    });
    await accounts.lock(name);
  };
  return unlessHindered(lock());
}

/** Deletes the readable originals of sealed records: a page that ended in the middle of a move has left them. */
export async function deleteOriginals(accounts: KeptAccounts, name: string): Promise<void> {
  const known = await indexedDB.databases();
  if (!known.some((database) => database.name === name)) return;
  await movingRecords(name, async () => {
    if ((await accounts.vault(name))?.sealed === true) await deleteAccountDatabase(name);
  });
}

/** Whether something in an account still waits for the network. */
export async function hasUnsent(storage: Storage): Promise<boolean> {
  return (await readRows(storage)).some(isUnsent);
}

async function forgetRecords(accounts: KeptAccounts, name: string): Promise<void> {
  await accounts.lock(name);
  await accounts.deleteVault(name);
  await deleteAccountDatabase(sealedDatabaseName(name));
}

/** The data key, and the password's way to it: the known one, one that another password opens, or a new one. */
async function keyFor(
  accounts: KeptAccounts,
  name: string,
  password: string,
  kept: Kept | undefined,
): Promise<{ key: Key; opener: Opener }> {
  const vault = await accounts.vault(name);
  const openers = vault?.openers ?? [];
  const own = await unwrapKey(openers, password);
  const [opener] = openers;
  if (own !== null && opener !== undefined) return { key: own, opener };
  const old = kept === undefined || kept === 'give up' ? null : await unwrapKey(openers, kept.password);
  const key = (await accounts.key(name))?.key ?? old;
  if (key === null && vault?.sealed === true)
    throw new OldPasswordNeededError(vault.waiting, kept !== undefined);
  const found = key ?? newKey();
  return { key: found, opener: await wrapKey(found, password) };
}

/** A database that the records of an account may be in. */
interface Place {
  name: string;
  coat?: Coat;
}

/**
 * Moves the records of an account into the database in which they are sealed, or out of it. Nobody writes any meanwhile. The originals
 * are deleted when the disk has both the copy and the note that it counts: otherwise the next page would not find it. Throws what
 * kept it from that, and then everything is as it was.
 */
function moveRecords(accounts: KeptAccounts, name: string, key: Key, sealed: boolean): Promise<void> {
  const plain: Place = { name };
  const coated: Place = { name: sealedDatabaseName(name), coat: sealing(key) };
  const [from, to] = sealed ? [plain, coated] : [coated, plain];
  const note = (isSealed: boolean) => accounts.changeVault(name, { sealed: isSealed });
  const noteOnDisk = async () => {
    if (await note(sealed)) return;
    await note(!sealed);
    throw new DOMException('There is no room for the note where the records are.', 'QuotaExceededError');
  };
  return movingRecords(name, async () => {
    const source = await openOrNothing(from);
    if (source === null) {
      // A browser that keeps nothing has nothing to move, and does not keep the note either.
      if (!(await note(sealed))) return;
      await note(!sealed);
      throw new DoesNotOpenError();
    }
    await copyAll(source, to, noteOnDisk).finally(() => source.close());
    await deleteAccountDatabase(from.name);
  });
}

/** Copies what a database has into another one, and notes that it counts; nothing is left of that where it can't be done. */
async function copyAll(source: Storage, to: Place, note: () => Promise<void>): Promise<void> {
  const target = await IdbStorage.open(to.name, to);
  try {
    await copy(source, target, note);
  } catch (fault) {
    target.close();
    await deleteAccountDatabase(to.name).catch(() => undefined);
    throw fault;
  }
  target.close();
}

/** Where there is no room for both, what can be fetched again is left behind. */
async function copy(source: Storage, target: Storage, note: () => Promise<void>): Promise<void> {
  const everything = async () => {
    await copyRecords(source, target, allStores);
    await note();
  };
  await everything().catch(async (fault: unknown) => {
    if (!isQuota(fault)) throw fault;
    await target.write(cacheStores, async (transaction) => {
      for (const store of cacheStores) await transaction.clear(store);
    });
    await copyRecords(source, target, keptStores);
    await note();
  });
}

/** Whether it was done: not where a database is of a newer version, which stays as it is, nor where there is no room for another. */
async function unlessHindered(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (fault) {
    if (isNewer(fault) || isQuota(fault) || fault instanceof DoesNotOpenError) return false;
    throw fault;
  }
}

/** Null where the browser opens none. Throws when it is of a newer version. */
const openOrNothing = ({ name, coat }: Place): Promise<IdbStorage | null> =>
  IdbStorage.open(name, { coat }).catch((fault: unknown) => {
    if (isNewer(fault)) throw fault;
    return null;
  });

/** Works with the sealed records; does nothing where the browser keeps none. Throws when they are of a newer version. */
async function withSealed(name: string, key: Key, work: (storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openOrNothing({ name: sealedDatabaseName(name), coat: sealing(key) });
  if (storage !== null) await work(storage).finally(() => storage.close());
}

const personOf = ({ user, organization }: SessionRecord): Person => ({
  userId: user.user_id,
  name: `${user.first_name} ${user.last_name}`.trim() || user.user_id,
  organization: organization.name,
});

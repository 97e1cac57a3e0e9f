import { deleteDatabase } from '../storage/connection.ts';
import { getSealedDatabaseName } from '../storage/database-name.ts';
import { deleteImages, getImageCacheName } from '../storage/image-cache.ts';
import type { OpenKey, Vault } from '../storage/sealed/vault.ts';
import type { SharedDatabase } from '../storage/shared-database.ts';

/** Milliseconds by which a device's clock may be set back; when it is more, it is unknown how much time has passed. */
const clockToleranceMs = 2 * 60_000;

/** Whether the time of a key is over. */
export const isExpired = ({ until, seen }: OpenKey, now: number): boolean =>
  until !== null && (now >= until || now < seen - clockToleranceMs);

/** What is known about the accounts on this device without opening them, and the keys of open accounts. */
export class StoredAccounts {
  readonly #shared: SharedDatabase;
  /**
   * When keys end, in time since the page began, which a change of the clock does not affect, together with the end by
   * the clock that it was computed from.
   */
  readonly #expiryTimes = new Map<string, { until: number; end: number }>();

  constructor(shared: SharedDatabase) {
    this.#shared = shared;
  }

  async getVault(name: string): Promise<Vault | undefined> {
    return (await this.#shared.get('vaults'))?.[name];
  }

  putVault(name: string, vault: Vault): Promise<boolean> {
    return this.#shared.update('vaults', (vaults) => ({ ...vaults, [name]: vault }));
  }

  /** Returns whether the change outlives a reload. */
  changeVault(name: string, change: Partial<Vault>): Promise<boolean> {
    return this.#shared.update('vaults', (vaults = {}) => {
      const vault = vaults[name];
      return vault === undefined ? vaults : { ...vaults, [name]: { ...vault, ...change } };
    });
  }

  deleteVault(name: string): Promise<boolean> {
    return this.#shared.update('vaults', (vaults) => without(vaults, name));
  }

  /** Keeps the data key of an account for `lasts` milliseconds; null: until the person signs out. */
  putKey(name: string, key: OpenKey['key'], lasts: number | null): Promise<boolean> {
    const seen = Date.now();
    const until = lasts === null ? null : seen + lasts;
    return this.#shared.update('keys', (keys) => ({ ...keys, [name]: { key, until, seen } }));
  }

  /**
   * The data key of an account; null when there is none, or when its time is over: the account is then locked from now
   * on.
   */
  async getKey(name: string): Promise<OpenKey | null> {
    const stored = (await this.#shared.get('keys'))?.[name];
    if (stored === undefined) return null;
    if (isExpired(stored, Date.now()) || this.#isExpiredByTimer(name, stored.until)) {
      await this.lock(name);
      return null;
    }
    return stored;
  }

  /** Whether an account is locked: its records are sealed, and there is no key. */
  async isLocked(name: string): Promise<boolean> {
    const vault = await this.getVault(name);
    return vault?.sealed === true && (await this.getKey(name)) === null;
  }

  #isExpiredByTimer(name: string, until: number | null): boolean {
    if (until === null) return false;
    const now = performance.now();
    const known = this.#expiryTimes.get(name);
    const end = known?.until === until ? known.end : now + until - Date.now();
    this.#expiryTimes.set(name, { until, end });
    return now >= end;
  }

  /** Notes that the key was seen now, so that setting the clock back later does not extend its time. */
  touchKey(name: string): Promise<boolean> {
    return this.#shared.update('keys', (keys = {}) => {
      const stored = keys[name];
      return stored === undefined
        ? keys
        : { ...keys, [name]: { ...stored, seen: Math.max(stored.seen, Date.now()) } };
    });
  }

  /** Deletes the key of an account, and its pictures, which are not sealed. */
  async lock(name: string): Promise<void> {
    this.#expiryTimes.delete(name);
    await this.#shared.update('keys', (keys) => without(keys, name));
    await deleteImages(getImageCacheName(name));
  }

  /** Deletes everything of an account on this device. */
  async forget(name: string): Promise<void> {
    await this.lock(name);
    await this.deleteVault(name);
    await deleteDatabase(name);
    await deleteDatabase(getSealedDatabaseName(name));
  }
}

const without = <T>(all: Readonly<Record<string, T>> | undefined, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all ?? {}).filter(([other]) => other !== name));

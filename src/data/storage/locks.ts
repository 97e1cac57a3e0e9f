type Locks = Pick<LockManager, 'request'>;

/**
 * The browser's locks, shared by every tab and the service worker. Where they are missing (before Safari 15.4), tabs do
 * not wait for each other: the idempotency key of a write then makes sending it twice harmless.
 */
export const browserLocks = (): Locks | undefined => globalThis.navigator?.locks;

/** Waits for the lock of that name, but not longer than until `signal`, and runs `work` while holding it. */
export async function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const locks = browserLocks();
  return locks === undefined ? work() : locks.request(name, { ...(signal && { signal }) }, work);
}

/**
 * Writes records of an account, at the same time as others who write, but not while the records are moved to another
 * database: a write that waited for that finds its database gone.
 */
export async function writingRecords<T>(account: string, work: () => Promise<T>): Promise<T> {
  const locks = browserLocks();
  return locks === undefined ? work() : locks.request(recordsOf(account), { mode: 'shared' }, work);
}

/** Moves the records of an account to another database, or deletes them, while no tab and no worker writes any. */
export const movingRecords = <T>(account: string, work: () => Promise<T>): Promise<T> =>
  withLock(recordsOf(account), work);

const recordsOf = (account: string): string => `${account}:records`;

/** Whether nobody holds the lock of that name, as far as that can be known. */
export async function isLockFree(name: string): Promise<boolean> {
  const locks = browserLocks();
  return locks === undefined || locks.request(name, { ifAvailable: true }, async (lock) => lock !== null);
}

type Locks = Pick<LockManager, 'request'>;

/**
 * The browser's locks, shared by every tab and the service worker. Where they are missing (before Safari 15.4) tabs do
 * not wait for each other: the idempotency key of a write then makes sending it twice harmless.
 */
export const browserLocks = (): Locks | undefined => globalThis.navigator?.locks;

/** Waits for the lock of that name, no longer than until `signal`, and runs `work` while holding it. */
export async function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const locks = browserLocks();
  return locks === undefined ? work() : locks.request(name, { ...(signal && { signal }) }, work);
}

/** Whether nobody holds the lock of that name, as far as that can be known. */
export async function isLockFree(name: string): Promise<boolean> {
  const locks = browserLocks();
  return locks === undefined || locks.request(name, { ifAvailable: true }, async (lock) => lock !== null);
}

type Locks = Pick<LockManager, 'request'>;

/**
 * The browser's locks, shared by every tab and the service worker. Where they are missing (before Safari 15.4) each tab
 * goes alone: the idempotency key of a write then makes sending twice harmless.
 */
export const browserLocks = (): Locks | undefined => globalThis.navigator?.locks;

/** Runs `work` while this tab or worker holds the lock of that name, after those of this origin that asked before. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = browserLocks();
  return locks === undefined ? work() : locks.request(name, work);
}

/** As `withLock`, but does nothing when somebody else holds the lock. */
export async function ifLockFree(name: string, work: () => Promise<void>): Promise<void> {
  const locks = browserLocks();
  if (locks === undefined) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? undefined : work()));
}

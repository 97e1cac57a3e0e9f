type Locks = Pick<LockManager, 'request'>;

/**
 * The browser's locks, shared by every tab and the service worker. Where they are missing (before Safari 15.4) each tab
 * goes alone: the idempotency key of a write then makes sending twice harmless.
 */
export const browserLocks = (): Locks | undefined => globalThis.navigator?.locks;

/** Runs `work` alone among all tabs and workers of this origin, after those that came first. */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = browserLocks();
  return locks === undefined ? work() : locks.request(name, work);
}

/** As `alone`, but gives up at once when somebody else is at it. */
export async function aloneOrNot(name: string, work: () => Promise<void>): Promise<void> {
  const locks = browserLocks();
  if (locks === undefined) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? undefined : work()));
}

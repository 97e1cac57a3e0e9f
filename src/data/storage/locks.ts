type Locks = Pick<LockManager, 'request'>;

/**
 * The browser's locks, shared by every tab and the service worker. Where they are missing (before Safari 15.4), tabs do
 * not wait for each other: the idempotency key of a write then makes sending it twice harmless.
 */
const browserLocks = (): Locks | undefined => globalThis.navigator?.locks;

/** Waits for the lock of that name, but not longer than until `signal`, and runs `work` while holding it. */
export async function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const locks = browserLocks();
  return locks === undefined ? work() : locks.request(name, { ...(signal && { signal }) }, work);
}

/** Milliseconds after which another page that has a lock counts as frozen, where nothing else is said. */
const defaultTakeoverMs = 60_000;

interface Takeover {
  /** Milliseconds for which a page waits for another one. */
  takeoverAfter?: number;
  signal?: AbortSignal;
  /** As in the Web Locks API; a lock that is taken over is exclusive. */
  mode?: LockMode;
}

/** The reason with which a page stops waiting for a lock. */
const withoutMove = new Error('The page that has the lock does not go on.');

/**
 * As `withLock`, but a visible page that has waited for too long takes the lock over: a page that the system has frozen
 * keeps its locks for as long as it exists. Both may then be at work, which must be harmless.
 */
export async function withTakeover<T>(
  name: string,
  work: () => Promise<T>,
  { takeoverAfter = defaultTakeoverMs, signal, mode = 'exclusive' }: Takeover = {},
): Promise<T> {
  const locks = browserLocks();
  if (locks === undefined) return work();
  const waiting = new AbortController();
  const give = () => waiting.abort(signal?.reason);
  if (signal?.aborted) give();
  signal?.addEventListener('abort', give);
  const timer = setInterval(() => isVisible() && waiting.abort(withoutMove), takeoverAfter);
  const stopWaiting = () => {
    clearInterval(timer);
    signal?.removeEventListener('abort', give);
  };
  let working: Promise<T> | undefined;
  const run = () => {
    stopWaiting();
    working = work();
    return working;
  };
  try {
    return await locks.request(name, { signal: waiting.signal, mode }, run).catch((fault: unknown) => {
      if (fault !== withoutMove) throw fault;
      return locks.request(name, { steal: true }, run);
    });
  } catch (fault) {
    stopWaiting();
    // Another page has taken the lock over from this one, which goes on all the same.
    if (working !== undefined) return working;
    throw fault;
  }
}

/** Whether somebody sees this page; a service worker has no document, and works only when it is needed. */
function isVisible(): boolean {
  const page: { visibilityState: string } | undefined = Reflect.get(globalThis, 'document');
  return page === undefined || page.visibilityState === 'visible';
}

/**
 * Writes records of an account, at the same time as others who write, but not while the records are moved to another
 * database: a write that waited for that finds its database gone.
 */
export const withRecordsWrite = <T>(account: string, work: () => Promise<T>): Promise<T> =>
  withTakeover(getRecordsLock(account), work, { mode: 'shared' });

/** Moves the records of an account to another database, or deletes them, while no tab and no worker writes any. */
export const withRecordsMove = <T>(account: string, work: () => Promise<T>): Promise<T> =>
  withTakeover(getRecordsLock(account), work);

const getRecordsLock = (account: string): string => `${account}:records`;

/** Deletes an account from this device; no sign-in in any tab begins meanwhile. */
export const trackDeletion = <T>(work: () => Promise<T>): Promise<T> => withTakeover(pendingDeletion, work);

/**
 * Waits until no tab deletes an account, because the next person must find nothing of the one before; not for long,
 * because a frozen page can hold a database open, whose records are deleted by then.
 */
export const waitForDeletions = (): Promise<void> =>
  withLock(pendingDeletion, async () => undefined, AbortSignal.timeout(maxDeletionWaitMs)).catch(
    () => undefined,
  );

const pendingDeletion = 'appshelf:deletion';
/** Milliseconds for which a sign-in waits for a deletion. */
const maxDeletionWaitMs = 10_000;

/** Whether nobody holds the lock of that name, as far as that can be known. */
export async function isLockFree(name: string): Promise<boolean> {
  const locks = browserLocks();
  return locks === undefined || locks.request(name, { ifAvailable: true }, async (lock) => lock !== null);
}

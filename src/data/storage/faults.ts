/** The browser does not open the database; `cause` says why, and is missing when the browser did not answer. */
export class DoesNotOpenError extends Error {}

/** The database is of a version of the catalog that is newer than this one. */
export class NewerDatabaseError extends Error {}

/** Whether a failure has this name, as those of the browser have. */
export const isNamed = (fault: unknown, name: string): boolean =>
  fault instanceof Error && fault.name === name;

/** Whether the browser refused to store something for lack of room. */
export const isQuota = (fault: unknown): boolean => isNamed(fault, 'QuotaExceededError');

/** Whether the connection was closed under a transaction. */
export const isAborted = (fault: unknown): boolean => isNamed(fault, 'AbortError');

/** Whether a transaction was requested from a closed connection. */
export const isClosed = (fault: unknown): boolean => isNamed(fault, 'InvalidStateError');

/** Whether a failed request indicates a fault of its store, and not only of its transaction. */
export const isOfStore = (fault: unknown): boolean =>
  !['AbortError', 'InvalidStateError', 'TransactionInactiveError', 'QuotaExceededError'].some((name) =>
    isNamed(fault, name),
  );

/** The database was closed, for a newer version of the catalog or because somebody signed out. */
export class DatabaseGoneError extends Error {}

/** Ignores a `DatabaseGoneError` and throws everything else: for background work whose account may be closed meanwhile. */
export function ignoreGone(fault: unknown): void {
  if (!(fault instanceof DatabaseGoneError)) throw fault;
}

/** A transaction whose failure is thrown where its requests are awaited, and not reported once more as unhandled. */
export function withHandledFailure<T extends { done: Promise<void> }>(transaction: T): T {
  transaction.done.catch(() => undefined);
  return transaction;
}

/** Aborts a transaction, or does nothing where it has already ended. */
export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended, so there is nothing to abort.
  }
}

import { type CatalogSync, syncCatalog as operation } from '../../../contract/sync.ts';
import type { Client } from '../http/client.ts';
import { IncompatibleVersionError } from '../http/errors.ts';
import type { AppliedAnswer, SyncRequest } from '../records/catalog-change.ts';
import { getNextCursor, type SyncState } from '../records/sync-state.ts';
import { DatabaseGoneError } from '../storage/faults.ts';
import { withTakeover } from '../storage/locks.ts';
import type { Storage } from '../storage/storage.ts';
import { CatalogBrokenError, clearCatalog, readState, storeAnswer } from './catalog-store.ts';
import { areReadable } from './readable.ts';

export interface SyncContext {
  databaseName: string;
  storage: Storage;
  client: Client;
  /** Called with every answer that was stored. */
  onApplied(applied: AppliedAnswer): Promise<void>;
}

/** Entries in the first answer, for which a person waits, and in those that follow. */
const firstPageSize = 250;
const pageSize = 1000;

/** Milliseconds after which the sync of another page counts as frozen. */
const takeoverAfterMs = 30_000;

/** The stored state, and the ids of the writes that the service has. */
export interface StoredSyncState {
  state: SyncState;
  sent: readonly string[];
}

/** Whether the cached catalog is older than a write that the service has. */
export const isMissingSentWrites = ({ state, sent }: StoredSyncState): boolean =>
  sent.some((id) => !state.contains.includes(id));

/**
 * Brings the cached catalog up to date, from the network to storage only. One tab of an account syncs at a time. When it
 * is this tab's turn, `isDue` says whether there is still a reason: another tab may have done it. Returns whether there
 * was a reason. Throws a `ClientError`, or the signal's reason.
 */
export const syncCatalog = (
  context: SyncContext,
  signal: AbortSignal,
  isDue: (known: StoredSyncState) => boolean,
): Promise<boolean> =>
  withTakeover(
    `${context.databaseName}:sync`,
    async () => {
      if (!isDue(await readState(context.storage))) return false;
      await syncWithRecovery(context, signal);
      return true;
    },
    { takeoverAfter: takeoverAfterMs, signal },
  );

async function syncWithRecovery(context: SyncContext, signal: AbortSignal): Promise<void> {
  try {
    await fetchChanges(context, signal);
  } catch (fault) {
    if (!(fault instanceof CatalogBrokenError)) throw fault;
    await clearCatalog(context.storage);
    await fetchChanges(context, signal);
  }
}

/** Sends requests until there is no more: one at a time, each with the stored cursor. */
async function fetchChanges(context: SyncContext, signal: AbortSignal): Promise<void> {
  const { storage, client } = context;
  let more = true;
  while (more) {
    const { state, sent } = await readState(storage);
    const requested: SyncRequest = { cursor: getNextCursor(state), at: Date.now(), sent };
    const count = requested.cursor === null ? firstPageSize : pageSize;
    const query = { count, ...(requested.cursor !== null && { cursor: requested.cursor }) };
    // The service answers 204 where nothing has changed.
    const answer: CatalogSync | null = await client.call(operation, { query, signal });
    signal.throwIfAborted();
    if (answer !== null && !areReadable(answer.entries))
      throw new IncompatibleVersionError('Entries of another version.');
    const applied = await storeAnswer(storage, requested, answer);
    if (applied !== null) await context.onApplied(applied);
    more = applied === null || (answer?.more ?? false);
  }
}

/** Whether a failure was only caused by closing the account. */
export const isSyncAborted = (fault: unknown, signal: AbortSignal): boolean =>
  signal.aborted || fault instanceof DatabaseGoneError;

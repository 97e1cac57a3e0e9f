import type { CatalogSync, SyncEntry } from '../../../contract/sync.ts';
import type { AppliedAnswer, EntryChanges, SyncRequest } from '../records/catalog-change.ts';
import {
  emptySyncState,
  type FirstScreen,
  firstScreenKey,
  type Generation,
  getNextCursor,
  getShownGeneration,
  type SyncState,
  stateKey,
} from '../records/sync-state.ts';
import type { StoreName } from '../storage/schema.ts';
import { listSentIds } from '../storage/sent-rows.ts';
import type { ReadTransaction, Storage, Transaction } from '../storage/storage.ts';
import { changeBlocks, readBlocks } from './blocks.ts';
import { listEntries } from './first-screen.ts';
import { areReadable } from './readable.ts';

/** The cached catalog is not what was written: some of it was lost, and all of it has to be loaded again. */
export class CatalogBrokenError extends Error {}

const stores: readonly StoreName[] = ['blocksA', 'blocksB', 'catalog'];

const readSyncState = async (transaction: ReadTransaction): Promise<SyncState> =>
  (await transaction.get('catalog', stateKey)) ?? emptySyncState;

/** The state of the cached catalog, with the ids of the writes that the service has. */
export const readState = (storage: Storage): Promise<{ state: SyncState; sent: string[] }> =>
  storage.read(['catalog', 'outbox'], async (transaction) => ({
    state: await readSyncState(transaction),
    sent: await listSentIds(transaction),
  }));

/** What the first screens show, with what is known about the rest. */
export const readFirstScreen = (
  storage: Storage,
): Promise<{ state: SyncState; cover: FirstScreen | undefined }> =>
  storage.read(['catalog', 'cover'], async (transaction) => {
    const cover = await transaction.get('cover', firstScreenKey);
    return {
      state: await readSyncState(transaction),
      cover: cover !== undefined && areReadable(listEntries(cover)) ? cover : undefined,
    };
  });

/** Every entry to show, by id. Throws `CatalogBrokenError` when some are missing, or can't be read. */
export const readEntries = (storage: Storage): Promise<{ state: SyncState; entries: readonly SyncEntry[] }> =>
  storage.read(stores, async (transaction) => {
    const state = await readSyncState(transaction);
    const shown = getShownGeneration(state);
    const entries = shown === null ? [] : await readBlocks(transaction, shown.store);
    if (shown !== null && entries.length !== shown.size)
      throw new CatalogBrokenError(`${entries.length} of ${shown.size} entries`);
    if (!areReadable(entries)) throw new CatalogBrokenError('Entries of another version.');
    return { state, entries };
  });

/** Deletes the catalog together with its cursor, so that the next sync loads all of it. */
export const clearCatalog = (storage: Storage): Promise<void> =>
  storage.write([...stores, 'cover'], async (transaction) => {
    for (const store of ['blocksA', 'blocksB', 'catalog', 'cover'] as const) await transaction.clear(store);
  });

const noChanges: EntryChanges = new Map();

/**
 * Stores an answer (null: nothing has changed) together with its cursor, in one transaction. Returns null where the
 * stored state has changed since the request, so that the answer no longer fits. Throws `CatalogBrokenError`.
 */
export const storeAnswer = (
  storage: Storage,
  request: SyncRequest,
  answer: CatalogSync | null,
): Promise<AppliedAnswer | null> =>
  storage.write(stores, async (transaction) => {
    const before = await readSyncState(transaction);
    if (getNextCursor(before) !== request.cursor) return null;
    const generation = before.incoming ?? before.complete;
    if (answer === null) {
      if (generation === null) throw new CatalogBrokenError('Nothing is stored, and nothing has changed.');
      return writeState(
        transaction,
        { request, state: before, isComplete: false, changes: noChanges },
        generation,
        false,
      );
    }
    const target = answer.whole ? await clearSpareStore(transaction, before) : generation;
    if (target === null) throw new CatalogBrokenError('A change of nothing.');
    const { changes, growth } = await changeBlocks(
      transaction,
      target.store,
      listChangedIds(answer),
      buildChange(answer),
    );
    const { cursor, total, whole: isComplete, more } = answer;
    const next = { store: target.store, size: target.size + growth, cursor, total };
    const isStarted = isComplete || before.incoming !== null;
    return writeState(transaction, { request, state: before, isComplete, changes }, next, more && isStarted);
  });

/** Empties the store that does not hold the complete catalog. */
async function clearSpareStore(
  transaction: Transaction,
  { complete }: SyncState,
): Promise<Pick<Generation, 'store' | 'size'>> {
  const store = complete?.store === 'blocksA' ? 'blocksB' : 'blocksA';
  await transaction.clear(store);
  return { store, size: 0 };
}

/** Stores `next`: beside the cached catalog while it is incomplete, in place of it once it is complete. */
async function writeState(
  transaction: Transaction,
  applied: AppliedAnswer,
  next: Generation,
  isStarted: boolean,
): Promise<AppliedAnswer> {
  const { state: before, request } = applied;
  const state = isStarted
    ? { ...before, incoming: next }
    : { complete: next, incoming: null, savedAt: request.at, contains: request.sent };
  if (!isStarted && before.complete !== null && before.complete.store !== next.store)
    await transaction.clear(before.complete.store);
  await transaction.put('catalog', stateKey, state);
  return { ...applied, state };
}

const listChangedIds = ({ entries, own, numbers, gone }: CatalogSync): string[] => [
  ...[...entries, ...own, ...numbers].map(({ id }) => id),
  ...gone,
];

/** The change of each entry by an answer. */
function buildChange({ entries, own, numbers, gone }: CatalogSync) {
  const put = new Map(entries.map((entry) => [entry.id, entry]));
  const ownParts = new Map(own.map((part) => [part.id, part]));
  const counts = new Map(numbers.map((part) => [part.id, part]));
  const lost = new Set(gone);
  return (id: string, stored: SyncEntry | undefined): SyncEntry | null => {
    if (lost.has(id)) return null;
    const entry = put.get(id) ?? stored;
    if (entry === undefined) throw new CatalogBrokenError(`${id} has changed, and is not kept.`);
    const part = ownParts.get(id);
    const { id: _, ...numbersOf } = counts.get(id) ?? { id };
    return {
      ...entry,
      ...part,
      catalog_info: { ...entry.catalog_info, ...part?.catalog_info, ...numbersOf },
    };
  };
}

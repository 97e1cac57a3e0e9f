import type { CatalogSync, SyncEntry } from '../../../contract/sync.ts';
import { sentIn } from '../outbox/records.ts';
import type { StoreName } from '../storage/schema.ts';
import type { ReadTransaction, Storage, Transaction } from '../storage/storage.ts';
import { changeBlocks, type EntryChanges, readBlocks } from './blocks.ts';
import { entriesIn } from './cover.ts';
import {
  type Cover,
  coverKey,
  cursorOf,
  type Generation,
  type KeptState,
  nothingKept,
  shownOf,
  stateKey,
} from './kept-state.ts';
import { areReadable } from './readable.ts';

/** The kept catalog is not what was written: some of it was lost, and all of it has to be loaded again. */
export class CatalogBrokenError extends Error {}

const stores: readonly StoreName[] = ['blocksA', 'blocksB', 'catalog'];

const stateIn = async (transaction: ReadTransaction): Promise<KeptState> =>
  (await transaction.get('catalog', stateKey)) ?? nothingKept;

/** The state of the kept catalog, with the ids of the writes that the service has. */
export const readState = (storage: Storage): Promise<{ state: KeptState; sent: string[] }> =>
  storage.read(['catalog', 'outbox'], async (transaction) => ({
    state: await stateIn(transaction),
    sent: await sentIn(transaction),
  }));

/** What the first screens show, with what is known about the rest. */
export const readCover = (storage: Storage): Promise<{ state: KeptState; cover: Cover | undefined }> =>
  storage.read(['catalog', 'cover'], async (transaction) => {
    const cover = await transaction.get('cover', coverKey);
    return {
      state: await stateIn(transaction),
      cover: cover !== undefined && areReadable(entriesIn(cover)) ? cover : undefined,
    };
  });

/** Every entry to show, by id. Throws `CatalogBrokenError` when some are missing, or can't be read. */
export const readEntries = (storage: Storage): Promise<{ state: KeptState; entries: readonly SyncEntry[] }> =>
  storage.read(stores, async (transaction) => {
    const state = await stateIn(transaction);
    const shown = shownOf(state);
    const entries = shown === null ? [] : await readBlocks(transaction, shown.store);
    if (shown !== null && entries.length !== shown.size)
      throw new CatalogBrokenError(`${entries.length} of ${shown.size} entries`);
    if (!areReadable(entries)) throw new CatalogBrokenError('Entries of another version.');
    return { state, entries };
  });

/** Deletes the catalog together with its cursor, so that the next sync loads all of it. */
export const forgetCatalog = (storage: Storage): Promise<void> =>
  storage.write([...stores, 'cover'], async (transaction) => {
    for (const store of ['blocksA', 'blocksB', 'catalog', 'cover'] as const) await transaction.clear(store);
  });

/** The state with which a request was made. */
export interface Asked {
  cursor: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** The ids of the writes that the service had by then. */
  sent: readonly string[];
}

/** The changes in an answer. */
export interface Taken {
  asked: Asked;
  state: KeptState;
  /** True: the entries in `changes` are all there are. */
  whole: boolean;
  changes: EntryChanges;
}

const noChanges: EntryChanges = new Map();

/**
 * Stores an answer (null: nothing has changed) together with its cursor, in one transaction. Returns null where the
 * kept state has changed since the request, so that the answer no longer fits. Throws `CatalogBrokenError`.
 */
export const keepAnswer = (
  storage: Storage,
  asked: Asked,
  answer: CatalogSync | null,
): Promise<Taken | null> =>
  storage.write(stores, async (transaction) => {
    const before = await stateIn(transaction);
    if (cursorOf(before) !== asked.cursor) return null;
    const generation = before.begun ?? before.kept;
    if (answer === null) {
      if (generation === null) throw new CatalogBrokenError('Nothing is kept, and nothing has changed.');
      return put(transaction, { asked, state: before, whole: false, changes: noChanges }, generation, false);
    }
    const target = answer.whole ? await beginAnew(transaction, before) : generation;
    if (target === null) throw new CatalogBrokenError('A change of nothing.');
    const { changes, grown } = await changeBlocks(
      transaction,
      target.store,
      idsIn(answer),
      changesIn(answer),
    );
    const { cursor, total, whole, more } = answer;
    const next = { store: target.store, size: target.size + grown, cursor, total };
    const isBegun = whole || before.begun !== null;
    return put(transaction, { asked, state: before, whole, changes }, next, more && isBegun);
  });

/** Empties the store that does not hold the kept catalog. */
async function beginAnew(
  transaction: Transaction,
  { kept }: KeptState,
): Promise<Pick<Generation, 'store' | 'size'>> {
  const store = kept?.store === 'blocksA' ? 'blocksB' : 'blocksA';
  await transaction.clear(store);
  return { store, size: 0 };
}

/** Writes the state: `next` is a catalog that is still incomplete, or complete and then replaces the kept one. */
async function put(
  transaction: Transaction,
  taken: Taken,
  next: Generation,
  isBegun: boolean,
): Promise<Taken> {
  const { state: before, asked } = taken;
  const state = isBegun
    ? { ...before, begun: next }
    : { kept: next, begun: null, savedAt: asked.at, contains: asked.sent };
  if (!isBegun && before.kept !== null && before.kept.store !== next.store)
    await transaction.clear(before.kept.store);
  await transaction.put('catalog', stateKey, state);
  return { ...taken, state };
}

const idsIn = ({ entries, own, numbers, gone }: CatalogSync): string[] => [
  ...[...entries, ...own, ...numbers].map(({ id }) => id),
  ...gone,
];

/** The change of each entry by an answer. */
function changesIn({ entries, own, numbers, gone }: CatalogSync) {
  const put = new Map(entries.map((entry) => [entry.id, entry]));
  const ownParts = new Map(own.map((part) => [part.id, part]));
  const counts = new Map(numbers.map((part) => [part.id, part]));
  const lost = new Set(gone);
  return (id: string, kept: SyncEntry | undefined): SyncEntry | null => {
    if (lost.has(id)) return null;
    const entry = put.get(id) ?? kept;
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

import type { SyncEntry } from '../../../contract/sync.ts';
import type { EntryChanges } from '../records/catalog-change.ts';
import type { Block, BlockStore } from '../records/sync-state.ts';
import type { ReadTransaction, Transaction } from '../storage/storage.ts';

/**
 * Entries in one record. Reading blocks of 50 is as fast as reading larger ones, while single entries take twice as
 * long; and a change rewrites only one block.
 */
export const blockSize = 50;

/** The key of the block with the smallest ids; the key of every other block is the id that it began with. */
const firstBlock = '';

/** Every entry in a store, by id. */
export const readBlocks = async (transaction: ReadTransaction, store: BlockStore): Promise<SyncEntry[]> =>
  (await transaction.all(store)).flat();

/**
 * Changes entries of a store: `change` returns for each id, given the cached entry, the entry that replaces it, or null
 * for none. Only the blocks of these ids are written. Returns the new entries.
 */
export async function changeBlocks(
  transaction: Transaction,
  store: BlockStore,
  ids: Iterable<string>,
  change: (id: string, stored: SyncEntry | undefined) => SyncEntry | null,
): Promise<{ changes: EntryChanges; growth: number }> {
  const changes = new Map<string, SyncEntry | null>();
  let growth = 0;
  for (const [key, own] of groupByBlock(await transaction.keys(store), ids)) {
    const stored = new Map((await transaction.get(store, key))?.map((entry) => [entry.id, entry]));
    const before = stored.size;
    for (const id of own) {
      const entry = change(id, stored.get(id));
      changes.set(id, entry);
      if (entry === null) stored.delete(id);
      else stored.set(id, entry);
    }
    growth += stored.size - before;
    await writeBlock(transaction, store, key, [...stored.values()].sort(compareById));
  }
  return { changes, growth };
}

/** The ids by the key of their block: the last block that does not begin after the id. */
function groupByBlock(keys: readonly string[], ids: Iterable<string>): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  let at = 0;
  for (const id of [...new Set(ids)].sort()) {
    for (let next = keys[at]; next !== undefined && next <= id; next = keys[at]) at += 1;
    const key = keys[at - 1] ?? firstBlock;
    const own = blocks.get(key) ?? [];
    own.push(id);
    blocks.set(key, own);
  }
  return blocks;
}

/** Writes a block; one that has become twice as large is split into several. */
async function writeBlock(
  transaction: Transaction,
  store: BlockStore,
  key: string,
  entries: Block,
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return transaction.delete(store, key);
  if (entries.length <= 2 * blockSize) return transaction.put(store, key, entries);
  for (let at = 0; at < entries.length; at += blockSize) {
    const part = entries.slice(at, at + blockSize);
    await transaction.put(store, at === 0 ? key : (part[0]?.id ?? key), part);
  }
}

const compareById = (left: SyncEntry, right: SyncEntry) => (left.id < right.id ? -1 : 1);

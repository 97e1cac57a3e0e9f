import type { OutboxRow } from '../outbox/row.ts';
import { withLock, writingRecords } from './locks.ts';
import { type Bring, type PlacedStorage, togetherWith } from './placed-storage.ts';
import { allStores, cacheStores, type KeyOf, keptStores, type StoreName } from './schema.ts';
import type { ReadTransaction, Transaction } from './storage.ts';

/**
 * Brings back to the disk what memory took over of these stores, those that are written together at once, the catalog last. Answers which
 * of them are there now: what finds no room yet, or can't be written, stays in memory.
 */
export async function backToDisk(
  databaseName: string,
  places: PlacedStorage,
  stores: ReadonlySet<StoreName>,
): Promise<StoreName[]> {
  const brought: StoreName[] = [];
  const left = new Set(stores);
  for (const store of [...keptStores, ...allStores]) {
    if (!left.has(store)) continue;
    const group = togetherWith(store).filter((each) => left.delete(each));
    const bring: Bring = (...transactions) => bringGroup(group, ...transactions);
    const move = () => writingRecords(databaseName, () => places.moveToDisk(group, bring));
    // Nothing is sent meanwhile: a round of sending has one name as a writer, and rows are numbered anew here.
    const moving = group.includes('outbox') ? withLock(`${databaseName}:outbox`, move) : move();
    await moving.then(
      () => brought.push(...group),
      () => undefined,
    );
  }
  return brought;
}

async function bringGroup(
  group: readonly StoreName[],
  mine: ReadTransaction,
  copied: ReadTransaction,
  disk: Transaction,
): Promise<void> {
  for (const store of group) {
    if (store === 'writer') continue;
    if (store === 'outbox') await bringWrites(mine, copied, disk);
    else if (cacheStores.includes(store)) await bringAll(store, mine, disk);
    else await bringChanges(store, mine, copied, disk);
  }
}

/** What can be loaded again is replaced: parts of two catalogs are none. */
async function bringAll(store: StoreName, mine: ReadTransaction, disk: Transaction): Promise<void> {
  await disk.clear(store);
  for (const [key, value] of await mine.entries(store)) await disk.put(store, key, value);
}

/** What this page changed; all else is as other pages left it. */
async function bringChanges(
  store: StoreName,
  mine: ReadTransaction,
  copied: ReadTransaction,
  disk: Transaction,
): Promise<void> {
  const before = new Map(await copied.entries(store));
  const now = new Map(await mine.entries(store));
  for (const [key, value] of now) if (!isSame(before.get(key), value)) await disk.put(store, key, value);
  for (const key of before.keys()) if (!now.has(key)) await disk.delete(store, key);
}

/**
 * The same of writes, but that one which somebody else has sent or discarded stays so, and that the disk numbers those that memory has
 * numbered: behind all that either has given out, so that the service takes none of them for older than what it has.
 */
async function bringWrites(mine: ReadTransaction, copied: ReadTransaction, disk: Transaction): Promise<void> {
  const before = byId(await copied.all('outbox'));
  const there = byId(await disk.all('outbox'));
  const now = byId((await mine.all('outbox')).sort((a, b) => a.order - b.order));
  const own = await mine.get('writer', writerKey);
  const writer = (await disk.get('writer', writerKey)) ?? own;
  const orders = [...there.values(), ...now.values()].map(({ order }) => order);
  let last = Math.max(0, writer?.last ?? 0, own?.last ?? 0, ...orders);
  for (const row of now.values()) {
    const kept = there.get(row.id);
    const isDone = kept === undefined ? before.has(row.id) : kept.state === 'sent';
    if (isDone || isSame(before.get(row.id), row)) continue;
    const isNumbered = kept?.order === row.order;
    if (!isNumbered) last += 1;
    await disk.put('outbox', row.id, isNumbered ? row : { ...row, order: last });
  }
  for (const id of before.keys()) if (!now.has(id)) await disk.delete('outbox', id);
  if (writer !== undefined) await disk.put('writer', writerKey, { ...writer, last });
}

const writerKey: KeyOf<'writer'> = 'writer';

const byId = (rows: readonly OutboxRow[]) => new Map(rows.map((row) => [row.id, row]));

/** Whether two records, which are plain data, say the same. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

import type { Changes } from './changes.ts';
import { withRecordsWrite, withTakeover } from './locks.ts';
import { cacheStores, durableStores, type KeyOf, type StoreName } from './schema.ts';
import type { Transaction } from './storage.ts';

/** Writes records to the disk, in one strict transaction. */
type Write = (
  stores: readonly StoreName[],
  work: (transaction: Transaction) => Promise<void>,
) => Promise<void>;

/**
 * Writes what found no room before to the disk, what can't be loaded again first. Returns whether some of it is there
 * now; the rest stays in memory.
 */
export async function saveAgain(
  account: string,
  unsaved: Changes,
  stores: readonly StoreName[],
  write: Write,
): Promise<boolean> {
  let isSaved = false;
  for (const group of [durableStores, cacheStores]) {
    const changed = unsaved.in(group.filter((store) => stores.includes(store)));
    if (changed.length === 0) continue;
    const save = async () => {
      const scope = changed.includes('outbox') ? [...new Set<StoreName>([...changed, 'writer'])] : changed;
      await withRecordsWrite(account, () =>
        write(scope, (transaction) => put(transaction, changed, unsaved)),
      );
      unsaved.forget(changed);
    };
    // Under the sender's lock: rows get new numbers here, and the sender must not use the old ones.
    const saving = changed.includes('outbox') ? withTakeover(`${account}:outbox`, save) : save();
    isSaved =
      (await saving.then(
        () => true,
        () => false,
      )) || isSaved;
  }
  return isSaved;
}

async function put(transaction: Transaction, stores: readonly StoreName[], unsaved: Changes): Promise<void> {
  for (const store of stores) {
    // Only then have the transactions before this one ended, which may have changed something yet.
    await transaction.keys(store);
    if (store === 'outbox') await putWrites(transaction, unsaved);
    else if (store !== 'writer') await putRecords(transaction, store, unsaved);
  }
}

async function putRecords<S extends StoreName>(
  transaction: Transaction,
  store: S,
  unsaved: Changes,
): Promise<void> {
  for (const [key, { value }] of unsaved.of(store))
    await (value === undefined ? transaction.delete(store, key) : transaction.put(store, key, value));
}

/**
 * A write that another page has sent or discarded stays so. The disk's writer numbers anew what another one has numbered
 * in memory: behind all that either has given out, so that the service takes none of them for older than what it has.
 */
async function putWrites(transaction: Transaction, unsaved: Changes): Promise<void> {
  const rows = new Map((await transaction.all('outbox')).map((row) => [row.id, row]));
  const own = unsaved.of('writer').get(writerKey)?.value;
  const writer = (await transaction.get('writer', writerKey)) ?? own;
  const changes = [...unsaved.of('outbox')];
  const orders = [...rows.values(), ...changes.flatMap(([, { value }]) => value ?? [])].map(
    ({ order }) => order,
  );
  let last = Math.max(0, writer?.last ?? 0, own?.last ?? 0, ...orders);
  const orderOf = (id: string) => unsaved.of('outbox').get(id)?.value?.order ?? 0;
  for (const [id, { value, isNew }] of changes.toSorted(([a], [b]) => orderOf(a) - orderOf(b))) {
    const there = rows.get(id);
    if (value === undefined) await transaction.delete('outbox', id);
    else if (there === undefined ? isNew : there.state !== 'sent') {
      const isNumbered = there?.order === value.order;
      if (!isNumbered) last += 1;
      await transaction.put('outbox', id, isNumbered ? value : { ...value, order: last });
    }
  }
  if (writer !== undefined) await transaction.put('writer', writerKey, { ...writer, last });
}

const writerKey: KeyOf<'writer'> = 'writer';

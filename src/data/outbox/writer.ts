import { createRandomId } from '../random-id.ts';
import { type Writer, writerKey } from '../records/outbox-row.ts';
import type { Storage, Transaction } from '../storage/storage.ts';

/** The next number of this database's writes; inside the caller's transaction. */
export async function takeNextOrder(transaction: Transaction): Promise<number> {
  const { id, last } = await readWriter(transaction);
  await transaction.put('writer', writerKey, { id, last: last + 1 });
  return last + 1;
}

/** The name of this database as a writer, made at the first call. */
export async function readWriterId(storage: Storage): Promise<string> {
  const known = await storage.read(['writer'], (transaction) => transaction.get('writer', writerKey));
  if (known !== undefined) return known.id;
  return storage.write(['outbox', 'writer'], async (transaction) => {
    const writer = await readWriter(transaction);
    await transaction.put('writer', writerKey, writer);
    return writer.id;
  });
}

/** The writer, or a new one whose numbers begin after those of the existing rows. */
async function readWriter(transaction: Transaction): Promise<Writer> {
  const known = await transaction.get('writer', writerKey);
  if (known !== undefined) return known;
  const rows = await transaction.all('outbox');
  return { id: createRandomId(), last: Math.max(0, ...rows.map(({ order }) => order)) };
}

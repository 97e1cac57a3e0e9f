import type { StoreName } from './schema.ts';
import type { Storage, Transaction } from './storage.ts';

/**
 * Copies the records of stores, in place of those that are there. They are on the disk when it is done: where they come from may be
 * deleted then.
 */
export async function copyRecords(from: Storage, to: Storage, stores: readonly StoreName[]): Promise<void> {
  for (const name of stores) await copy(from, to, name);
}

async function copy<S extends StoreName>(from: Storage, to: Storage, name: S): Promise<void> {
  const records = await from.read([name], (transaction) => transaction.entries(name));
  const putting = async (transaction: Transaction) => {
    await transaction.clear(name);
    for (const [key, value] of records) await transaction.put(name, key, value);
  };
  await to.write([name], putting, 'strict');
}

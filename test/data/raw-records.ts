import { Buffer } from 'node:buffer';
import { openDB } from 'idb';

/** Everything in this browser's IndexedDB as one text: keys as they are, and every byte of the values. */
export async function rawRecords(): Promise<string> {
  const parts: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const database = await openDB(name);
    for (const store of database.objectStoreNames) {
      const keys = await database.getAllKeys(store);
      const values = await database.getAll(store);
      parts.push(`${name}/${store}`, ...keys.map(String), ...values.map(textOf));
    }
    database.close();
  }
  return parts.join('\n');
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    ArrayBuffer.isView(part) ? Buffer.from(part.buffer).toString('latin1') : part,
  ) ?? '';

import { deleteDB, openDB } from 'idb';
import { rescueName } from './database-name.ts';
import { heard } from './faults.ts';
import { inTime } from './in-time.ts';

/** Deletes an account's database: its records at once, the database itself as soon as no tab holds it open. */
export async function deleteAccountDatabase(name: string): Promise<void> {
  const { deleteSetAside } = await import('./set-aside.ts');
  const cleared = async () => {
    // Opened in whatever version it has.
    const database = await inTime(openDB(name));
    const stores = [...database.objectStoreNames];
    if (stores.length > 0) {
      const transaction = heard(database.transaction(stores, 'readwrite'));
      await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done]);
    }
    database.close();
  };
  await cleared().catch(() => undefined);
  await Promise.all([deleteDB(name), deleteDB(rescueName(name)), deleteSetAside(name)]);
}

import type { Platform } from '../../platform/services.ts';
import { reencrypt } from './encryption.ts';
import * as store from './store.ts';

/** Encrypts all credentials with the current secret; returns how many were encrypted with another. */
export async function renewCredentials({ database, secrets }: Platform): Promise<number> {
  let count = 0;
  for (const row of await store.listAllCredentials(database.db)) {
    const columns = reencrypt(secrets, row);
    if (columns.sealed === row.sealed && columns.sealed_password === row.sealed_password) continue;
    await database.transaction((tx) => store.setSealed(tx, row, columns));
    count += 1;
  }
  return count;
}

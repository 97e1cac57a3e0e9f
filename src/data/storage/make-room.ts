import type { IdbStorage } from './idb-storage.ts';
import { deleteImages, getImageCacheName } from './image-cache.ts';
import { cacheStores, type StoreName } from './schema.ts';

/**
 * Makes room for these stores of an account, step by step, by deleting pictures, documents and the catalog, which can
 * be loaded again. Where something can't be deleted, the next step follows. What a newer version has loaded is left alone.
 */
export async function* makeRoom(
  account: string,
  disk: IdbStorage,
  stores: readonly StoreName[],
): AsyncGenerator<void, void> {
  await deleteImages(getImageCacheName(account)).catch(() => undefined);
  yield;
  if (disk.isNewer) return;
  await empty(disk, ['documents']);
  yield;
  if (stores.some((store) => cacheStores.includes(store))) return;
  await empty(disk, cacheStores);
  yield;
}

const empty = (disk: IdbStorage, stores: readonly StoreName[]): Promise<void> =>
  disk
    .write(stores, async (transaction) => {
      for (const store of stores) await transaction.clear(store);
    })
    .catch(() => undefined);

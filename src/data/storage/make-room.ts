import { deleteImages } from '../catalog/delete-images.ts';
import { imageCacheName } from '../catalog/image-cache.ts';
import type { PlacedStorage } from './placed-storage.ts';
import { cacheStores, type StoreName } from './schema.ts';

/**
 * Makes room for these stores of an account, step by step, by deleting pictures, documents and the catalog, which can
 * be loaded again. Where something can't be deleted, the next step follows.
 */
export async function* makeRoom(
  databaseName: string,
  places: PlacedStorage,
  stores: readonly StoreName[],
): AsyncGenerator<void> {
  await deleteImages(imageCacheName(databaseName)).catch(() => undefined);
  yield;
  await places.empty(['documents']).catch(() => undefined);
  yield;
  if (stores.some((store) => cacheStores.includes(store))) return;
  await places.empty(cacheStores).catch(() => undefined);
  yield;
}

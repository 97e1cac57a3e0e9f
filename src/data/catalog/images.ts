import type { CatalogEntry } from '../../../contract/catalog.ts';
import { estimateStorage } from '../device/browser-facts.ts';
import { createTimeLimit } from '../http/time-limit.ts';
import type { AccountStorage } from '../storage/account-storage.ts';
import { deleteImages, getImageCacheName, getImagePath, maxImages } from '../storage/image-cache.ts';
import { isOwnPicture } from './picture-answer.ts';

interface Estimate {
  /** Bytes that the catalog uses on this device. */
  usage: number;
  /** Bytes that it may use. */
  quota: number;
  /** How many images are cached. */
  images: number;
}

const concurrency = 4;
/** Most icons that are fetched in advance; screenshots are kept once they have been seen. */
const maxPrefetchedIcons = 400;
/** Pixels; lists draw icons at 56 to 64 CSS pixels. */
const iconWidth = 128;
/** Milliseconds that one picture may take; otherwise the pictures after it could wait for ever on a very slow line. */
const pictureTimeoutMs = 60_000;

/** The images that are kept for offline use, and the storage they take. */
export class Images {
  readonly #cacheName: string;
  readonly #storage: AccountStorage;

  constructor(databaseName: string, storage: AccountStorage) {
    this.#cacheName = getImageCacheName(databaseName);
    this.#storage = storage;
  }

  /**
   * Fetches those of these entries' icons that are not cached yet, in order; nothing while the browser saves data, or
   * where it refuses caches.
   */
  async prefetchIcons(entries: readonly CatalogEntry[], signal: AbortSignal): Promise<void> {
    if (!('caches' in globalThis) || isDataSaverOn() || signal.aborted) return;
    await this.#fetchIcons(entries, signal).catch(() => undefined);
    // Signed out meanwhile, perhaps in another tab: opening may have created the cache after it was deleted.
    if (signal.aborted) await deleteImages(this.#cacheName);
  }

  async #fetchIcons(entries: readonly CatalogEntry[], signal: AbortSignal): Promise<void> {
    const cache = await caches.open(this.#cacheName);
    const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const missing = listIconPaths(entries).filter((path) => !stored.has(path));
    const queue = missing.slice(0, Math.max(0, Math.min(maxPrefetchedIcons, maxImages - stored.size)));
    const work = async () => {
      for (let path = queue.shift(); path !== undefined && !signal.aborted; path = queue.shift()) {
        // One that fails is fetched when it is seen.
        await storeImage(cache, path, signal).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  /** How much storage is used; null where the browser does not say. */
  async estimate(): Promise<Estimate | null> {
    const { usage, quota } = (await estimateStorage(navigator)) ?? {};
    if (usage === undefined || quota === undefined) return null;
    return { usage, quota, images: await this.#count() };
  }

  /** Deletes what can be fetched again: images and the answers for single pages. The catalog and unsent writes stay. */
  async clear(): Promise<void> {
    await deleteImages(this.#cacheName);
    await this.#storage.write(['documents'], (transaction) => transaction.clear('documents'));
    void this.#storage.useRoom();
  }

  async #count(): Promise<number> {
    if (!('caches' in globalThis)) return 0;
    try {
      if (!(await caches.has(this.#cacheName))) return 0;
      return (await (await caches.open(this.#cacheName)).keys()).length;
    } catch {
      return 0;
    }
  }
}

async function storeImage(cache: Cache, path: string, signal: AbortSignal): Promise<void> {
  const limit = createTimeLimit(signal, pictureTimeoutMs);
  // The service worker stores pictures that pass through it. One that takes over while a request is under way has not
  // seen it.
  const isServed = Boolean(navigator.serviceWorker?.controller);
  try {
    const response = await fetch(path, { signal: limit.signal });
    if (isServed) await response.blob();
    else if (isOwnPicture(response)) await cache.put(path, response);
  } finally {
    limit.clear();
  }
}

/** The addresses of the icons in the width that lists use; images of other origins are not kept. */
function listIconPaths(entries: readonly CatalogEntry[]): string[] {
  const paths = entries.flatMap(({ version }) => getImagePath(version.icon_path) ?? []);
  return [...new Set(paths)].map((path) => path.replace(/\.png$/, `-${iconWidth}.webp`));
}

interface NavigatorWithConnection extends Navigator {
  connection?: { saveData?: boolean };
}

function isDataSaverOn(): boolean {
  const browser: NavigatorWithConnection = navigator;
  return browser.connection?.saveData ?? false;
}

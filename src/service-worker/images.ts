import { type RouteHandlerCallback, registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core';
import { CacheFirst } from 'workbox-strategies';
import { imageCacheName, mostImages } from '../data/catalog/image-cache.ts';
import { databaseName } from '../data/storage/database-name.ts';
import { SharedDatabase } from '../data/storage/shared-database.ts';

let shared: SharedDatabase | undefined;
const strategies = new Map<string, CacheFirst>();

/** Each account's images have a cache of their own, which is deleted when the person signs out. */
export const answerImage: RouteHandlerCallback = async ({ request, event }) => {
  // Opened on first use: a waiting worker would upgrade the database under the pages of the old version.
  shared ??= new SharedDatabase();
  const current = await shared.get('current');
  if (current === undefined) return fetch(request);
  const cacheName = imageCacheName(databaseName(current.orgId, current.userId));
  try {
    return await strategyFor(cacheName).handle({ request, event });
  } catch (fault) {
    const other = await otherSize(cacheName, request);
    if (other === undefined) throw fault;
    return other;
  }
};

function strategyFor(cacheName: string): CacheFirst {
  const known = strategies.get(cacheName);
  if (known !== undefined) return known;
  const strategy = new CacheFirst({ cacheName, plugins: [keepNewest] });
  registerQuotaErrorCallback(() => void caches.delete(cacheName));
  strategies.set(cacheName, strategy);
  return strategy;
}

/**
 * Deletes the oldest images beyond `mostImages`. Libraries keep a list of entries beside the cache, which would outlive
 * signing out.
 */
const keepNewest: WorkboxPlugin = {
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const kept = await cache.keys();
    const surplus = kept.slice(0, Math.max(0, kept.length - mostImages));
    await Promise.all(surplus.map((request) => cache.delete(request)));
  },
};

/** The same image in another width, for when the requested one cannot be fetched. */
async function otherSize(cacheName: string, request: Request): Promise<Response | undefined> {
  const image = /^\/media\/[0-9a-f]{64}/.exec(new URL(request.url).pathname)?.[0];
  if (image === undefined || !(await caches.has(cacheName))) return undefined;
  const cache = await caches.open(cacheName);
  const kept = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(image));
  return kept && cache.match(kept);
}

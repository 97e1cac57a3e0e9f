import { type RouteHandlerCallback, registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core';
import { CacheFirst } from 'workbox-strategies';
import { deleteImages } from '../data/catalog/delete-images.ts';
import { imageCacheName, mostImages } from '../data/catalog/image-cache.ts';
import { isOwnPicture, isPicture } from '../data/catalog/picture-answer.ts';
import { isOurs } from '../data/http/whose.ts';
import { KeptAccounts } from '../data/session/kept-accounts.ts';
import { databaseName } from '../data/storage/database-name.ts';
import { SharedDatabase } from '../data/storage/shared-database.ts';

let shared: SharedDatabase | undefined;
const strategies = new Map<string, CacheFirst>();

/** Each account's images have a cache of their own, which is deleted when the person signs out. */
export const answerImage: RouteHandlerCallback = async ({ request, event }) => {
  const cacheName = await currentCache();
  if (cacheName === undefined) return fetch(request);
  try {
    return await strategyFor(cacheName).handle({ request, event });
  } catch (fault) {
    const other = await otherSize(cacheName, request);
    if (other === undefined) throw fault;
    return other;
  }
};

/** The cache of whoever is signed in now; none while their account is locked. */
async function currentCache(): Promise<string | undefined> {
  // Opened by the worker that serves the pages: a waiting worker would upgrade the database to its own version.
  shared ??= new SharedDatabase();
  const current = await shared.get('current');
  if (current === undefined) return undefined;
  const name = databaseName(current.orgId, current.userId);
  return (await new KeptAccounts(shared).isLocked(name)) ? undefined : imageCacheName(name);
}

function strategyFor(cacheName: string): CacheFirst {
  const known = strategies.get(cacheName);
  if (known !== undefined) return known;
  const strategy = new CacheFirst({
    cacheName,
    plugins: [inTime, ownPictures, keepNewest, onlyWhileCurrent(cacheName)],
  });
  registerQuotaErrorCallback(() => void deleteImages(cacheName));
  strategies.set(cacheName, strategy);
  return strategy;
}

/** Milliseconds that a picture may take: on a very slow connection the page would wait for ever. */
const longest = 60_000;

const inTime: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(longest) }),
};

/** The sign-in page of a network is neither stored as a picture nor shown as one. */
const ownPictures: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse !== undefined && isPicture(cachedResponse) ? cachedResponse : null,
  fetchDidSucceed: async ({ response }) => {
    if (!isOurs(response)) throw new Error('A picture that is not of this service.');
    return response;
  },
  cacheWillUpdate: async ({ response }) => (isOwnPicture(response) ? response : null),
};

/**
 * Pictures that arrive after signing out or locking are not kept. Signing out first forgets who is signed in, and then
 * deletes the cache. So after writing it is checked again who is signed in: either nobody is any more, or the cache is
 * about to be deleted.
 */
const onlyWhileCurrent = (cacheName: string): WorkboxPlugin => ({
  cacheWillUpdate: async ({ response }) => ((await currentCache()) === cacheName ? response : null),
  cacheDidUpdate: async () => {
    if ((await currentCache()) !== cacheName) await deleteImages(cacheName);
  },
});

/**
 * Deletes the oldest images beyond `mostImages`. A library would keep a list of entries beside the cache, which would
 * outlive signing out.
 */
const keepNewest: WorkboxPlugin = {
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const kept = await cache.keys();
    const surplus = kept.slice(0, Math.max(0, kept.length - mostImages));
    await Promise.all(surplus.map((request) => cache.delete(request)));
  },
};

/** The same image in another width, for a request that can't be answered from the network. */
async function otherSize(cacheName: string, request: Request): Promise<Response | undefined> {
  const image = /^\/media\/[0-9a-f]{64}/.exec(new URL(request.url).pathname)?.[0];
  if (image === undefined || !(await caches.has(cacheName).catch(() => false))) return undefined;
  const cache = await caches.open(cacheName);
  const kept = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(image));
  return kept && cache.match(kept);
}

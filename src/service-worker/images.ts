import { type RouteHandlerCallback, registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core';
import { CacheFirst } from 'workbox-strategies';
import { isOwnPicture, isPicture } from '../data/catalog/picture-answer.ts';
import { isFromService } from '../data/http/is-from-service.ts';
import { StoredAccounts } from '../data/session/stored-accounts.ts';
import { getDatabaseName } from '../data/storage/database-name.ts';
import { deleteImages, getImageCacheName, maxImages } from '../data/storage/image-cache.ts';
import { SharedDatabase } from '../data/storage/shared-database.ts';

let shared: SharedDatabase | undefined;
const strategies = new Map<string, CacheFirst>();

/** Each account's images have a cache of their own, which is deleted when the person signs out. */
export const answerImage: RouteHandlerCallback = async ({ request, event }) => {
  const cacheName = await findCurrentCache();
  if (cacheName === undefined) return fetch(request);
  try {
    return await getStrategy(cacheName).handle({ request, event });
  } catch (fault) {
    const other = await findOtherSize(cacheName, request);
    if (other === undefined) throw fault;
    return other;
  }
};

/** The cache of whoever is signed in now; none while their account is locked. */
async function findCurrentCache(): Promise<string | undefined> {
  // Opened by the worker that serves the pages: a waiting worker would upgrade the database to its own version.
  shared ??= new SharedDatabase();
  const current = await shared.get('current');
  if (current === undefined) return undefined;
  const name = getDatabaseName(current.orgId, current.userId);
  return (await new StoredAccounts(shared).isLocked(name)) ? undefined : getImageCacheName(name);
}

function getStrategy(cacheName: string): CacheFirst {
  const known = strategies.get(cacheName);
  if (known !== undefined) return known;
  const strategy = new CacheFirst({
    cacheName,
    plugins: [withTimeout, ownPicturesOnly, pruneOldestImages, storeOnlyForCurrentAccount(cacheName)],
  });
  registerQuotaErrorCallback(() => void deleteImages(cacheName));
  strategies.set(cacheName, strategy);
  return strategy;
}

/** Milliseconds that a picture may take: on a very slow connection the page would wait for ever. */
const timeoutMs = 60_000;

const withTimeout: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(timeoutMs) }),
};

/** The sign-in page of a network is neither stored as a picture nor shown as one. */
const ownPicturesOnly: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse !== undefined && isPicture(cachedResponse) ? cachedResponse : null,
  fetchDidSucceed: async ({ response }) => {
    if (!isFromService(response)) throw new Error('A picture that is not of this service.');
    return response;
  },
  cacheWillUpdate: async ({ response }) => (isOwnPicture(response) ? response : null),
};

/**
 * Pictures that arrive after signing out or locking are not kept. Signing out first forgets who is signed in, and then
 * deletes the cache. So after writing it is checked again who is signed in: either nobody is any more, or the cache is
 * about to be deleted.
 */
const storeOnlyForCurrentAccount = (cacheName: string): WorkboxPlugin => ({
  cacheWillUpdate: async ({ response }) => ((await findCurrentCache()) === cacheName ? response : null),
  cacheDidUpdate: async () => {
    if ((await findCurrentCache()) !== cacheName) await deleteImages(cacheName);
  },
});

/**
 * Deletes the oldest images beyond `maxImages`. A library would keep a list of entries beside the cache, which would
 * outlive signing out.
 */
const pruneOldestImages: WorkboxPlugin = {
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const stored = await cache.keys();
    const surplus = stored.slice(0, Math.max(0, stored.length - maxImages));
    await Promise.all(surplus.map((request) => cache.delete(request)));
  },
};

/** The same image in another width, for a request that can't be answered from the network. */
async function findOtherSize(cacheName: string, request: Request): Promise<Response | undefined> {
  const image = /^\/media\/[0-9a-f]{64}/.exec(new URL(request.url).pathname)?.[0];
  if (image === undefined || !(await caches.has(cacheName).catch(() => false))) return undefined;
  const cache = await caches.open(cacheName);
  const stored = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(image));
  return stored && cache.match(stored);
}

import { cacheNames, type WorkboxPlugin } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * Keeps the files of a release and serves them. The build lists each with its hash, and the browser refuses what has
 * another one: then the release is not installed, and the one before it stays. Addresses that match one of `elsewhere` are
 * not pages of the catalog.
 */
export function serveRelease(files: (PrecacheEntry | string)[], elsewhere: RegExp[]): void {
  const controller: PrecacheController = new PrecacheController({
    plugins: [wholeFiles((key) => controller.getIntegrityForCacheKey(key))],
  });
  controller.precache(files);
  registerRoute(new PrecacheRoute(controller));
  registerRoute(
    new NavigationRoute(controller.createHandlerBoundToURL('/index.html'), { denylist: elsewhere }),
  );
  cleanupOutdatedCaches();
}

/** While a release is installed, what an earlier one kept and what the browser's own cache holds is looked at too. */
const wholeFiles = (integrityOf: (key: string) => string | undefined): WorkboxPlugin => ({
  cachedResponseWillBeUsed: async ({ event, request, cachedResponse }) => {
    if (event.type !== 'install' || cachedResponse === undefined) return cachedResponse;
    const isWhole = (await integrity(cachedResponse.clone())) === integrityOf(request.url);
    return isWhole ? cachedResponse : null;
  },
  handlerDidError: async ({ event, request }) => {
    if (event.type !== 'install' || request.cache === 'reload') return undefined;
    const response = await fetch(new Request(request, { cache: 'reload' }));
    const cache = await caches.open(cacheNames.precache);
    await cache.put(request, response.clone());
    return response;
  },
});

/** The hash of a file as browsers write it; W3C Subresource Integrity, section 3.1. */
async function integrity(file: Response): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
}

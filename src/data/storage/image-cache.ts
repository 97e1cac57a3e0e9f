const prefix = 'appshelf-images';

/** The cache of an account's images; the service worker fills it and signing out deletes it. */
export const getImageCacheName = (databaseName: string): string => `${prefix}:${databaseName}`;

/** Most images that are kept: 60 MB at about 40 kB each. */
export const maxImages = 1500;

/** Whether this is an image of the service. Its name is the hash of its content, so a kept image is never outdated. */
export const isImagePath = (pathname: string): boolean => pathname.startsWith('/media/');

/**
 * The path of an image on the page's own origin; null for an image that does not belong to the service. The service
 * names images by its public address, which need not be the one at which this page was opened.
 */
export function getImagePath(address: string): string | null {
  const { pathname } = new URL(address, 'https://own.invalid');
  return /^\/media\/[0-9a-f]{64}\.png$/.test(pathname) ? pathname : null;
}

/**
 * Deletes the images of a cache one by one, then the cache: Chromium counts a deleted cache as used while a page or a
 * worker holds it, but frees a deleted image at once. Does nothing where the browser keeps no caches, or refuses them.
 */
export async function deleteImages(cacheName: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await caches.open(cacheName);
    await Promise.all((await cache.keys()).map((image) => cache.delete(image)));
    await caches.delete(cacheName);
  } catch {
    // A browser that refuses its caches has kept no image either.
  }
}

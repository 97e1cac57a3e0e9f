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

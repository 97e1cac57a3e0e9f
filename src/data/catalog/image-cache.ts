const prefix = 'appshelf-images';

/** The cache of an account's images; the service worker fills it and signing out deletes it. */
export const imageCacheName = (databaseName: string): string => `${prefix}:${databaseName}`;

/** How many images are kept at most: at about 40 kB each, 60 MB. */
export const mostImages = 1500;

/** Whether this is an image of the service. Its name is its content's hash, so a kept one never goes stale. */
export const isImagePath = (pathname: string): boolean => pathname.startsWith('/media/');

/**
 * The path of an image on the page's own origin; null for an image that is not one of the service. The service names them
 * by its public address, which need not be the one that this page was opened at.
 */
export function imagePath(address: string): string | null {
  const { pathname } = new URL(address, 'https://own.invalid');
  return /^\/media\/[0-9a-f]{64}\.png$/.test(pathname) ? pathname : null;
}

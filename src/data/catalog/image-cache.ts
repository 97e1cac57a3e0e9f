const prefix = 'appshelf-images';

/** The cache of an account's images; the service worker fills it and signing out deletes it. */
export const imageCacheName = (databaseName: string): string => `${prefix}:${databaseName}`;

/** Images that stay when there are more: about 40 kB each, so 60 MB. */
export const mostImages = 1500;

/** Images of the service: named by their content, so that one kept is for ever right. */
export const isImagePath = (pathname: string): boolean => pathname.startsWith('/media/');

/**
 * The path of an image on the page's own origin; null for an image that is not one of the service. The service names them
 * by its public address, which need not be the one that this page was opened at.
 */
export function imagePath(address: string): string | null {
  const { pathname } = new URL(address, 'https://own.invalid');
  return /^\/media\/[0-9a-f]{64}\.png$/.test(pathname) ? pathname : null;
}

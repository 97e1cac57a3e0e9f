const prefix = 'appshelf-images';

/** The cache of an account's images; the service worker fills it and signing out deletes it. */
export const imageCacheName = (databaseName: string): string => `${prefix}:${databaseName}`;

/** Images that stay when there are more: about 40 kB each, so 60 MB. */
export const mostImages = 1500;

/** Images of the service: named by their content, so that one kept is for ever right. */
export const isImagePath = (pathname: string): boolean => pathname.startsWith('/media/');

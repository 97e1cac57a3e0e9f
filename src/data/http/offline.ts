/** Whether the browser says that there is no network; false where it does not know, so that a request is tried. */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine;

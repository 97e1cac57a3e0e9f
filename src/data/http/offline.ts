/** Whether the browser itself says that there is no network; where it says nothing, and outside of browsers, we try. */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine;

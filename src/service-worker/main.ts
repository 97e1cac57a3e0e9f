import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

/** Pages of the service, not of the catalog: they go to the network. */
const servicePages = [/^\/v[123]\//, /^\/healthz$/, /^\/openapi\.json$/];

// The list of the catalog's own files, written here by the build.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: servicePages }));

// A new version takes over only after the person agreed to it on the page.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

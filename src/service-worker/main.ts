import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { servicePaths } from '../../contract/common/service-paths.ts';
import { pendingWrites } from '../app/pending-writes.ts';
import { isImagePath } from '../data/catalog/image-cache.ts';
import { outboxTag } from '../data/outbox/background-sync.ts';
import { registryOf } from '../data/outbox/pending-write.ts';
import { answerImage } from './images.ts';
import { sendOutbox } from './outbox.ts';

declare const self: ServiceWorkerGlobalScope;

/** Background Sync, which only Chromium has and TypeScript's types do not. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

// The build inserts the list of the catalog's own files. Answers of the service are kept by the pages, not here.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
// The service's own pages are not the catalog's: they go to the network.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [servicePaths] }));
registerRoute(({ url, sameOrigin }) => sameOrigin && isImagePath(url.pathname), answerImage);

// The first worker serves the open pages at once; a later one takes over only after the person agreed on the page.
clientsClaim();
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === outboxTag) sync.waitUntil(sendOutbox(registryOf(pendingWrites), self.location.origin));
});

import { clientsClaim } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { servicePaths } from '../../contract/common/service-paths.ts';
import { pendingWrites } from '../app/pending-writes.ts';
import { outboxTag } from '../data/outbox/background-sync.ts';
import { createRegistry } from '../data/outbox/pending-write.ts';
import { isImagePath } from '../data/storage/image-cache.ts';
import { answerImage } from './images.ts';
import { sendOutbox } from './outbox.ts';
import { handlePushes } from './push.ts';
import { serveRelease } from './release.ts';
import type { ReleaseFile } from './releases/files.ts';

/** The list of the catalog's own files, written here by the build. */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly ReleaseFile[] };

/** Background Sync, which only Chromium has and TypeScript's types do not. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

// First, so that nothing below can keep the catalog's own files from its pages. Answers of the interface are stored by
// the pages.
serveRelease(self.__WB_MANIFEST, servicePaths);
registerRoute(({ url, sameOrigin }) => sameOrigin && isImagePath(url.pathname), answerImage);

handlePushes();

// The first worker serves the open pages at once; a later one takes over only after the person agreed on the page.
clientsClaim();
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === outboxTag) sync.waitUntil(sendOutbox(createRegistry(pendingWrites), self.location.origin));
});

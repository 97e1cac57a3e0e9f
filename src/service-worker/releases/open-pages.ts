declare const self: ServiceWorkerGlobalScope;

/** Milliseconds after which a page that is still loading counts as open. */
const timeoutMs = 1_000;

/** How many of these pages are no longer open. */
export async function countClosedClients(ids: readonly string[]): Promise<number> {
  const gone = await Promise.all(ids.map(isClosed));
  return gone.filter(Boolean).length;
}

/** Whether a page is gone. For a page that is loading, the answer waits until it is open or was given up. */
async function isClosed(id: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  const requested = self.clients.get(id).then((client) => client === undefined);
  return Promise.race([requested, promise]).finally(() => clearTimeout(timer));
}

/** Loads every open page again, in its own place. */
export async function reloadPages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => null)));
}

declare const self: ServiceWorkerGlobalScope;

/** Milliseconds after which a page that is still being loaded counts as there. */
const timeout = 1_000;

/** How many of these pages are not there any more. */
export async function goneClients(ids: readonly string[]): Promise<number> {
  const gone = await Promise.all(ids.map(isGone));
  return gone.filter(Boolean).length;
}

/** The answer waits for a page that is being loaded: it is there, or was given up. */
async function isGone(id: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeout);
  const asked = self.clients.get(id).then((client) => client === undefined);
  return Promise.race([asked, promise]).finally(() => clearTimeout(timer));
}

/** Loads every open page again, from where it is. */
export async function reloadPages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => null)));
}

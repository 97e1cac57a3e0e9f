import { listCatalog } from '../../contract/catalog.ts';
import { allOf } from './all-of.ts';
import { aloneOrNot } from './browser.ts';
import { syncLists } from './catalog-lists.ts';
import { finishPages, readManifest, requestSize, writeRequest } from './catalog-pages.ts';

export interface SyncContext extends ListContext {
  databaseName: string;
}

/**
 * Brings what is kept up to date: network to storage, nothing else. One tab of an account syncs at a time; another one
 * that asks meanwhile does nothing, since it will be told. Errors: `ClientError`; the signal's reason.
 */
export async function syncCatalog(context: SyncContext, signal: AbortSignal): Promise<void> {
  await aloneOrNot(`${context.databaseName}:sync`, async () => {
    const began = Date.now();
    await allOf([syncLists(context, signal), syncPages(context, signal, began)]);
  });
}

async function syncPages(context: SyncContext, signal: AbortSignal, began: number): Promise<void> {
  const requests = await fetchPages(context, signal);
  signal.throwIfAborted();
  await finishPages(context.storage, requests, began);
  await context.changed();
}

/** Fetches the catalog in steps of 1,000 entries; an unchanged step costs a 304. Answers how many steps it took. */
async function fetchPages(context: SyncContext, signal: AbortSignal): Promise<number> {
  const { storage, client } = context;
  const known = await readManifest(storage);
  let { total } = known;
  let index = 0;
  do {
    const query = { start: index * requestSize, count: requestSize, sort: 'name', links: 'none' } as const;
    const answer = await client.fetch(listCatalog, { query, signal }, known.etags[index] ?? null);
    signal.throwIfAborted();
    if (answer.changed) {
      total = answer.body.paging.total;
      await writeRequest(storage, index, answer.body.applications, { total, etag: answer.etag });
      if (index === 0) await context.changed();
    }
    index += 1;
  } while (index * requestSize < total);
  return index;
}

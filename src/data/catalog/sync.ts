import { listCatalog } from '../../../contract/catalog.ts';
import { allOf } from '../storage/all-of.ts';
import { ifLockFree } from '../storage/locks.ts';
import { type ListContext, syncLists } from './lists.ts';
import { finishPages, readManifest, requestSize, writeRequest } from './pages.ts';

export interface SyncContext extends ListContext {
  databaseName: string;
}

/**
 * Brings the kept catalog up to date: from the network to storage, nothing else. Only one tab of an account syncs at a
 * time; another one returns at once and is told of the changes. Throws a `ClientError`, or the signal's reason.
 */
export async function syncCatalog(context: SyncContext, signal: AbortSignal): Promise<void> {
  await ifLockFree(`${context.databaseName}:sync`, async () => {
    const began = Date.now();
    await allOf([syncLists(context, signal), syncPages(context, signal, began)]);
  });
}

/** Fetches the catalog in steps of 1,000 entries; an unchanged step costs a 304. */
async function syncPages(context: SyncContext, signal: AbortSignal, began: number): Promise<void> {
  const { storage, client } = context;
  const known = await readManifest(storage);
  let { total } = known;
  let index = 0;
  let isChanged = false;
  do {
    const query = { start: index * requestSize, count: requestSize, sort: 'name', links: 'none' } as const;
    const answer = await client.fetch(listCatalog, { query, signal }, known.etags[index] ?? null);
    signal.throwIfAborted();
    if (answer.changed) {
      total = answer.body.paging.total;
      await writeRequest(storage, index, answer.body.applications, { total, etag: answer.etag });
      if (index === 0) await context.changed('pages');
      isChanged = true;
    }
    index += 1;
  } while (index * requestSize < total);
  const isShorter = index < known.etags.length;
  await finishPages(storage, index, began);
  await context.changed(isChanged || isShorter ? 'pages' : 'lists');
}

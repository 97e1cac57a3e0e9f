import {
  type InstalledEntry,
  listCatalogCategories,
  listDownloaded,
  listFeatured,
  listMandatory,
  listPopular,
  listUpdates,
} from '../../../contract/catalog.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { listInstalled } from '../../../contract/inventory.ts';
import type { CallArguments, Client } from '../http/client.ts';
import { allOf } from '../storage/all-of.ts';
import type { Storage } from '../storage/storage.ts';
import { type CatalogLists, type ListName, type NamedList, noLists, withList } from './kept-list.ts';

/** Most lists are fetched with as many entries as one request can bring; of the popular ones, only what a screen shows. */
const all = { start: 0, count: 1000, links: 'none' } as const;
const first50 = { ...all, count: 50 };

interface Fetched {
  list: NamedList;
  etag: string | null;
}
type Fetch = (client: Client, signal: AbortSignal, etag: string | null) => Promise<Fetched | null>;

/** Asks an operation for a list; null when it has not changed. */
const answerOf =
  <O extends Operation>(
    operation: O,
    query: CallArguments<O>['query'],
    listIn: (body: ResponseOf<O>) => NamedList,
  ): Fetch =>
  async (client, signal, etag) => {
    const answer = await client.fetch(operation, { query, signal }, etag);
    return answer.changed ? { list: listIn(answer.body), etag: answer.etag } : null;
  };

/** In the order of asking. The mandatory list comes first: nothing else may open before it is known. */
const sources: readonly [ListName, Fetch][] = [
  ['mandatory', answerOf(listMandatory, all, (body) => ({ name: 'mandatory', records: body.applications }))],
  ['installed', answerOf(listInstalled, all, (body) => ({ name: 'installed', records: body.applications }))],
  ['featured', answerOf(listFeatured, all, (body) => ({ name: 'featured', records: body.applications }))],
  ['updates', answerOf(listUpdates, all, (body) => ({ name: 'updates', records: body.applications }))],
  ['popular', answerOf(listPopular, first50, (body) => ({ name: 'popular', records: body.applications }))],
  [
    'categories',
    answerOf(listCatalogCategories, undefined, (body) => ({ name: 'categories', records: body.categories })),
  ],
  [
    'downloaded',
    answerOf(listDownloaded, all, (body) => ({ name: 'downloaded', records: body.applications })),
  ],
];

/** The kept lists. */
export async function readLists(storage: Storage): Promise<CatalogLists> {
  const kept = await storage.read(['lists'], (transaction) => transaction.all('lists'));
  return kept.reduce<CatalogLists>(withList, noLists);
}

/** The inventory of this device as the service last gave it, and when it was asked for; undefined until then. */
export async function readInventory(
  storage: Storage,
): Promise<{ entries: readonly InstalledEntry[]; askedAt: number } | undefined> {
  const kept = await storage.read(['lists'], (transaction) => transaction.get('lists', 'installed'));
  return kept?.name === 'installed' ? { entries: kept.records, askedAt: kept.savedAt } : undefined;
}

export interface ListContext {
  storage: Storage;
  client: Client;
  /** Called whenever something was written: entries of the catalog, or only lists. */
  changed(what: 'pages' | 'lists'): Promise<void>;
}

/** Fetches every list and keeps those that changed. Throws the first `ClientError` once all have ended. */
export function syncLists(context: ListContext, signal: AbortSignal): Promise<void> {
  return allOf(sources.map(([name, fetch]) => syncList(context, signal, name, fetch)));
}

async function syncList(
  context: ListContext,
  signal: AbortSignal,
  name: ListName,
  fetch: Fetch,
): Promise<void> {
  const { storage, client } = context;
  const kept = await storage.read(['lists'], (transaction) => transaction.get('lists', name));
  const savedAt = Date.now();
  const fetched = await fetch(client, signal, kept?.etag ?? null);
  signal.throwIfAborted();
  if (fetched === null) return;
  const { list, etag } = fetched;
  await storage.write(['lists'], (transaction) => transaction.put('lists', name, { ...list, etag, savedAt }));
  await context.changed('lists');
}

import {
  type CatalogEntry,
  type InstalledEntry,
  listCatalogCategories,
  listDownloaded,
  listFeatured,
  listMandatory,
  listPopular,
  listUpdates,
  type MandatoryEntry,
} from '../../../contract/catalog.ts';
import { listInstalled } from '../../../contract/inventory.ts';
import type { Client, ResponseOf } from '../http/client.ts';
import { allOf } from '../storage/all-of.ts';
import type { KeptDocument } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

export type Category = ResponseOf<typeof listCatalogCategories>['categories'][number];

/** The lists beside the catalog itself; null until they were fetched for the first time. */
export interface CatalogLists {
  featured: readonly CatalogEntry[] | null;
  popular: readonly CatalogEntry[] | null;
  updates: readonly CatalogEntry[] | null;
  downloaded: readonly CatalogEntry[] | null;
  mandatory: readonly MandatoryEntry[] | null;
  installed: readonly InstalledEntry[] | null;
  categories: readonly Category[] | null;
}
export type ListName = keyof CatalogLists;

export const noLists: CatalogLists = {
  featured: null,
  popular: null,
  updates: null,
  downloaded: null,
  mandatory: null,
  installed: null,
  categories: null,
};

/** Most popular ones that a screen shows; of the other lists everything is fetched that one request can bring. */
const popularCount = 50;
const all = 1000;

interface Fetched {
  records: unknown;
  etag: string | null;
}
type Fetch = (client: Client, signal: AbortSignal, etag: string | null) => Promise<Fetched | null>;

type ListOperation =
  | typeof listDownloaded
  | typeof listFeatured
  | typeof listMandatory
  | typeof listPopular
  | typeof listUpdates
  | typeof listInstalled;

const applications =
  (operation: ListOperation, count = all): Fetch =>
  async (client, signal, etag) => {
    const query = { start: 0, count, links: 'none' } as const;
    const answer = await client.fetch(operation, { query, signal }, etag);
    return answer.changed ? { records: answer.body.applications, etag: answer.etag } : null;
  };

const categories: Fetch = async (client, signal, etag) => {
  const answer = await client.fetch(listCatalogCategories, { signal }, etag);
  return answer.changed ? { records: answer.body.categories, etag: answer.etag } : null;
};

/** What is mandatory comes first: nothing else may open before it is known. */
const sources: readonly [ListName, Fetch][] = [
  ['mandatory', applications(listMandatory)],
  ['installed', applications(listInstalled)],
  ['featured', applications(listFeatured)],
  ['updates', applications(listUpdates)],
  ['popular', applications(listPopular, popularCount)],
  ['categories', categories],
  ['downloaded', applications(listDownloaded)],
];

const keyOf = (name: ListName) => `list:${name}`;

/** The lists as kept. */
export async function readLists(storage: Storage): Promise<CatalogLists> {
  const documents = await storage.read(['documents'], (transaction) =>
    Promise.all(sources.map(([name]) => transaction.get('documents', keyOf(name)))),
  );
  const known = sources.map(([name], index) => [name, documents[index]?.value ?? null] as const);
  return Object.fromEntries(known) as unknown as CatalogLists;
}

/** The inventory of this device as the service knew it, and when that was asked; undefined before it was. */
export async function readInventory(
  storage: Storage,
): Promise<{ entries: readonly InstalledEntry[]; askedAt: number } | undefined> {
  const kept = await storage.read(['documents'], (transaction) =>
    transaction.get('documents', keyOf('installed')),
  );
  return kept && { entries: kept.value as readonly InstalledEntry[], askedAt: kept.savedAt };
}

export interface ListContext {
  storage: Storage;
  client: Client;
  /** Called whenever something was written: entries of the catalog, or only what stands beside them. */
  changed(what: 'pages' | 'lists'): Promise<void>;
}

/** Fetches every list and keeps those that changed. Errors: `ClientError`, once all have ended. */
export function syncLists(context: ListContext, signal: AbortSignal): Promise<void> {
  return allOf(sources.map(([name, fetch]) => syncList(context, signal, keyOf(name), fetch)));
}

async function syncList(context: ListContext, signal: AbortSignal, key: string, fetch: Fetch): Promise<void> {
  const { storage, client } = context;
  const kept = await storage.read(['documents'], (transaction) => transaction.get('documents', key));
  const savedAt = Date.now();
  const fetched = await fetch(client, signal, kept?.etag ?? null);
  signal.throwIfAborted();
  if (fetched === null) return;
  const document: KeptDocument = { value: fetched.records, etag: fetched.etag, savedAt };
  await storage.write(['documents'], (transaction) => transaction.put('documents', key, document));
  await context.changed('lists');
}

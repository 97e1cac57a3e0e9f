import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { ReadTransaction, Storage, Transaction } from '../storage/storage.ts';
import { type CatalogManifest, emptyManifest, manifestKey } from './manifest.ts';

/** Entries in one record: reading them in pages takes a quarter of the time of reading them one by one. */
export const pageSize = 200;
/** Entries fetched by one request; a multiple of the page size. */
export const requestSize = 1000;
const pagesPerRequest = requestSize / pageSize;

const manifestIn = async (transaction: ReadTransaction): Promise<CatalogManifest> =>
  (await transaction.get('manifest', manifestKey)) ?? emptyManifest;

const putManifest = (transaction: Transaction, manifest: CatalogManifest) =>
  transaction.put('manifest', manifestKey, manifest);

export const readManifest = (storage: Storage): Promise<CatalogManifest> =>
  storage.read(['manifest'], manifestIn);

/** Only the first page: a screen can be drawn with it while the others are read. */
export const readFirstPage = (
  storage: Storage,
): Promise<{ entries: readonly CatalogEntry[]; manifest: CatalogManifest }> =>
  storage.read(['pages', 'manifest'], async (transaction) => ({
    entries: (await transaction.get('pages', 0)) ?? [],
    manifest: await manifestIn(transaction),
  }));

/** The whole kept catalog, by name. */
export const readAllPages = (
  storage: Storage,
): Promise<{ entries: readonly CatalogEntry[]; manifest: CatalogManifest }> =>
  storage.read(['pages', 'manifest'], async (transaction) => ({
    entries: unique((await transaction.all('pages')).flat()),
    manifest: await manifestIn(transaction),
  }));

/** An entry that moved while the list was being fetched may be in two pages. */
function unique(entries: readonly CatalogEntry[]): CatalogEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** Writes what one request brought; unchanged pages are not written again. */
export async function writeRequest(
  storage: Storage,
  index: number,
  entries: readonly CatalogEntry[],
  about: { total: number; etag: string | null },
): Promise<void> {
  await storage.write(['pages', 'manifest'], async (transaction) => {
    for (let part = 0; part < pagesPerRequest; part += 1) {
      const page = entries.slice(part * pageSize, (part + 1) * pageSize);
      await writePage(transaction, index * pagesPerRequest + part, page);
    }
    const { etags, savedAt } = await manifestIn(transaction);
    const known = Array.from({ length: Math.max(etags.length, index + 1) }, (_, i) => etags[i] ?? null);
    await putManifest(transaction, { total: about.total, etags: known.with(index, about.etag), savedAt });
  });
}

async function writePage(transaction: Transaction, key: number, page: CatalogEntry[]): Promise<void> {
  if (page.length === 0) return transaction.delete('pages', key);
  const kept = await transaction.get('pages', key);
  if (JSON.stringify(kept) !== JSON.stringify(page)) await transaction.put('pages', key, page);
}

/** Ends a sync that took `requests` requests: deletes the pages beyond them, from when the catalog was longer. */
export async function finishPages(storage: Storage, requests: number, savedAt: number): Promise<void> {
  await storage.write(['pages', 'manifest'], async (transaction) => {
    const { total, etags } = await manifestIn(transaction);
    for (let key = requests * pagesPerRequest; key < etags.length * pagesPerRequest; key += 1) {
      await transaction.delete('pages', key);
    }
    await putManifest(transaction, { total, etags: etags.slice(0, requests), savedAt });
  });
}

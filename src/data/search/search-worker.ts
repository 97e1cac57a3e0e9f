import { readEntries } from '../catalog/catalog-store.ts';
import { getShownGeneration } from '../records/sync-state.ts';
import { IdbStorage } from '../storage/idb-storage.ts';
import { SearchIndex } from './search-index.ts';
import { type SearchText, toSearchText } from './search-text.ts';

/** `refresh` reads the catalog from its database; `texts` is for catalogs that are not in a database. */
export type SearchRequest =
  | { kind: 'refresh'; databaseName: string }
  | { kind: 'texts'; texts: readonly SearchText[] }
  | { kind: 'query'; id: number; text: string; limit: number };

export interface SearchAnswer {
  id: number;
  /** Null where the database contained no catalog: it was emptied to make room, or can't be read. */
  ids: string[] | null;
}

const index = new SearchIndex();
let isFilled = false;
let storage: Promise<IdbStorage> | null = null;
let last: Promise<void> = Promise.resolve();

async function refresh(databaseName: string): Promise<void> {
  isFilled = false;
  storage ??= IdbStorage.open(databaseName);
  const { state, entries } = await readEntries(await storage);
  if (getShownGeneration(state) !== null) fill(entries.map(toSearchText));
}

function fill(texts: readonly SearchText[]): void {
  index.update(texts);
  isFilled = true;
}

async function handle(request: SearchRequest): Promise<void> {
  if (request.kind === 'refresh') await refresh(request.databaseName);
  else if (request.kind === 'texts') fill(request.texts);
  else {
    const ids = isFilled ? index.query(request.text, request.limit) : null;
    postMessage({ id: request.id, ids } satisfies SearchAnswer);
  }
}

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  // One after another: a query is answered from the catalog that was announced before it.
  last = last
    .then(() => handle(data))
    .catch(() => {
      // The database can't be read, or was deleted with its account: it is opened again if this worker continues.
      storage = null;
    });
});

import { readEntries } from '../catalog/kept-catalog.ts';
import { IdbStorage } from '../storage/idb-storage.ts';
import { SearchIndex } from './search-index.ts';
import { type SearchText, textOf } from './search-text.ts';

/** `refresh` reads the catalog from its database; `texts` is for catalogs that are in memory only. */
export type SearchRequest =
  | { kind: 'refresh'; databaseName: string }
  | { kind: 'texts'; texts: readonly SearchText[] }
  | { kind: 'query'; id: number; text: string; limit: number };

export interface SearchAnswer {
  id: number;
  ids: string[];
}

const index = new SearchIndex();
let storage: Promise<IdbStorage> | null = null;
let last: Promise<void> = Promise.resolve();

async function refresh(databaseName: string): Promise<void> {
  storage ??= IdbStorage.open(databaseName);
  const { entries } = await readEntries(await storage);
  index.update(entries.map(textOf));
}

async function handle(request: SearchRequest): Promise<void> {
  if (request.kind === 'refresh') await refresh(request.databaseName);
  else if (request.kind === 'texts') index.update(request.texts);
  else {
    const answer: SearchAnswer = { id: request.id, ids: index.query(request.text, request.limit) };
    postMessage(answer);
  }
}

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  // One after the other: a query is answered from the catalog that was announced before it.
  last = last
    .then(() => handle(data))
    .catch(() => {
      // The database was deleted with its account: this worker is about to end.
      storage = null;
    });
});

import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { SearchIndex } from './search-index.ts';
import { toSearchText } from './search-text.ts';
import type { SearchAnswer, SearchRequest } from './search-worker.ts';

/** Where the index gets the catalog from. */
export interface SearchSource {
  databaseName: string;
  /** Whether the catalog is in IndexedDB, where a worker can read it itself. */
  isStored(): boolean;
  listEntries(): readonly CatalogEntry[];
}

export interface SearchEngine {
  /** Updates the index to the present catalog; later queries are answered from that. */
  refresh(): void;
  query(text: string, limit: number): Promise<string[]>;
  close(): void;
}

/** The worker did not start or crashed: search continues without it. */
export class WorkerFailedError extends Error {}

/** Searches in a worker of its own, so that typing never waits for the index. */
export class WorkerSearch implements SearchEngine {
  readonly #worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, PromiseWithResolvers<SearchAnswer['ids']>>();
  readonly #source: SearchSource;
  #lastId = 0;
  #failed = false;

  constructor(source: SearchSource) {
    this.#source = source;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
      this.#waiting.get(data.id)?.resolve(data.ids);
      this.#waiting.delete(data.id);
    });
    this.#worker.addEventListener('error', () => {
      this.#failed = true;
      for (const { reject } of this.#waiting.values()) reject(new WorkerFailedError());
    });
  }

  refresh(): void {
    const source = this.#source;
    if (source.isStored()) this.#ask({ kind: 'refresh', databaseName: source.databaseName });
    else this.#sendTexts();
  }

  async query(text: string, limit: number): Promise<string[]> {
    const ids = await this.#requestResults(text, limit);
    if (ids !== null) return ids;
    // The catalog exists in this page only.
    this.#sendTexts();
    return (await this.#requestResults(text, limit)) ?? [];
  }

  close(): void {
    this.#worker.terminate();
    for (const { resolve } of this.#waiting.values()) resolve([]);
  }

  #requestResults(text: string, limit: number): Promise<SearchAnswer['ids']> {
    if (this.#failed) return Promise.reject(new WorkerFailedError());
    const answer = Promise.withResolvers<SearchAnswer['ids']>();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, answer);
    this.#ask({ kind: 'query', id: this.#lastId, text, limit });
    return answer.promise;
  }

  #sendTexts(): void {
    this.#ask({ kind: 'texts', texts: this.#source.listEntries().map(toSearchText) });
  }

  #ask(request: SearchRequest): void {
    this.#worker.postMessage(request, []);
  }
}

/** Searches on the main thread, for browsers that refuse workers; the index is loaded only then. */
export class LocalSearch implements SearchEngine {
  readonly #source: SearchSource;
  #index: Promise<SearchIndex> | null = null;
  #isStale = true;

  constructor(source: SearchSource) {
    this.#source = source;
  }

  refresh(): void {
    this.#isStale = true;
  }

  async query(text: string, limit: number): Promise<string[]> {
    this.#index ??= import('./search-index.ts').then((module) => new module.SearchIndex());
    const index = await this.#index;
    if (this.#isStale) index.update(this.#source.listEntries().map(toSearchText));
    this.#isStale = false;
    return index.query(text, limit);
  }

  close(): void {
    this.#index = null;
  }
}

import type { CatalogEntry } from '../../../contract/catalog.ts';
import { type Observable, WritableObservable } from '../observable.ts';
import type { Storage } from '../storage/storage.ts';
import {
  LocalSearch,
  type SearchEngine,
  type SearchSource,
  WorkerFailedError,
  WorkerSearch,
} from './search-engine.ts';

const recentKey = 'recent-searches';
const maxRecent = 8;

/** Answers searches from the cached catalog, outside of the main thread where the browser allows it. */
export class Search {
  readonly #source: SearchSource;
  readonly #storage: Storage;
  readonly #recent = new WritableObservable<readonly string[]>([]);
  #engine: SearchEngine | null = null;
  #indexed: readonly CatalogEntry[] | null = null;

  constructor(source: SearchSource, storage: Storage) {
    this.#source = source;
    this.#storage = storage;
  }

  /** The last searches, the latest first. */
  get recent(): Observable<readonly string[]> {
    return this.#recent;
  }

  async reload(): Promise<void> {
    const recent = await this.#storage.read(['settings'], (transaction) =>
      transaction.get('settings', recentKey),
    );
    this.#recent.set(recent ?? []);
  }

  /** Prepares the index before the first letter is typed. */
  prepare(): void {
    this.#engine ??= createEngine(this.#source);
    const entries = this.#source.listEntries();
    if (entries === this.#indexed) return;
    this.#indexed = entries;
    this.#engine.refresh();
  }

  /** The ids of the applications that match, the best first. */
  async query(text: string, limit = 50): Promise<string[]> {
    this.prepare();
    try {
      return (await this.#engine?.query(text, limit)) ?? [];
    } catch (fault) {
      if (!(fault instanceof WorkerFailedError)) throw fault;
      this.#engine?.close();
      this.#engine = new LocalSearch(this.#source);
      return this.#engine.query(text, limit);
    }
  }

  /** Remembers a search from which a result was opened. */
  async addRecent(text: string): Promise<void> {
    const words = text.trim();
    if (words === '') return;
    const others = this.#recent.get().filter((other) => other.toLowerCase() !== words.toLowerCase());
    await this.#storeRecent([words, ...others].slice(0, maxRecent));
  }

  /** Forgets the last searches. */
  forget(): Promise<void> {
    return this.#storeRecent([]);
  }

  close(): void {
    this.#engine?.close();
    this.#engine = null;
  }

  async #storeRecent(recent: readonly string[]): Promise<void> {
    this.#recent.set(recent);
    await this.#storage.write(['settings'], (transaction) => transaction.put('settings', recentKey, recent));
  }
}

function createEngine(source: SearchSource): SearchEngine {
  try {
    return new WorkerSearch(source);
  } catch {
    return new LocalSearch(source);
  }
}

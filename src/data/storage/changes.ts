import { type OutboxRow, writerKey } from '../records/outbox-row.ts';
import { allStores, type KeyOf, type StoreName, type ValueOf } from './schema.ts';
import type { ReadTransaction, Transaction } from './storage.ts';

interface Change<S extends StoreName> {
  /** Undefined for a deleted record. */
  value: ValueOf<S> | undefined;
  /** Whether there was no such record below, so that nobody else can have deleted it since. */
  isNew: boolean;
}

/** Changes went to the disk while others were made on top of them. */
export class SavedMeanwhileError extends Error {}

/** What is below changes where there is no disk. */
export const nothing: ReadTransaction = {
  get: async () => undefined,
  all: async () => [],
  keys: async () => [],
  entries: async () => [],
};

type Tables = { [S in StoreName]: Map<KeyOf<S>, Change<S>> };

/** Changes of records, in memory, above other records that they hide. */
export class Changes {
  readonly #tables: Tables = {
    blocksA: new Map(),
    blocksB: new Map(),
    catalog: new Map(),
    cover: new Map(),
    documents: new Map(),
    session: new Map(),
    outbox: new Map(),
    writer: new Map(),
    installs: new Map(),
    settings: new Map(),
    drafts: new Map(),
    aside: new Map(),
  };
  #timesForgotten = 0;

  /** Those of these stores of which there are changes. */
  in(stores: readonly StoreName[]): StoreName[] {
    return stores.filter((store) => this.#tables[store].size > 0);
  }

  of<S extends StoreName>(store: S): ReadonlyMap<KeyOf<S>, Change<S>> {
    return this.#tables[store];
  }

  /** Increases whenever changes were forgotten. */
  get timesForgotten(): number {
    return this.#timesForgotten;
  }

  /**
   * The records below with these changes, which what is written is added to. What is below is read first, also where
   * changes hide it: only then have the transactions before this one ended.
   */
  over(below: ReadTransaction): Transaction {
    const entries = async <S extends StoreName>(store: S): Promise<[KeyOf<S>, ValueOf<S>][]> => {
      const all = new Map(await below.entries(store));
      for (const [key, { value }] of this.of(store)) {
        if (value === undefined) all.delete(key);
        else all.set(key, value);
      }
      return [...all].sort(([a], [b]) => (a < b ? -1 : 1));
    };
    const remove = async <S extends StoreName>(store: S, key: KeyOf<S>) =>
      void this.#tables[store].set(key, { value: undefined, isNew: false });
    return {
      get: async (store, key) => {
        const value = await below.get(store, key);
        const change = this.of(store).get(key);
        return change === undefined ? value : change.value;
      },
      all: async (store) => {
        const values = await below.all(store);
        return this.of(store).size === 0 ? values : (await entries(store)).map(([, value]) => value);
      },
      keys: async (store) => (await entries(store)).map(([key]) => key),
      entries,
      put: async (store, key, value) => {
        const isNew = (await below.get(store, key)) === undefined;
        this.#tables[store].set(key, { value: structuredClone(value), isNew });
      },
      delete: remove,
      clear: async (store) => {
        for (const [key] of await entries(store)) await remove(store, key);
      },
    };
  }

  /** Takes over changes that were made above these. */
  add(later: Changes): void {
    for (const store of later.in(allStores)) this.#addOf(later, store);
  }

  /** Forgets the changes of these stores. */
  forget(stores: readonly StoreName[]): void {
    this.#timesForgotten += 1;
    for (const store of stores) this.#tables[store].clear();
  }

  /**
   * From now on writes are numbered by a new writer, made at the next one: what the one below gives out from here on is
   * not known, and a number must never be given out twice.
   */
  hideWriter(): void {
    if (this.#tables.writer.size > 0) return;
    this.#tables.writer.set(writerKey, { value: undefined, isNew: false });
  }

  #addOf<S extends StoreName>(later: Changes, store: S): void {
    for (const [key, change] of later.of(store)) {
      const isNew = this.#tables[store].get(key)?.isNew ?? change.isNew;
      this.#tables[store].set(key, { ...change, isNew });
    }
  }
}

/**
 * A write on the disk, as a page sees it that can't write there: it stays as it is there, and is sent when the page is
 * opened again, so no later write may take it in.
 */
export const withoutTaken = (row: OutboxRow): OutboxRow => ({ ...row, attempts: Math.max(1, row.attempts) });

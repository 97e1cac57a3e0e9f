import type { CatalogCategory } from '../../../contract/catalog.ts';
import type { SyncEntry } from '../../../contract/sync.ts';

/** Entries of applications whose ids follow each other. */
export type Block = readonly SyncEntry[];

/** A category with the number of applications in it. */
export type CountedCategory = CatalogCategory & { application_count: number };

/** Every list of the catalog, as the service's own operations answer it. */
export interface DerivedLists {
  /** By name. */
  all: readonly SyncEntry[];
  featured: readonly SyncEntry[];
  popular: readonly SyncEntry[];
  updates: readonly SyncEntry[];
  downloaded: readonly SyncEntry[];
  mandatory: readonly SyncEntry[];
  installed: readonly SyncEntry[];
  categories: readonly CountedCategory[];
}

/**
 * What the first screens show, in one record: the beginning of the lists, and completely those that decide what may be
 * opened. It is drawn while the entries are read.
 */
export type FirstScreen = DerivedLists;

/** The two stores for entries: one holds the cached catalog, the other one that is being loaded. */
export type BlockStore = 'blocksA' | 'blocksB';

/** A catalog, as far as it was loaded, in one of the two stores. */
export interface Generation {
  store: BlockStore;
  /** The cursor of this state, which the next request sends. */
  cursor: string;
  /** Number of entries in the store: if fewer can be read, some were lost. */
  size: number;
  /** Number of applications in the catalog, as the service counts. */
  total: number;
}

/** Which entries are stored; written in the transaction that changes them. */
export interface SyncState {
  /** Null before the first complete load. */
  complete: Generation | null;
  /** A catalog that is being loaded in steps, and will replace the complete one. */
  incoming: Generation | null;
  /** When the last complete sync began, in milliseconds since 1970: only for display, not for comparisons. */
  savedAt: number | null;
  /**
   * The ids of the outbox rows that were sent before the last complete sync began: the catalog contains their effects.
   */
  contains: readonly string[];
}

/** The key of the one record in the store of the state. */
export const stateKey = 'state';

export const emptySyncState: SyncState = { complete: null, incoming: null, savedAt: null, contains: [] };

/** The catalog to show: an incomplete one only where there is no complete one. */
export const getShownGeneration = ({ complete, incoming }: SyncState): Generation | null =>
  complete ?? incoming;

/** The cursor that the next request sends. */
export const getNextCursor = ({ complete, incoming }: SyncState): string | null =>
  (incoming ?? complete)?.cursor ?? null;

/** The key of the one record in the store of the cover. */
export const firstScreenKey = 'cover';

import type { SyncEntry } from '../../../contract/sync.ts';
import type { DerivedLists } from './derived-lists.ts';

/** Entries of applications whose ids follow each other. */
export type Block = readonly SyncEntry[];

/**
 * What the first screens show, in one record: the beginning of the lists, and in full those that decide what may open. It is
 * drawn while the entries are read.
 */
export type Cover = DerivedLists;

/** The two places for entries: one holds the kept catalog, the other one that is being loaded. */
export type BlockStore = 'blocksA' | 'blocksB';

/** A catalog as far as it has come, in one of the two places. */
export interface Generation {
  store: BlockStore;
  /** The service's name for this state; the next request sends it. */
  cursor: string;
  /** Number of entries in the store: when fewer can be read, some were lost. */
  size: number;
  /** Number of applications in the catalog, as the service counts. */
  total: number;
}

/** What is known of the kept entries; written in the transaction that changes them. */
export interface KeptState {
  /** The complete catalog; null before the first. */
  kept: Generation | null;
  /** One that is being loaded in steps and takes the place of the kept one when it is complete. */
  begun: Generation | null;
  /** When the last complete sync began, in milliseconds since 1970: to be shown, not to be compared. */
  savedAt: number | null;
  /** The ids of the rows of the outbox that were sent before the last complete sync began: the catalog contains what they did. */
  contains: readonly string[];
}

/** The key of the one record in the store of the state. */
export const stateKey = 'state';

export const nothingKept: KeptState = { kept: null, begun: null, savedAt: null, contains: [] };

/** What there is to show: half of a catalog only where there is no complete one. */
export const shownOf = ({ kept, begun }: KeptState): Generation | null => kept ?? begun;

/** The cursor that the next request sends. */
export const cursorOf = ({ kept, begun }: KeptState): string | null => (begun ?? kept)?.cursor ?? null;

/** The key of the one record in the store of the cover. */
export const coverKey = 'cover';

import type { SyncEntry } from '../../../contract/sync.ts';
import type { SyncState } from './sync-state.ts';

/** The new entries by id; null for one that is gone. */
export type EntryChanges = ReadonlyMap<string, SyncEntry | null>;

/** The state with which a request was made. */
export interface SyncRequest {
  cursor: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** The ids of the writes that the service had by then. */
  sent: readonly string[];
}

/** The changes in an answer. */
export interface AppliedAnswer {
  request: SyncRequest;
  state: SyncState;
  /** True: the entries in `changes` are all there are. */
  isComplete: boolean;
  changes: EntryChanges;
}

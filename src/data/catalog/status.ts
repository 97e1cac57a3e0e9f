import { type ClientError, RateLimitedError } from '../http/errors.ts';
import type { SyncState } from '../records/sync-state.ts';
import type { CatalogView } from './view.ts';

/** How far the shown catalog is up to date. */
export interface CatalogStatus {
  /** False while only what the first screens show has been read from the cached catalog. */
  isComplete: boolean;
  isSyncing: boolean;
  /** Why the last sync failed; null when it did not. */
  error: ClientError | null;
  /** How many entries of an unfinished first load are here; null when the catalog is complete, or nothing is known. */
  partialLoad: { have: number; total: number } | null;
  /** When the last complete sync began, in milliseconds since 1970; null before the first. */
  savedAt: number | null;
}

export type CatalogState = CatalogView & CatalogStatus;

/** How many entries of an unfinished first load are here. */
export const getPartialLoad = ({ complete, incoming }: SyncState): CatalogStatus['partialLoad'] =>
  complete === null && incoming !== null ? { have: incoming.size, total: incoming.total } : null;

/** Milliseconds until a sync is tried again that failed, or that another page began; doubled each time. */
const minRetryMs = 1_000;
const maxRetryMs = 60_000;

/** Milliseconds until a sync is tried again, at random moments, so that not all devices come back at once. */
export function getRetryDelay(error: ClientError | null, failures: number): number {
  if (error instanceof RateLimitedError) return error.retryAfter * 1000;
  return Math.min(maxRetryMs, minRetryMs * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random() / 2);
}

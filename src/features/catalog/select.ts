import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { CatalogState } from '../../data/catalog/status.ts';

/** The state of the catalog as the screens see it. */
export type Shown = CatalogState;

type ListName = 'featured' | 'popular' | 'updates' | 'downloaded';

/** False while more of the catalog may follow: the kept one is still being read, or the first load has not ended. */
export const isWhole = ({ complete, half, savedAt, syncing }: Shown): boolean =>
  complete && half === null && (savedAt !== null || !syncing);

/** The entries of a list, in its order; empty while it is not known. */
export const entriesOf = (catalog: Shown, list: ListName): readonly CatalogEntry[] => catalog[list] ?? [];

/** The most recently released entries. */
export const newest = (entries: readonly CatalogEntry[], count: number): CatalogEntry[] =>
  entries.toSorted(latestFirst).slice(0, count);

/** Compares by release date, latest first; all dates have one format, so that their texts can be compared. */
export function latestFirst({ version: a }: CatalogEntry, { version: b }: CatalogEntry): number {
  if (a.release_date === b.release_date) return 0;
  return a.release_date < b.release_date ? 1 : -1;
}

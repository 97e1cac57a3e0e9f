import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { CatalogState } from '../../data/catalog/status.ts';

/** The state of the catalog as the screens see it. */
export type Shown = CatalogState;

type ListName = 'featured' | 'updates' | 'downloaded';

/** False while more of the catalog may follow: the kept one is still being read, or the first load has not ended. */
export const isCompletelyLoaded = ({ isComplete, partialLoad, savedAt, isSyncing }: Shown): boolean =>
  isComplete && partialLoad === null && (savedAt !== null || !isSyncing);

/** The entries of a list, in its order; empty while it is not known. */
export const listEntries = (catalog: Shown, list: ListName): readonly CatalogEntry[] => catalog[list] ?? [];

/** Fewer than this are no choice of many people. */
const minPopular = 3;

/** The applications that most people downloaded or opened: none that nobody did, and none at all where they are few. */
export function listPopular(
  { popular: all }: { popular: readonly CatalogEntry[] | null },
  count: number,
): readonly CatalogEntry[] {
  const popular = (all ?? []).filter((entry) => entry.catalog_info.num_downloads > 0);
  return popular.length < minPopular ? [] : popular.slice(0, count);
}

/** The most recently released entries. */
export const listNewest = (entries: readonly CatalogEntry[], count: number): CatalogEntry[] =>
  entries.toSorted(compareByReleaseDate).slice(0, count);

/** Compares by release date, latest first; all dates have one format, so that their texts can be compared. */
export function compareByReleaseDate({ version: a }: CatalogEntry, { version: b }: CatalogEntry): number {
  if (a.release_date === b.release_date) return 0;
  return a.release_date < b.release_date ? 1 : -1;
}

import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { CatalogState } from '../../data/catalog.ts';

/** What the screens see of the catalog. */
export type Shown = CatalogState;

type ListName = 'featured' | 'popular' | 'updates' | 'downloaded';

/** False while more of the catalog may come: what is kept is still being read, or was never fetched to its end. */
export const isWhole = ({ complete, savedAt, syncing }: Shown): boolean =>
  complete && (savedAt !== null || !syncing);

/** The entries of a list, in its order; empty while it is not known. */
export const entriesOf = (catalog: Shown, list: ListName): readonly CatalogEntry[] => catalog[list] ?? [];

/** The entries released last. */
export const newest = (entries: readonly CatalogEntry[], count: number): CatalogEntry[] =>
  entries.toSorted((a, b) => (a.version.release_date < b.version.release_date ? 1 : -1)).slice(0, count);

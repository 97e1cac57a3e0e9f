import type { CatalogEntry } from '../../../contract/catalog.ts';
import { type Kind, kindOf } from './kinds.ts';
import { latestFirst } from './select.ts';

export type SortOrder = 'name' | 'newest' | 'popular' | 'liked';

/** The filters that a person chose, and the sort order. */
export interface Choice {
  sort: SortOrder;
  kind: Kind | 'all';
  /** Id of a category. */
  category: string | null;
  installed: boolean;
  withUpdate: boolean;
}

export const everything: Choice = {
  sort: 'name',
  kind: 'all',
  category: null,
  installed: false,
  withUpdate: false,
};

/** Whether any filter is set. */
export const isNarrowed = (choice: Choice): boolean =>
  choice.kind !== 'all' || choice.category !== null || choice.installed || choice.withUpdate;

/** The entries that match, in the chosen order. `entries` must be sorted by name; ties keep that order. */
export function browse(
  entries: readonly CatalogEntry[],
  choice: Choice,
  isInstalled: (id: string) => boolean,
): readonly CatalogEntry[] {
  const narrowed = isNarrowed(choice) ? entries.filter((entry) => fits(entry, choice, isInstalled)) : entries;
  const order = orders[choice.sort];
  return order === null ? narrowed : [...narrowed].sort(order);
}

function fits(entry: CatalogEntry, choice: Choice, isInstalled: (id: string) => boolean): boolean {
  if (choice.kind !== 'all' && kindOf(entry.type) !== choice.kind) return false;
  if (choice.category !== null && !entry.categories.some((category) => category.id === choice.category))
    return false;
  if (choice.withUpdate && !entry.catalog_info.has_update) return false;
  return !choice.installed || isInstalled(entry.id);
}

type Order = (a: CatalogEntry, b: CatalogEntry) => number;

const orders: Record<SortOrder, Order | null> = {
  name: null,
  newest: latestFirst,
  popular: (a, b) => b.catalog_info.num_downloads - a.catalog_info.num_downloads,
  liked: (a, b) => approval(b) - approval(a),
};

/** The share of likes, smoothed so that one like out of one is not the best of all; the number of likes decides ties. */
function approval({ catalog_info: { num_likes: likes, num_dislikes: dislikes } }: CatalogEntry): number {
  return (likes + 1) / (likes + dislikes + 4) + likes / 1e9;
}

import type { CatalogEntry } from '../../../contract/catalog.ts';
import { getKind, type Kind } from './kinds.ts';
import { compareByReleaseDate } from './select.ts';

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

export const defaultChoice: Choice = {
  sort: 'name',
  kind: 'all',
  category: null,
  installed: false,
  withUpdate: false,
};

/** Whether any filter is set. */
export const hasFilters = (choice: Choice): boolean =>
  choice.kind !== 'all' || choice.category !== null || choice.installed || choice.withUpdate;

/** The entries that match, in the chosen order. `entries` must be sorted by name; ties keep that order. */
export function filterAndSort(
  entries: readonly CatalogEntry[],
  choice: Choice,
  isInstalled: (id: string) => boolean,
): readonly CatalogEntry[] {
  const narrowed = hasFilters(choice)
    ? entries.filter((entry) => matchesChoice(entry, choice, isInstalled))
    : entries;
  const order = orders[choice.sort];
  return order === null ? narrowed : [...narrowed].sort(order);
}

function matchesChoice(entry: CatalogEntry, choice: Choice, isInstalled: (id: string) => boolean): boolean {
  if (choice.kind !== 'all' && getKind(entry.type) !== choice.kind) return false;
  if (choice.category !== null && !entry.categories.some((category) => category.id === choice.category))
    return false;
  if (choice.withUpdate && !entry.catalog_info.has_update) return false;
  return !choice.installed || isInstalled(entry.id);
}

type Order = (a: CatalogEntry, b: CatalogEntry) => number;

const orders: Record<SortOrder, Order | null> = {
  name: null,
  newest: compareByReleaseDate,
  popular: (a, b) => b.catalog_info.num_downloads - a.catalog_info.num_downloads,
  liked: (a, b) => getApprovalScore(b) - getApprovalScore(a),
};

/** The share of likes, smoothed so that one like out of one is not the best of all; the number of likes decides ties. */
function getApprovalScore({
  catalog_info: { num_likes: likes, num_dislikes: dislikes },
}: CatalogEntry): number {
  return (likes + 1) / (likes + dislikes + 4) + likes / 1e9;
}

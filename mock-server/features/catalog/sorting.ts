import { parseSort, type SortTerm } from '../../platform/database/list-controls.ts';
import type { Listing } from './listing.ts';

/** The fields that catalog lists sort by; open choices, Catalog. */
const fields = ['name', 'release_date', 'num_downloads', 'num_likes', 'sort_weight'] as const;

interface Numbers {
  num_downloads: number;
  num_likes: number;
}
/** The current counts of an application. */
export type CountsOf = (applicationId: string) => Numbers;

type Value = (listing: Listing, countsOf: CountsOf) => string | number;

const values: Record<(typeof fields)[number], Value> = {
  name: (listing) => listing.sortName,
  release_date: (listing) => listing.version.release_date,
  num_downloads: (listing, countsOf) => countsOf(listing.application.id).num_downloads,
  num_likes: (listing, countsOf) => countsOf(listing.application.id).num_likes,
  sort_weight: (listing) => listing.application.sort_weight,
};

const compare = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0;

/**
 * A new list in the order that `sort` asks for; later fields break ties, at last the id, so that pages never overlap.
 * Error: `invalid_request` for a `+` or an unknown field.
 */
export function sorted<T extends { listing: Listing }>(
  items: readonly T[],
  sort: string,
  countsOf: CountsOf,
): T[] {
  const terms = parseSort(sort || 'name', fields);
  return items.toSorted((left, right) => byTerms(left.listing, right.listing, terms, countsOf));
}

function byTerms(left: Listing, right: Listing, terms: readonly SortTerm[], countsOf: CountsOf): number {
  for (const { field, descending } of terms) {
    const value = values[field as (typeof fields)[number]];
    const order = compare(value(left, countsOf), value(right, countsOf));
    if (order !== 0) return descending ? -order : order;
  }
  return compare(left.application.id, right.application.id);
}

import { parseSort } from '../../platform/database/list-controls.ts';
import type { Listing, Offer } from './listing.ts';

/** The fields that catalog lists sort by; open choices, Catalog. */
const fields = ['name', 'release_date', 'num_downloads', 'num_likes', 'sort_weight'] as const;

const values: Record<(typeof fields)[number], (listing: Listing) => string | number> = {
  name: (listing) => listing.sortName,
  release_date: (listing) => listing.version.release_date,
  num_downloads: (listing) => listing.counts.num_downloads,
  num_likes: (listing) => listing.counts.num_likes,
  sort_weight: (listing) => listing.application.sort_weight,
};

/** Below 0 when the first of two offers comes first; 0 only for one version of an application. */
export type Order = (left: Offer, right: Offer) => number;

const compare = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0;

/** Whether an order changes with the counts. */
export const isByCounts = (sort: string): boolean => sort.includes('num_');

/** By the application's id. */
export const byId: Order = (left, right) =>
  compare(left.listing.application.id, right.listing.application.id);

/**
 * The order that `sort` asks for; later fields break ties, at last the id, so that pages never overlap. Error: `invalid_request`
 * for a `+` or an unknown field.
 */
export function orderOf(sort: string): Order {
  const terms = parseSort(sort || 'name', fields).map(({ field, descending }) => ({
    value: values[field as (typeof fields)[number]],
    sign: descending ? -1 : 1,
  }));
  return (left, right) => {
    for (const { value, sign } of terms) {
      const order = compare(value(left.listing), value(right.listing));
      if (order !== 0) return sign * order;
    }
    return byId(left, right);
  };
}

/** Two lists in the same order as one. */
export function merged(left: readonly Offer[], right: readonly Offer[], order: Order): readonly Offer[] {
  if (right.length === 0) return left;
  const result: Offer[] = [];
  let at = 0;
  for (const offer of right) {
    for (let next = left[at]; next !== undefined && order(next, offer) < 0; next = left[at]) {
      result.push(next);
      at += 1;
    }
    result.push(offer);
  }
  return result.concat(left.slice(at));
}

/** A list in order with other offers in the place of those of some applications. */
export function replaced(
  items: readonly Offer[],
  applications: ReadonlySet<string>,
  others: readonly Offer[],
  order: Order,
): readonly Offer[] {
  const rest = items.filter(({ listing }) => !applications.has(listing.application.id));
  return merged(rest, others.toSorted(order), order);
}

import { LRUCache } from 'lru-cache';
import { parseSort } from '../../../platform/database/list-controls.ts';
import type { Listing, Offer } from '../listing.ts';

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

/** Sorts by the application's id. */
export const byId: Order = (left, right) =>
  compare(left.listing.application.id, right.listing.application.id);

/**
 * The order that `sort` names. Later fields break ties, and finally the id, so that pages never overlap. Error:
 * `invalid_request` for a `+` or an unknown field.
 */
export function orderOf(sort: string): Order {
  const known = orders.get(sort);
  if (known !== undefined) return known;
  const made = makeOrder(sort);
  orders.set(sort, made);
  return made;
}

/** Orders that were made before; lists are requested in few of them. */
const orders = new LRUCache<string, Order>({ max: 100 });

function makeOrder(sort: string): Order {
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

/** The first `count` offers of an order, sorted. */
export function firstOf(items: readonly Offer[], count: number, order: Order): readonly Offer[] {
  if (items.length <= count) return items.toSorted(order);
  const first = items.slice(0, count).sort(order);
  let last = first[count - 1];
  for (let at = count; at < items.length; at += 1) {
    const offer = items[at];
    if (offer === undefined || last === undefined || order(offer, last) > 0) continue;
    first.pop();
    first.splice(placeIn(first, offer, order), 0, offer);
    last = first[count - 1];
  }
  return first;
}

/** The index at which an offer would stand in a sorted list. */
function placeIn(items: readonly Offer[], offer: Offer, order: Order): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = items[middle];
    if (there !== undefined && order(there, offer) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index at which an application stands, or would stand, in a list by the ids of the applications. */
export function indexOf(items: readonly Offer[], applicationId: string): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.listing.application.id ?? '') < applicationId) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Up to this many changes are applied one by one. */
const few = 64;

/** Like `replaced`, for a list by the ids of the applications; a few changes of a long list cost little. */
export function replacedById(
  items: readonly Offer[],
  applications: ReadonlySet<string>,
  others: readonly Offer[],
): readonly Offer[] {
  if (applications.size > few) return replaced(items, applications, others, byId);
  const result = [...items];
  for (const id of applications) {
    const at = indexOf(result, id);
    if (result[at]?.listing.application.id === id) result.splice(at, 1);
  }
  for (const offer of others) result.splice(indexOf(result, offer.listing.application.id), 0, offer);
  return result;
}

/** Merges two lists of the same order. */
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

/** A sorted list in which other offers replace those of some applications. */
export function replaced(
  items: readonly Offer[],
  applications: ReadonlySet<string>,
  others: readonly Offer[],
  order: Order,
): readonly Offer[] {
  const rest = items.filter(({ listing }) => !applications.has(listing.application.id));
  return merged(rest, others.toSorted(order), order);
}

import { LRUCache } from 'lru-cache';
import type { Listing } from './listing.ts';
import { type CountsOf, sorted } from './sorting.ts';

/** Orders of one shelf that are kept in memory. */
const ordersKept = 6;

/** The current counts and their activity revision. */
export interface CurrentCounts {
  activity: number;
  countsOf: CountsOf;
}

/** What one device kind is shown, in any of the orders of lists. */
export class Shelf<T extends { listing: Listing }> {
  readonly items: readonly T[];
  readonly #orders = new LRUCache<string, readonly T[]>({ max: ordersKept });
  #byId: ReadonlyMap<string, T> | null = null;

  constructor(items: readonly T[]) {
    this.items = items;
  }

  /** Everything by the id of its application, in the order of these ids. */
  get byId(): ReadonlyMap<string, T> {
    this.#byId ??= new Map(
      this.items
        .map((item) => [item.listing.application.id, item] as const)
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    );
    return this.#byId;
  }

  /** Error: `invalid_request` for a `sort` that the lists do not know. */
  ordered(sort: string, counts: CurrentCounts): readonly T[] {
    const key = sort.includes('num_') ? `${sort}@${counts.activity}` : sort;
    const kept = this.#orders.get(key);
    if (kept !== undefined) return kept;
    const made = sorted(this.items, sort, counts.countsOf);
    this.#orders.set(key, made);
    return made;
  }
}

import type { Offer } from '../listing.ts';
import type { GroupShelf } from './group-shelf.ts';
import { byId, type Order } from './sorting.ts';

/** What a set of groups is offered together. Lists are merged only as far as somebody reads them. */
export class GroupSet {
  /** The largest shelf first. */
  readonly shelves: readonly GroupShelf[];
  /** Identifies the state of all the shelves. */
  readonly state: string;

  constructor(shelves: readonly GroupShelf[]) {
    this.shelves = shelves.toSorted((left, right) => right.items.length - left.items.length);
    this.state = shelves.map(({ version }) => version.toString(36)).join();
  }

  /** The offer of an application. */
  of(applicationId: string): Offer | undefined {
    let found: Offer | undefined;
    for (const shelf of this.shelves) found = together(found, shelf.of(applicationId));
    return found;
  }

  /** All offers, by the ids of the applications. */
  get byId(): Iterable<Offer> {
    return this.merge((shelf) => shelf.items, byId);
  }

  /**
   * The lists of all shelves, which have the same order, merged into one; they are read only as far as the caller
   * reads. A group that always takes the latest version offers no older one than any other group. So only for
   * applications of which a group names versions, the newest is looked up; it stands at its own place in the order.
   */
  *merge(listOf: (shelf: GroupShelf) => readonly Offer[], order: Order): Generator<Offer> {
    const lists = this.shelves.map((shelf) => new Reader(listOf(shelf)));
    const { older } = this;
    for (let offer = first(lists, order); offer !== undefined; offer = first(lists, order)) {
      const { listing } = offer;
      const { id } = listing.application;
      if (!older.has(id)) yield offer;
      else {
        const found = this.of(id);
        if (found?.listing === listing) yield found;
      }
    }
  }

  /** Applications of which one of the groups has an older version than another group might have. */
  get older(): ReadonlySet<string> {
    const some = this.shelves.filter(({ older }) => older.size > 0);
    const [only, second] = some;
    if (only === undefined) return none;
    return second === undefined ? only.older : new Set(some.flatMap(({ older }) => [...older]));
  }
}

const none: ReadonlySet<string> = new Set();

/** A list that is read from its beginning. */
class Reader {
  readonly #items: readonly Offer[];
  #at = 0;

  constructor(items: readonly Offer[]) {
    this.#items = items;
  }

  get head(): Offer | undefined {
    return this.#items[this.#at];
  }

  skip(): void {
    this.#at += 1;
  }
}

/**
 * Takes the offer that comes first in any of the lists, from every list that has it; mandatory if one of them says so.
 */
function first(lists: readonly Reader[], order: Order): Offer | undefined {
  let least: Offer | undefined;
  for (const { head } of lists)
    if (head !== undefined && (least === undefined || (head !== least && order(head, least) < 0)))
      least = head;
  if (least === undefined) return undefined;
  const { listing } = least;
  let required = false;
  for (const list of lists) {
    const { head } = list;
    if (head?.listing !== listing) continue;
    required ||= head.requiredByGroup;
    list.skip();
  }
  return listing.offer(required);
}

/** One offer for an application that two groups have: the newest version, mandatory if either says so. */
function together(one: Offer | undefined, other: Offer | undefined): Offer | undefined {
  if (one === undefined || one === other) return other ?? one;
  if (other === undefined) return one;
  const { listing } = other.listing.version.ordinal > one.listing.version.ordinal ? other : one;
  return listing.offer(one.requiredByGroup || other.requiredByGroup);
}

import type { LRUCache } from 'lru-cache';
import { type DeviceKind, type Suiting, suitingOf } from './device-kind.ts';
import type { GroupSet } from './group-set.ts';
import type { Offer } from './listing.ts';
import { byId, type Order, orderOf } from './sorting.ts';

/** What was made for sets of groups, of all organizations together. */
export interface Merges {
  /** Whole lists; they weigh as much as they are long. */
  lists: LRUCache<string, readonly Offer[]>;
  totals: LRUCache<string, number>;
}

/** A page that ends before this is found without making the whole list. */
const farthest = 200;

/** What the groups of a person are offered on a kind of device. */
export class Shelf {
  readonly groups: GroupSet;
  /** Two shelves with the same key show the same. */
  readonly key: string;
  readonly #suiting: Suiting;
  readonly #mandatoryOnly: boolean;
  readonly #merges: Merges;

  constructor(groups: GroupSet, device: DeviceKind, merges: Merges) {
    this.groups = groups;
    this.#suiting = suitingOf(device);
    this.#mandatoryOnly = device.mandatoryOnly;
    this.key = `${groups.state} ${this.#suiting.key} ${Number(device.mandatoryOnly)}`;
    this.#merges = merges;
  }

  /** The offer of an application, if it is shown. */
  of(applicationId: string): Offer | undefined {
    const offer = this.groups.of(applicationId);
    return offer !== undefined && this.#isShown(offer) ? offer : undefined;
  }

  #isShown({ listing, mandatory }: Offer): boolean {
    return this.#suiting.suits(listing) && (mandatory || !this.#mandatoryOnly);
  }

  /** How many applications are shown. */
  get total(): number {
    const known = this.#merges.totals.get(this.key);
    if (known !== undefined) return known;
    const total = this.#mandatoryOnly ? this.all('name').length : this.#count();
    this.#merges.totals.set(this.key, total);
    return total;
  }

  /** Those of the largest group, which are counted already, and what the others add to them. */
  #count(): number {
    const [largest, ...others] = this.groups.shelves;
    if (largest === undefined) return 0;
    const { suits } = this.#suiting;
    let total = largest.sorted(this.#suiting, 'name').length;
    for (const [id, added] of this.groups.union(others)) {
      const own = largest.of(id);
      if (own === undefined) total += Number(suits(added.listing));
      else if (own.listing !== added.listing && added.listing.version.ordinal > own.listing.version.ordinal)
        total += Number(suits(added.listing)) - Number(suits(own.listing));
    }
    return total;
  }

  /** A part of the list in an order of the lists. Error: `invalid_request` for an unknown `sort`. */
  page(sort: string, start: number, count: number): readonly Offer[] {
    const end = start + count;
    const isReady = this.groups.shelves.length < 2 || this.#merges.lists.has(this.#listKey(sort));
    if (isReady || end > farthest || this.#mandatoryOnly) return this.all(sort).slice(start, end);
    const result: Offer[] = [];
    for (const offer of this.#inOrder(sort, (id) => this.groups.of(id))) {
      if (result.length >= end) break;
      result.push(offer);
    }
    return result.slice(start);
  }

  /** The whole list. Error: `invalid_request` for an unknown `sort`. */
  all(sort: string): readonly Offer[] {
    const [only, second] = this.groups.shelves;
    if (only === undefined) return this.#refuseUnknown(sort);
    if (second === undefined && !this.#mandatoryOnly) return only.sorted(this.#suiting, sort);
    return this.#kept(this.#listKey(sort), () => {
      const union = this.groups.union();
      const items = [...this.#inOrder(sort, (id) => union.get(id))];
      return this.#mandatoryOnly ? items.filter(({ mandatory }) => mandatory) : items;
    });
  }

  #refuseUnknown(sort: string): readonly Offer[] {
    orderOf(sort);
    return [];
  }

  /** Everything by the ids of the applications. */
  get byId(): readonly Offer[] {
    return this.#kept(this.#listKey('id'), () =>
      [...this.groups.union().values()].filter((offer) => this.#isShown(offer)).sort(byId),
    );
  }

  #listKey = (sort: string): string => `${this.key} ${sort}`;

  #kept(key: string, make: () => readonly Offer[]): readonly Offer[] {
    const { lists } = this.#merges;
    const known = lists.get(key);
    if (known !== undefined) return known;
    const items = make();
    lists.set(key, items, { size: 10 + items.length });
    return items;
  }

  /**
   * What suits, of all groups, in order: the lists of the groups are merged as far as somebody reads. `together` finds what the
   * groups have together of an application: it stands at the place of the newest version.
   */
  *#inOrder(sort: string, together: (id: string) => Offer | undefined): Generator<Offer> {
    const order = orderOf(sort);
    const lists = this.groups.shelves.map((shelf) => new Reader(shelf.sorted(this.#suiting, sort)));
    let last: Offer['listing'] | undefined;
    for (let head = first(lists, order); head !== undefined; head = first(lists, order)) {
      const { listing } = head;
      const offer = together(listing.application.id);
      if (offer === undefined || offer.listing !== listing || listing === last) continue;
      last = listing;
      yield offer;
    }
  }
}

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

  take(): Offer | undefined {
    const { head } = this;
    this.#at += 1;
    return head;
  }
}

/** Takes what comes first in any of the lists. */
function first(lists: readonly Reader[], order: Order): Offer | undefined {
  let chosen: Reader | undefined;
  for (const list of lists) {
    const [head, least] = [list.head, chosen?.head];
    if (head !== undefined && (least === undefined || order(head, least) < 0)) chosen = list;
  }
  return chosen?.take();
}

import type { LRUCache } from 'lru-cache';
import { type DeviceKind, type Suiting, suitingOf } from '../device-kind.ts';
import type { Offer } from '../listing.ts';
import type { GroupSet } from './group-set.ts';
import { headLength } from './group-shelf.ts';
import { SeenPlaces } from './places.ts';
import { orderOf } from './sorting.ts';

/**
 * Whole lists that were merged for sets of groups, of all organizations together; the weight of a list is its length.
 */
export type Merges = LRUCache<string, readonly Offer[]>;

/** A page that ends before this place is found without merging the whole list. */
const farthest = 200;

const seen = new SeenPlaces();

/** What the groups of a person are offered on a kind of device. */
export class Shelf {
  readonly groups: GroupSet;
  /** Two shelves with the same key show the same offers. */
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
    return this.#mandatoryOnly ? this.all('name').length : this.#count();
  }

  /** Counts each place once. Of an application of which groups name versions, the newest version must suit. */
  #count(): number {
    const { groups } = this;
    seen.begin();
    let total = 0;
    for (const id of groups.older) {
      const offer = groups.of(id);
      if (offer === undefined) continue;
      seen.add(Int32Array.of(offer.listing.subject.place));
      total += Number(this.#suiting.suits(offer.listing));
    }
    for (const shelf of groups.shelves) total += seen.add(shelf.places(this.#suiting));
    return total;
  }

  /** A part of the list, sorted. Error: `invalid_request` for an unknown `sort`. */
  page(sort: string, start: number, count: number): readonly Offer[] {
    const end = start + count;
    const { groups } = this;
    // A page needs at most `end` offers of each merged list, provided that merging leaves none of them out.
    const isHead = end <= headLength && groups.older.size === 0;
    const isReady = (groups.shelves.length < 2 && !isHead) || this.#merges.has(this.#listKey(sort));
    if (isReady || end > farthest || this.#mandatoryOnly) return this.all(sort).slice(start, end);
    const result: Offer[] = [];
    for (const offer of isHead ? this.#heads(sort) : this.#inOrder(sort)) {
      if (result.length >= end) break;
      result.push(offer);
    }
    return result.slice(start);
  }

  /** The whole list, sorted. Error: `invalid_request` for an unknown `sort`. */
  all(sort: string): readonly Offer[] {
    const [only, second] = this.groups.shelves;
    if (only === undefined) return this.#refuseUnknown(sort);
    if (second === undefined && !this.#mandatoryOnly) return only.sorted(this.#suiting, sort);
    return this.#kept(this.#listKey(sort), () => {
      const items = [...this.#inOrder(sort)];
      return this.#mandatoryOnly ? items.filter(({ mandatory }) => mandatory) : items;
    });
  }

  #refuseUnknown(sort: string): readonly Offer[] {
    orderOf(sort);
    return [];
  }

  /** All offers that are shown, by the ids of the applications. */
  get byId(): readonly Offer[] {
    return this.#kept(this.#listKey('id'), () =>
      [...this.groups.byId].filter((offer) => this.#isShown(offer)),
    );
  }

  #listKey = (sort: string): string => `${this.key} ${sort}`;

  #kept(key: string, make: () => readonly Offer[]): readonly Offer[] {
    const known = this.#merges.get(key);
    if (known !== undefined) return known;
    const items = make();
    this.#merges.set(key, items, { size: 10 + items.length });
    return items;
  }

  /**
   * The offers that suit the device, from the first offers of each group, sorted. Error: `invalid_request` for an
   * unknown `sort`.
   */
  #heads(sort: string): Iterable<Offer> {
    return this.groups.merge((shelf) => shelf.head(this.#suiting, sort), orderOf(sort));
  }

  /** The offers that suit the device, of all groups, sorted. Error: `invalid_request` for an unknown `sort`. */
  #inOrder(sort: string): Iterable<Offer> {
    return this.groups.merge((shelf) => shelf.sorted(this.#suiting, sort), orderOf(sort));
  }
}

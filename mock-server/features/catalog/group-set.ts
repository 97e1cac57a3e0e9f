import type { GroupShelf } from './group-shelf.ts';
import type { Offer } from './listing.ts';

/** What a set of groups is offered together. Nothing is merged but what somebody asks for. */
export class GroupSet {
  /** The largest first. */
  readonly shelves: readonly GroupShelf[];
  /** Names the state of all of them. */
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

  /** What all of them have, or some of them, by application. */
  union(shelves: readonly GroupShelf[] = this.shelves): Map<string, Offer> {
    const offers = new Map<string, Offer>();
    for (const { items } of shelves) {
      for (const offer of items) {
        const { id } = offer.listing.application;
        offers.set(id, together(offers.get(id), offer) ?? offer);
      }
    }
    return offers;
  }
}

/** The offer of an application that two groups have: the newest version, and mandatory if either says so. */
function together(one: Offer | undefined, other: Offer | undefined): Offer | undefined {
  if (one === undefined || one === other) return other ?? one;
  if (other === undefined) return one;
  const { listing } = other.listing.version.ordinal > one.listing.version.ordinal ? other : one;
  return listing.offer(one.requiredByGroup || other.requiredByGroup);
}

import type { Suiting } from '../device-kind.ts';
import type { Offer } from '../listing.ts';
import { firstOf, indexOf, isByCounts, orderOf, replaced, replacedById } from './sorting.ts';

/**
 * Most sorted lists of one group that are kept in memory, each for a kind of device and an order; also most beginnings
 * of lists, and most kinds of devices.
 */
const ordersKept = 12;

/**
 * Offers at the beginning of a sorted list that are found without sorting the whole list, for pages that end within
 * them.
 */
export const headLength = 24;

/** New offers of a group, which replace its offers of the changed applications. */
export interface Fresh {
  /** Sorted by the ids of the applications. */
  readonly fresh: readonly Offer[];
  /** Applications of which the group is offered an older version than other groups might be. */
  readonly older: readonly string[];
}

/** What suits a kind of device. */
interface SuitingItems {
  /** Sorted by the ids of the applications. */
  items: readonly Offer[];
  places: Int32Array;
}

/** What suits a kind of device, sorted. */
interface Sorted {
  items: readonly Offer[];
  suiting: Suiting;
  sort: string;
  /** Applications that have changed since the list was sorted. */
  behind: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
const both = (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> =>
  left.size === 0 ? right : new Set([...left, ...right]);
let made = 0;

function suitingOf(items: readonly Offer[], { suits }: Suiting): SuitingItems {
  const some = items.filter(({ listing }) => suits(listing));
  const places = new Int32Array(some.length);
  let at = 0;
  for (const { listing } of some) {
    places[at] = listing.subject.place;
    at += 1;
  }
  // Mostly all offers suit; then the array is not copied.
  return { items: some.length === items.length ? items : some, places };
}

/** The known ids without the changed ones, together with the others. */
function replacedIn(
  known: ReadonlySet<string>,
  changed: ReadonlySet<string>,
  others: readonly string[],
): ReadonlySet<string> {
  if (known.size === 0 && others.length === 0) return none;
  return new Set([...[...known].filter((id) => !changed.has(id)), ...others]);
}

/**
 * What one group is offered at one moment. A shelf never changes, so whoever reads it reads one state. A change makes
 * another shelf, which takes over the sorted lists and updates each when somebody asks for it.
 */
export class GroupShelf {
  /** No two shelves have the same version. */
  readonly version: number;
  /** Sorted by the ids of the applications. */
  readonly items: readonly Offer[];
  /** Applications that the group has in an older version than other groups might have. */
  readonly older: ReadonlySet<string>;
  readonly #sorted = new Map<string, Sorted>();
  readonly #heads = new Map<string, readonly Offer[]>();
  #suiting = new Map<string, SuitingItems>();

  constructor(items: readonly Offer[] = [], older = none) {
    made += 1;
    this.version = made;
    this.items = items;
    this.older = older;
  }

  /** The offer of an application. */
  of(applicationId: string): Offer | undefined {
    const offer = this.items[indexOf(this.items, applicationId)];
    return offer?.listing.application.id === applicationId ? offer : undefined;
  }

  /** The `place` of each application that suits a kind of device. */
  places(suiting: Suiting): Int32Array {
    return this.#suitingItems(suiting).places;
  }

  #suitingItems(suiting: Suiting): SuitingItems {
    const known = this.#suiting.get(suiting.key);
    if (known !== undefined) return known;
    const all = suitingOf(this.items, suiting);
    if (this.#suiting.size >= ordersKept) this.#suiting.clear();
    this.#suiting.set(suiting.key, all);
    return all;
  }

  /**
   * The first offers that suit a kind of device, sorted: `headLength` of them, or all when there are fewer. They are
   * found without sorting the whole list. Error: `invalid_request` for an unknown `sort`.
   */
  head(suiting: Suiting, sort: string): readonly Offer[] {
    const key = `${suiting.key} ${sort}`;
    const known = this.#heads.get(key);
    if (known !== undefined) return known;
    const isSorted = this.#sorted.get(key)?.behind.size === 0;
    const head = isSorted
      ? this.sorted(suiting, sort).slice(0, headLength)
      : firstOf(this.#suitingItems(suiting).items, headLength, orderOf(sort));
    if (this.#heads.size >= ordersKept) this.#heads.clear();
    this.#heads.set(key, head);
    return head;
  }

  /** The offers that suit a kind of device, sorted. Error: `invalid_request` for an unknown `sort`. */
  sorted(suiting: Suiting, sort: string): readonly Offer[] {
    const key = `${suiting.key} ${sort}`;
    const known = this.#sorted.get(key);
    if (known !== undefined && known.behind.size === 0) return known.items;
    const items = known === undefined ? this.#sort(suiting, sort) : this.#resort(known);
    this.#keep(key, { items, suiting, sort, behind: none });
    return items;
  }

  /** Keeps a sorted list; where there are too many, the oldest one goes. */
  #keep(key: string, sorted: Sorted): void {
    const [oldest] = this.#sorted.keys();
    if (oldest !== undefined && this.#sorted.size >= ordersKept && !this.#sorted.has(key))
      this.#sorted.delete(oldest);
    this.#sorted.set(key, sorted);
  }

  #sort(suiting: Suiting, sort: string): readonly Offer[] {
    return this.#suitingItems(suiting).items.toSorted(orderOf(sort));
  }

  #resort({ items, suiting, sort, behind }: Sorted): readonly Offer[] {
    const fresh = [...behind]
      .flatMap((id) => this.of(id) ?? [])
      .filter(({ listing }) => suiting.suits(listing));
    return replaced(items, behind, fresh, orderOf(sort));
  }

  /** The shelf after a change: `fresh` replaces the offers of these applications. */
  changed(applications: ReadonlySet<string>, { fresh, older }: Fresh): GroupShelf {
    const items = this.items.length === 0 ? fresh : replacedById(this.items, applications, fresh);
    const next = new GroupShelf(items, replacedIn(this.older, applications, older));
    for (const [key, known] of this.#sorted)
      next.#sorted.set(key, { ...known, behind: both(known.behind, applications) });
    return next;
  }

  /** The shelf after the counts of these applications have changed. */
  counted(applications: ReadonlySet<string>): GroupShelf {
    const next = new GroupShelf(this.items, this.older);
    next.#suiting = this.#suiting;
    for (const [key, head] of this.#heads) if (!isByCounts(key)) next.#heads.set(key, head);
    for (const [key, known] of this.#sorted) {
      const behind = isByCounts(known.sort) ? both(known.behind, applications) : known.behind;
      next.#sorted.set(key, { ...known, behind });
    }
    return next;
  }
}

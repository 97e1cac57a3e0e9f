import type { Suiting } from '../device-kind.ts';
import type { Offer } from '../listing.ts';
import { firstOf, indexOf, isByCounts, orderOf, replaced, replacedById } from './sorting.ts';

/** Orders of one group, each for a kind of device, that are kept in memory. */
const ordersKept = 12;

/** What pages that end before this begin with is kept for itself. */
export const headLength = 24;

/** What a group is offered in place of what it was. */
export interface Fresh {
  /** By the ids of the applications. */
  readonly fresh: readonly Offer[];
  /** Applications of which it is offered an older version than other groups might be. */
  readonly older: readonly string[];
}

/** What suits a kind of device. */
interface SuitingItems {
  /** By the ids of the applications. */
  items: readonly Offer[];
  places: Int32Array;
}

/** What suits a kind of device, sorted. */
interface Sorted {
  items: readonly Offer[];
  suiting: Suiting;
  sort: string;
  /** Applications that have changed since. */
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
  // Mostly everything does: then it is one array.
  return { items: some.length === items.length ? items : some, places };
}

/** Those of the known that have not changed, and others. */
function replacedIn(
  known: ReadonlySet<string>,
  changed: ReadonlySet<string>,
  others: readonly string[],
): ReadonlySet<string> {
  if (known.size === 0 && others.length === 0) return none;
  return new Set([...[...known].filter((id) => !changed.has(id)), ...others]);
}

/**
 * What one group is offered, at one moment: it never changes, so that whoever reads it reads one state. What comes after a change
 * is another shelf, which takes over the orders and brings them up to date when somebody asks.
 */
export class GroupShelf {
  /** No other shelf has the same. */
  readonly version: number;
  /** By the ids of their applications. */
  readonly items: readonly Offer[];
  /** Applications that it has in an older version than other groups might. */
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

  /** The places of the applications that suit a kind of device. */
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
   * The first of them in an order, `headLength` or all: what pages begin with is found without putting everything in order. Error:
   * `invalid_request` for an unknown `sort`.
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

  /** What suits a kind of device, in an order of the lists. Error: `invalid_request` for an unknown `sort`. */
  sorted(suiting: Suiting, sort: string): readonly Offer[] {
    const key = `${suiting.key} ${sort}`;
    const known = this.#sorted.get(key);
    if (known !== undefined && known.behind.size === 0) return known.items;
    const items = known === undefined ? this.#sort(suiting, sort) : this.#resort(known);
    this.#keep(key, { items, suiting, sort, behind: none });
    return items;
  }

  /** In the place of the one that is kept longest, where there are too many. */
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

  /** The shelf after a change: what it is offered now in place of what was there of these applications. */
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

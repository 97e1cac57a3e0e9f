import type { Suiting } from '../device-kind.ts';
import type { Offer } from '../listing.ts';
import { indexOf, isByCounts, orderOf, replaced, replacedById } from './sorting.ts';

/** Orders of one group, each for a kind of device, that are kept in memory. */
const ordersKept = 12;

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

function olderOf(items: readonly Offer[]): ReadonlySet<string> {
  const older = items.filter(({ listing }) => !listing.isNewest);
  return older.length === 0 ? none : new Set(older.map(({ listing }) => listing.application.id));
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
  readonly #sorted = new Map<string, Sorted>();
  #places = new Map<string, Int32Array>();
  #older: ReadonlySet<string> | undefined;

  constructor(items: readonly Offer[]) {
    made += 1;
    this.version = made;
    this.items = items;
  }

  /** The offer of an application. */
  of(applicationId: string): Offer | undefined {
    const offer = this.items[indexOf(this.items, applicationId)];
    return offer?.listing.application.id === applicationId ? offer : undefined;
  }

  /** Applications that it has in an older version than other groups might. */
  get older(): ReadonlySet<string> {
    this.#older ??= olderOf(this.items);
    return this.#older;
  }

  /** The places of the applications that suit a kind of device. */
  places(suiting: Suiting): Int32Array {
    const known = this.#places.get(suiting.key);
    if (known !== undefined) return known;
    const suits = this.items.filter(({ listing }) => suiting.suits(listing));
    const places = Int32Array.from(suits, ({ listing }) => listing.subject.place);
    if (this.#places.size >= ordersKept) this.#places.clear();
    this.#places.set(suiting.key, places);
    return places;
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

  #sort({ suits }: Suiting, sort: string): readonly Offer[] {
    return this.items.filter(({ listing }) => suits(listing)).sort(orderOf(sort));
  }

  #resort({ items, suiting, sort, behind }: Sorted): readonly Offer[] {
    const fresh = [...behind]
      .flatMap((id) => this.of(id) ?? [])
      .filter(({ listing }) => suiting.suits(listing));
    return replaced(items, behind, fresh, orderOf(sort));
  }

  /** The shelf after a change: `fresh` in place of what was there of these applications. */
  changed(applications: ReadonlySet<string>, fresh: readonly Offer[]): GroupShelf {
    const next = new GroupShelf(replacedById(this.items, applications, fresh));
    for (const [key, known] of this.#sorted)
      next.#sorted.set(key, { ...known, behind: both(known.behind, applications) });
    return next;
  }

  /** The shelf after the counts of these applications have changed. */
  counted(applications: ReadonlySet<string>): GroupShelf {
    const next = new GroupShelf(this.items);
    next.#places = this.#places;
    next.#older = this.#older;
    for (const [key, known] of this.#sorted) {
      const behind = isByCounts(known.sort) ? both(known.behind, applications) : known.behind;
      next.#sorted.set(key, { ...known, behind });
    }
    return next;
  }
}

import { type Listing, type ListingRules, newer, type Offer, type Subject } from '../listing.ts';
import type { CategoryRow } from '../store.ts';
import { GroupShelf } from './group-shelf.ts';
import { Places } from './places.ts';

/** An application with all of its versions that somebody may be offered. */
export interface ReadApplication {
  id: string;
  subject: Subject;
  versions: ReadonlyMap<string, Listing>;
  /** Bytes that it takes in memory, about. */
  weight: number;
}

/** How a group has an application. */
export interface Assignment {
  group: string;
  application: string;
  isMandatory: boolean;
  /** The versions that the group names; null where it always takes the latest. */
  versions: readonly string[] | null;
}

export interface CountRow {
  id: string;
  num_downloads: number;
  num_likes: number;
  num_dislikes: number;
}

interface KeptApplication extends ReadApplication {
  newest: Listing | undefined;
  /** The groups whose shelves have it. */
  groups: Set<string>;
}

/** Bytes that a group takes in memory: itself, and each application that it has. */
const groupWeight = 1_000;
const assignmentWeight = 50;

/** Changes that are remembered. */
const changesRemembered = 5_000;

/**
 * What is kept in memory of an organization's catalogs: the groups that somebody asked for, and the applications that these have.
 * All of it is at least as new as `revision`; what is newer is noted in the change log after it, and will be read again.
 */
export class OrganizationCatalog {
  readonly rules: ListingRules;
  readonly categories: readonly CategoryRow[];
  /** The catalog revision up to which all changes have been applied. */
  revision: number;
  /** The activity revision of the counts. */
  activity: number;
  readonly #applications = new Map<string, KeptApplication>();
  /** The one that was used last is the last. */
  readonly #groups = new Map<string, GroupShelf>();
  /** Groups of which a part has yet to be read. */
  readonly #incomplete = new Set<string>();
  /** The revisions at which applications changed last. */
  readonly #changes = new Map<string, number>();
  readonly #places = new Places();
  #rememberedFrom: number;
  #weight = 0;

  constructor(
    { revision, activity }: { revision: number; activity: number },
    rules: ListingRules,
    categories: readonly CategoryRow[],
  ) {
    this.revision = revision;
    this.#rememberedFrom = revision;
    this.activity = activity;
    this.rules = rules;
    this.categories = categories;
  }

  /** Bytes that it takes in memory, about. */
  get weight(): number {
    return this.#weight;
  }

  has(applicationId: string): boolean {
    return this.#applications.has(applicationId);
  }

  /** Whether a group is kept, or is being read. */
  keeps(groupId: string): boolean {
    return this.#groups.has(groupId);
  }

  /** What these groups have now; null while one of them has not been read. */
  shelves(groups: readonly string[]): ReadonlyMap<string, GroupShelf> | null {
    const shelves = new Map<string, GroupShelf>();
    for (const id of groups) {
      const shelf = this.#groups.get(id);
      if (shelf === undefined || this.#incomplete.has(id)) return null;
      shelves.set(id, shelf);
    }
    for (const [id, shelf] of shelves) {
      this.#groups.delete(id);
      this.#groups.set(id, shelf);
    }
    return shelves;
  }

  /** Those of these groups that have to be read. */
  missing(groups: Iterable<string>): string[] {
    return [...groups].filter((id) => !this.#groups.has(id) || this.#incomplete.has(id));
  }

  /** Begins to read groups: from now on, changes of what they have are applied to them too. */
  begin(groups: readonly string[]): void {
    for (const id of groups) {
      this.#incomplete.add(id);
      if (this.#groups.has(id)) continue;
      this.#groups.set(id, new GroupShelf([]));
      this.#weight += groupWeight;
    }
  }

  /** These groups have been read to their end. */
  complete(groups: readonly string[]): void {
    for (const id of groups) this.#incomplete.delete(id);
  }

  /** Adds applications that no group had yet. */
  add(applications: readonly ReadApplication[]): void {
    for (const read of applications) {
      this.#weight += read.weight;
      read.subject.place = this.#places.take();
      this.#applications.set(read.id, { ...read, newest: newestOf(read), groups: new Set() });
    }
  }

  /** Adds a part of what groups have. */
  extend(assignments: readonly Assignment[]): void {
    const byGroup = Map.groupBy(assignments, (row) => row.group);
    const unused = [...byGroup].flatMap(([group, own]) =>
      this.#change(group, new Set(own.map(({ application }) => application)), own),
    );
    this.#forgetUnused(unused);
  }

  /**
   * Puts what was read anew in the place of what was there of the changed applications. `assignments` are all that any of the kept
   * groups has of them.
   */
  apply(
    changed: ReadonlySet<string>,
    applications: readonly ReadApplication[],
    assignments: readonly Assignment[],
  ): void {
    const before = [...changed].flatMap((id) => [...(this.#applications.get(id)?.groups ?? [])]);
    for (const id of changed) this.#forget(id);
    this.add(applications);
    const byGroup = Map.groupBy(assignments, (row) => row.group);
    for (const group of new Set([...before, ...byGroup.keys()]))
      this.#change(group, changed, byGroup.get(group) ?? []);
    this.#forgetUnused(changed);
  }

  #forgetUnused(applications: Iterable<string>): void {
    for (const id of applications) if (this.#applications.get(id)?.groups.size === 0) this.#forget(id);
  }

  #forget(applicationId: string): void {
    const known = this.#applications.get(applicationId);
    if (known === undefined) return;
    this.#weight -= known.weight;
    this.#places.giveBack(known.subject.place);
    this.#applications.delete(applicationId);
  }

  /** Puts what a group has of changed applications in the place of what it had; returns those of which it is offered nothing. */
  #change(group: string, changed: ReadonlySet<string>, assignments: readonly Assignment[]): string[] {
    const shelf = this.#groups.get(group);
    const fresh: Offer[] = [];
    const without: string[] = [];
    for (const { application, isMandatory, versions } of assignments) {
      const kept = this.#applications.get(application);
      const listing = versions === null ? kept?.newest : newestOf(kept, versions);
      if (shelf === undefined || kept === undefined || listing === undefined) without.push(application);
      else {
        kept.groups.add(group);
        fresh.push(listing.offer(isMandatory));
      }
    }
    if (shelf === undefined) return without;
    const next = shelf.changed(changed, fresh);
    this.#weight += (next.items.length - shelf.items.length) * assignmentWeight;
    this.#groups.set(group, next);
    return without;
  }

  /** Notes that everything that changed up to a revision has been applied. */
  follow(revision: number, changed: Iterable<string>): void {
    this.revision = revision;
    for (const id of changed) this.#changes.set(id, revision);
    if (this.#changes.size <= changesRemembered) return;
    this.#changes.clear();
    this.#rememberedFrom = revision;
  }

  /** Whether none of these applications has changed since a revision, as far as that is known. */
  isUnchanged(applications: Iterable<string>, since: number): boolean {
    if (since < this.#rememberedFrom) return false;
    for (const id of applications) if ((this.#changes.get(id) ?? 0) > since) return false;
    return true;
  }

  /** Updates counts and quotes, in place: nothing else changes with them. */
  recount(activity: number, rows: readonly CountRow[], quotes: ReadonlyMap<string, string>): void {
    const groups = new Map<string, Set<string>>();
    for (const { id, ...counts } of rows) {
      const kept = this.#applications.get(id);
      if (kept === undefined) continue;
      Object.assign(kept.subject.counts, counts, { review_quote: quotes.get(id) ?? '' });
      for (const group of kept.groups) groups.set(group, (groups.get(group) ?? new Set()).add(id));
    }
    for (const [group, ids] of groups) {
      const shelf = this.#groups.get(group);
      if (shelf !== undefined) this.#groups.set(group, shelf.counted(ids));
    }
    this.activity = Math.max(this.activity, activity);
  }

  /** Forgets the groups that were not asked for longest, until no more than so many bytes are left. */
  trim(most: number): void {
    if (this.#weight <= most) return;
    for (const [group, { items }] of this.#groups) {
      if (this.#weight <= most) break;
      this.#groups.delete(group);
      this.#weight -= groupWeight + items.length * assignmentWeight;
      const applications = items.map(({ listing }) => listing.application.id);
      for (const id of applications) this.#applications.get(id)?.groups.delete(group);
      this.#forgetUnused(applications);
    }
  }
}

/** The newest of an application's versions, or of those that are named. */
function newestOf(read: ReadApplication | undefined, versions?: readonly string[]): Listing | undefined {
  const listings = versions?.flatMap((id) => read?.versions.get(id) ?? []) ?? read?.versions.values() ?? [];
  let newest: Listing | undefined;
  for (const listing of listings) newest = newer(newest, listing);
  return newest;
}

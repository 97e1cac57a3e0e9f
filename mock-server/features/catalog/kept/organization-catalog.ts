import type { ListingRules } from '../listing.ts';
import type { CategoryRow } from '../store.ts';
import {
  type Assignment,
  type GroupPart,
  type KeptApplication,
  type KeptGroup,
  leave,
  newestOf,
  offered,
  type ReadApplication,
} from './assignments.ts';
import { GroupShelf } from './group-shelf.ts';
import { Places } from './places.ts';

export interface CountRow {
  id: string;
  num_downloads: number;
  num_likes: number;
  num_dislikes: number;
}

/** Bytes that a group takes in memory: for itself, and for each application that it has. */
const groupWeight = 1_000;
const assignmentWeight = 50;

/** Most applications of which the last change is remembered. */
const changesRemembered = 5_000;

/**
 * What is kept in memory of an organization's catalogs: the groups that somebody asked for, and the applications that
 * they have. All of it is at least as new as `revision`. What is newer is in the change log after that revision, and
 * will be read again.
 */
export class OrganizationCatalog {
  readonly rules: ListingRules;
  readonly categories: readonly CategoryRow[];
  /** The catalog revision up to which all changes have been applied. */
  revision: number;
  /** The activity revision up to which the counts are right. */
  activity: number;
  readonly #applications = new Map<string, KeptApplication>();
  /** In the order of their last use. */
  readonly #groups = new Map<string, KeptGroup>();
  /** Groups that have been read only in part. */
  readonly #incomplete = new Set<string>();
  /** The revision at which each application last changed. */
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

  /** Bytes, about, that the catalog takes in memory. */
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
    const found: KeptGroup[] = [];
    for (const id of groups) {
      const group = this.#groups.get(id);
      if (group === undefined || this.#incomplete.has(id)) return null;
      found.push(group);
    }
    const shelves = new Map<string, GroupShelf>();
    for (const group of found) {
      shelves.set(group.id, group.shelf);
      this.#groups.delete(group.id);
      this.#groups.set(group.id, group);
    }
    return shelves;
  }

  /** Those of these groups that have to be read. */
  missing(groups: Iterable<string>): string[] {
    return [...groups].filter((id) => !this.#groups.has(id) || this.#incomplete.has(id));
  }

  /** Begins to read groups: from now on, changes are applied to them too. */
  begin(groups: readonly string[]): void {
    for (const id of groups) {
      this.#incomplete.add(id);
      if (this.#groups.has(id)) continue;
      this.#groups.set(id, { id, shelf: new GroupShelf() });
      this.#weight += groupWeight;
    }
  }

  /** Marks groups as completely read. */
  complete(groups: readonly string[]): void {
    for (const id of groups) this.#incomplete.delete(id);
  }

  /** Adds applications that no group had before. */
  add(applications: readonly ReadApplication[]): void {
    for (const read of applications) {
      this.#weight += read.weight;
      read.subject.place = this.#places.take();
      this.#applications.set(read.id, { ...read, newest: newestOf(read), groups: [] });
    }
  }

  /**
   * Adds assignments of groups. A group is offered nothing of an application in `absent`. Where any application is
   * neither kept nor in `absent`, nothing is added: returns the applications that have to be read first.
   */
  extend(parts: readonly GroupPart[], absent: ReadonlySet<string>): ReadonlySet<string> {
    const unread = new Set<string>();
    const found = parts.map(({ assignments }) =>
      assignments.map(({ application }) => {
        const kept = this.#applications.get(application);
        if (kept === undefined && !absent.has(application)) unread.add(application);
        return kept;
      }),
    );
    if (unread.size > 0) return unread;
    for (const [at, { group, assignments }] of parts.entries())
      this.#forgetUnused(this.#extend(this.#groups.get(group), assignments, found[at] ?? []));
    return unread;
  }

  /**
   * Adds assignments to one group; `applications` has the kept application of each. Returns the applications of which
   * the group is offered nothing.
   */
  #extend(
    group: KeptGroup | undefined,
    assignments: readonly Assignment[],
    applications: readonly (KeptApplication | undefined)[],
  ): readonly string[] {
    const all = offered(group, assignments, applications);
    if (group === undefined) return all.without;
    const isFirst = group.shelf.items.length === 0;
    const own = new Set(isFirst ? [] : assignments.map(({ application }) => application));
    this.#put(group, group.shelf.changed(own, all));
    return all.without;
  }

  /**
   * Replaces changed applications by what was read again. `parts` has all assignments of them to any of the kept
   * groups.
   */
  apply(
    changed: ReadonlySet<string>,
    applications: readonly ReadApplication[],
    parts: readonly GroupPart[],
  ): void {
    const before = [...changed].flatMap((id) => this.#applications.get(id)?.groups ?? []);
    for (const id of changed) this.#forget(id);
    this.add(applications);
    const now = new Map(parts.map(({ group, assignments }) => [this.#groups.get(group), assignments]));
    for (const group of new Set([...before, ...now.keys()])) {
      const assignments = now.get(group) ?? [];
      const kept = assignments.map(({ application }) => this.#applications.get(application));
      const all = offered(group, assignments, kept);
      // A group that had an application may have been dropped meanwhile.
      if (group !== undefined && this.#groups.get(group.id) === group)
        this.#put(group, group.shelf.changed(changed, all));
    }
    this.#forgetUnused(changed);
  }

  #put(group: KeptGroup, shelf: GroupShelf): void {
    this.#weight += (shelf.items.length - group.shelf.items.length) * assignmentWeight;
    group.shelf = shelf;
  }

  #forgetUnused(applications: Iterable<string>): void {
    for (const id of applications) if (this.#applications.get(id)?.groups.length === 0) this.#forget(id);
  }

  #forget(applicationId: string): void {
    const known = this.#applications.get(applicationId);
    if (known === undefined) return;
    this.#weight -= known.weight;
    this.#places.giveBack(known.subject.place);
    this.#applications.delete(applicationId);
  }

  /** Notes that all changes up to a revision have been applied. */
  follow(revision: number, changed: Iterable<string>): void {
    this.revision = revision;
    for (const id of changed) this.#changes.set(id, revision);
    if (this.#changes.size <= changesRemembered) return;
    this.#changes.clear();
    this.#rememberedFrom = revision;
  }

  /** Whether none of these applications has changed since a revision, as far as that is still remembered. */
  isUnchanged(applications: Iterable<string>, since: number): boolean {
    if (since < this.#rememberedFrom) return false;
    for (const id of applications) if ((this.#changes.get(id) ?? 0) > since) return false;
    return true;
  }

  /**
   * Updates counts and quotes in place. Groups that have the applications get new shelves, whose lists by counts are
   * sorted again.
   */
  recount(activity: number, rows: readonly CountRow[], quotes: ReadonlyMap<string, string>): void {
    const groups = new Map<KeptGroup, Set<string>>();
    for (const { id, ...counts } of rows) {
      const kept = this.#applications.get(id);
      if (kept === undefined) continue;
      Object.assign(kept.subject.counts, counts, { review_quote: quotes.get(id) ?? '' });
      for (const group of kept.groups) groups.set(group, (groups.get(group) ?? new Set()).add(id));
    }
    for (const [group, ids] of groups) group.shelf = group.shelf.counted(ids);
    this.activity = Math.max(this.activity, activity);
  }

  /** Drops the groups that were not asked for longest, until no more than `most` bytes are left. */
  trim(most: number): void {
    if (this.#weight <= most) return;
    for (const [id, group] of this.#groups) {
      if (this.#weight <= most) break;
      const { items } = group.shelf;
      this.#groups.delete(id);
      this.#weight -= groupWeight + items.length * assignmentWeight;
      const applications = items.map(({ listing }) => listing.application.id);
      for (const application of applications) leave(this.#applications.get(application), group);
      this.#forgetUnused(applications);
    }
  }
}

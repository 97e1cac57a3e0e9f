import { type Listing, newer, type Offer, type Subject } from '../listing.ts';
import type { Fresh, GroupShelf } from './group-shelf.ts';
import { byId } from './sorting.ts';

/** An application with all of its versions that somebody may be offered. */
export interface ReadApplication {
  id: string;
  subject: Subject;
  versions: ReadonlyMap<string, Listing>;
  /** Bytes, about, that it takes in memory. */
  weight: number;
}

/** How a group has an application. */
export interface Assignment {
  application: string;
  isMandatory: boolean;
  /** The versions that the group names; null where it always takes the latest. */
  versions: readonly string[] | null;
}

/** Some of a group's assignments; each application appears once. */
export interface GroupPart {
  group: string;
  assignments: readonly Assignment[];
}

/** A kept group, with what it is offered now. */
export interface KeptGroup {
  readonly id: string;
  shelf: GroupShelf;
}

/** An application that is kept. */
export interface KeptApplication extends ReadApplication {
  newest: Listing | undefined;
  /**
   * The groups that have the application on their shelves, each once. An array, because sets with hundreds of thousands
   * of entries take long to make and to collect.
   */
  groups: KeptGroup[];
}

/** What a group is offered of some applications, and of which it is offered nothing. */
export interface Offered extends Fresh {
  /** Applications of which it is offered nothing. */
  readonly without: readonly string[];
}

/**
 * What a group is offered by its assignments; `applications` has the kept application of each, in the same order. Adds
 * the group to the `groups` of each application that it is offered. A first list does this for hundreds of
 * applications, each of which has to be fetched from memory, so it looks at as few fields of each as possible.
 */
export function offered(
  group: KeptGroup | undefined,
  assignments: readonly Assignment[],
  applications: readonly (KeptApplication | undefined)[],
): Offered {
  const fresh: Offer[] = [];
  const older: string[] = [];
  const without: string[] = [];
  const isFirst = group?.shelf.items.length === 0;
  let at = 0;
  let isInOrder = true;
  let before = '';
  for (const { application, isMandatory, versions } of assignments) {
    const kept = applications[at];
    at += 1;
    isInOrder &&= before < application;
    before = application;
    const listing = versions === null ? kept?.newest : newestOf(kept, versions);
    if (group === undefined || kept === undefined || listing === undefined) {
      without.push(application);
      continue;
    }
    if (isFirst || !kept.groups.includes(group)) kept.groups.push(group);
    fresh.push(listing.offer(isMandatory));
    if (listing !== kept.newest) older.push(application);
  }
  // The database returns assignments in the order of the applications' ids.
  return { fresh: isInOrder ? fresh : fresh.toSorted(byId), older, without };
}

/** The newest of an application's versions, or of those that are named. */
export function newestOf(
  read: ReadApplication | undefined,
  versions?: readonly string[],
): Listing | undefined {
  const listings = versions?.flatMap((id) => read?.versions.get(id) ?? []) ?? read?.versions.values() ?? [];
  let newest: Listing | undefined;
  for (const listing of listings) newest = newer(newest, listing);
  return newest;
}

/** Removes a group from the groups of an application. */
export function leave(kept: KeptApplication | undefined, group: KeptGroup): void {
  const at = kept?.groups.indexOf(group) ?? -1;
  if (at >= 0) kept?.groups.splice(at, 1);
}

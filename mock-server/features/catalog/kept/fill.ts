import { setImmediate } from 'node:timers/promises';
import { chunks } from '../../../platform/chunks.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { readSettings } from '../../organizations/facade.ts';
import * as store from '../store.ts';
import type { Place } from './assignment-store.ts';
import type { Assignment, GroupPart } from './assignments.ts';
import { OrganizationCatalog } from './organization-catalog.ts';
import { readApplications, readAssignments, readGroups } from './read-applications.ts';

/** Applications that are read before other requests are served. */
const portion = 25;
/** Groups that are read by one statement. */
const groupsTogether = 200;

/** The catalog of an organization before any of its groups was read. */
export async function emptyCatalog(db: Db, orgId: string): Promise<OrganizationCatalog> {
  // The revisions first: everything that is read after them is at least as new.
  const revisions = await store.revisionsOf(db, orgId);
  // A change of these settings is a change of the catalog: features/organizations/change.ts names them.
  const settings = await readSettings(db, orgId);
  const rules = {
    orgId,
    reviewsEnabled: settings.reviews_enabled,
    bannersEnabled: settings.banner_image_enabled,
  };
  return new OrganizationCatalog(revisions, rules, await store.categories(db, orgId));
}

/** Runs a portion of the work; nothing else may change the catalog meanwhile. */
type Exclusively = <R>(work: (db: Db) => Promise<R>) => Promise<R>;

/** Reads groups into a catalog, in portions between which other requests are served. */
export async function fillGroups(
  catalog: OrganizationCatalog,
  groups: readonly string[],
  exclusively: Exclusively,
): Promise<void> {
  for (const part of chunks(groups, groupsTogether)) {
    catalog.begin(part);
    let after: Place | null | undefined = null;
    while (after !== undefined) {
      const from: Place | null = after;
      after = await exclusively((db) => readPage(db, catalog, part, from));
      await setImmediate();
    }
    catalog.complete(part);
  }
}

/**
 * Reads a page of what groups have, with the applications; returns where the next page begins, or undefined at the end.
 */
async function readPage(
  db: Db,
  catalog: OrganizationCatalog,
  groups: readonly string[],
  after: Place | null,
): Promise<Place | undefined> {
  const { parts, next } = await readGroups(db, catalog.rules.orgId, groups, after);
  const absent = new Set<string>();
  // Other groups may need the memory meanwhile: applications that were dropped are read again.
  for (let unread = catalog.extend(parts, absent); unread.size > 0; unread = catalog.extend(parts, absent)) {
    for (const part of chunks([...unread], portion)) {
      await setImmediate();
      const applications = await readApplications(db, catalog, part);
      catalog.add(applications);
      const read = new Set(applications.map(({ id }) => id));
      for (const id of part) if (!read.has(id)) absent.add(id);
    }
  }
  return next;
}

/** Reads a few changed applications again, and which of the kept groups have them. */
export async function readAnew(
  db: Db,
  catalog: OrganizationCatalog,
  changed: ReadonlySet<string>,
): Promise<void> {
  const parts = await assignmentsOf(db, catalog, [...changed]);
  const assignments = parts.flatMap((part) => part.assignments);
  const needed = [...new Set(assignments.map(({ application }) => application))];
  const applications = needed.length === 0 ? [] : await readApplications(db, catalog, needed);
  catalog.apply(changed, applications, parts);
}

async function assignmentsOf(
  db: Db,
  catalog: OrganizationCatalog,
  applications: readonly string[],
): Promise<GroupPart[]> {
  const found = new Map<string, Assignment[]>();
  let after: Place | null | undefined = null;
  while (after !== undefined) {
    if (after !== null) await setImmediate();
    const page: Awaited<ReturnType<typeof readAssignments>> = await readAssignments(
      db,
      catalog.rules.orgId,
      applications,
      after,
    );
    for (const { group, assignments } of page.parts)
      if (catalog.keeps(group)) found.set(group, [...(found.get(group) ?? []), ...assignments]);
    after = page.next;
  }
  return [...found].map(([group, assignments]) => ({ group, assignments }));
}

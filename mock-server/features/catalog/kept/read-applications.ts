import type { Db } from '../../../platform/database/handles.ts';
import { Listing, type ListingRules } from '../listing.ts';
import * as store from '../store.ts';
import * as assignmentStore from './assignment-store.ts';
import type { GroupPart, ReadApplication } from './assignments.ts';
import { shortened } from './quote.ts';

/** What is needed besides their rows to make listings of applications. */
interface Context {
  rules: ListingRules;
  categories: readonly store.CategoryRow[];
}

/** Bytes that an application takes in memory besides its texts, about; and the bytes for each character of these. */
const overhead = 3_000;
const characterWeight = 3;

/**
 * Reads those of these applications that people can be offered. Call it for a few at a time: no other request is served
 * while rows are read.
 */
export async function readApplications(
  db: Db,
  { rules, categories }: Context,
  ids: readonly string[],
): Promise<ReadApplication[]> {
  const { orgId } = rules;
  const [applications, pairs, named, quotes] = await Promise.all([
    store.enabledApplications(db, orgId, ids),
    store.applicationCategories(db, orgId, ids),
    store.namedVersions(db, orgId, ids),
    store.quotes(db, orgId, ids),
  ]);
  const newest = applications.flatMap(({ offered }) => offered ?? []);
  const versions = await store.versionsById(db, orgId, [
    ...new Set([...newest, ...named.map(({ version }) => version)]),
  ]);
  const byId = new Map(categories.map((row) => [row.id, row]));
  const categoriesOf = Map.groupBy(pairs, (row) => row.application);
  const versionsOf = Map.groupBy(versions, (row) => row.application);
  const quoteOf = new Map(quotes.map((row) => [row.application, row.comment ?? '']));
  return applications.map((application) => {
    const { id, num_downloads, num_likes, num_dislikes } = application;
    const own = versionsOf.get(id) ?? [];
    const subject = {
      application,
      place: -1,
      categories: (categoriesOf.get(id) ?? []).flatMap(({ category }) => byId.get(category) ?? []),
      rules,
      counts: { num_downloads, num_likes, num_dislikes, review_quote: shortened(quoteOf.get(id) ?? '') },
    };
    return {
      id,
      subject,
      versions: new Map(own.map((version) => [version.id, new Listing(subject, version)])),
      weight: overhead * (1 + own.length) + characterWeight * JSON.stringify([application, own]).length,
    };
  });
}

/** Adds the versions that groups name; for assignments that name any, `versions` is empty before. */
async function withVersions(db: Db, orgId: string, parts: readonly GroupPart[]): Promise<GroupPart[]> {
  const naming = parts
    .map(({ group, assignments }) => ({
      group,
      some: assignments.filter(({ versions }) => versions !== null),
    }))
    .filter(({ some }) => some.length > 0);
  if (naming.length === 0) return [...parts];
  const ids = new Set(naming.flatMap(({ some }) => some.map(({ application }) => application)));
  const groups = naming.map(({ group }) => group);
  const rows = await assignmentStore.groupVersions(db, orgId, [...ids], groups);
  const named = Map.groupBy(rows, ({ group, application }) => `${group} ${application}`);
  const versionsOf = (group: string, application: string) =>
    (named.get(`${group} ${application}`) ?? []).map(({ version }) => version);
  return parts.map(({ group, assignments }) => ({
    group,
    assignments: assignments.map((one) =>
      one.versions === null ? one : { ...one, versions: versionsOf(group, one.application) },
    ),
  }));
}

/** A page of what groups have, after a place, and where the next page begins; undefined at the end. */
export async function readGroups(
  db: Db,
  orgId: string,
  groups: readonly string[],
  after: assignmentStore.Place | null,
): Promise<{ parts: GroupPart[]; next: assignmentStore.Place | undefined }> {
  const { parts, next } = await assignmentStore.assignmentsOfGroups(db, orgId, groups, after);
  return { parts: await withVersions(db, orgId, parts), next };
}

/**
 * A page of which groups have applications, in the order of applications and groups, after a place; and where the next
 * page begins, undefined at the end.
 */
export async function readAssignments(
  db: Db,
  orgId: string,
  applications: readonly string[],
  after: assignmentStore.Place | null,
): Promise<{ parts: GroupPart[]; next: assignmentStore.Place | undefined }> {
  const found = await assignmentStore.assignmentsOfApplications(db, orgId, applications, after);
  const byGroup = Map.groupBy(found, ({ group }) => group);
  const parts = [...byGroup].map(([group, rows]) => ({
    group,
    assignments: rows.map(({ application, is_mandatory, is_latest }) => ({
      application,
      isMandatory: is_mandatory === 1,
      versions: is_latest === 1 ? null : [],
    })),
  }));
  const next = found.length < assignmentStore.assignmentsTogether ? undefined : found.at(-1);
  return { parts: await withVersions(db, orgId, parts), next };
}

import { sql } from 'kysely';
import type { Db } from '../../../platform/database/handles.ts';
import { isAmong } from '../../../platform/database/json-rows.ts';
import { asNumber, preparedRows, type Value } from '../../../platform/database/prepared.ts';
import type { Assignment, GroupPart } from './assignments.ts';

/** The last assignment of a page. */
export interface Place {
  group: string;
  application: string;
}

/** Most assignments of one page, when they are read by application. */
export const assignmentsTogether = 500;

const assignments = (db: Db, orgId: string, most: number) =>
  db
    .selectFrom('group_applications')
    .select(['group', 'application', 'is_mandatory', 'is_latest'])
    .where('org_id', '=', orgId)
    .limit(most);

/**
 * The ids with which the page after a place may begin: without this condition the database would read all earlier pages
 * again.
 */
const notBefore = (ids: readonly string[], first: string | undefined): readonly string[] =>
  first === undefined ? ids : ids.filter((id) => id >= first);

/** Most assignments of one page, when they are read by group. */
const givenTogether = 1_000;

/**
 * A page of which applications these groups have and how, and where the next page begins. The database writes the
 * assignments of a group into one text: as many rows would take five times as long to read. Where a group names
 * versions, `versions` is empty until they are read.
 */
export async function assignmentsOfGroups(
  db: Db,
  orgId: string,
  groups: readonly string[],
  after: Place | null,
  most = givenTogether,
): Promise<{ parts: GroupPart[]; next: Place | undefined }> {
  const ids = JSON.stringify(notBefore(groups, after?.group));
  const texts =
    after === null
      ? await firstPage(db, orgId, ids, String(most))
      : await laterPage(db, orgId, ids, String(most), after.group, after.application);
  const parts = texts.map(({ group, applications }) => ({ group, assignments: assignmentsIn(applications) }));
  const end = texts.at(-1);
  const count = parts.reduce((sum, { assignments }) => sum + assignments.length, 0);
  const next = end && count === most ? { group: end.group, application: end.last } : undefined;
  return { parts, next };
}

function assignmentsIn(text: string): Assignment[] {
  const found: Assignment[] = [];
  for (let start = 0; start < text.length; ) {
    const comma = text.indexOf(',', start);
    const end = comma === -1 ? text.length : comma;
    found.push({
      application: text.slice(start, end - 2),
      isMandatory: text[end - 2] === '1',
      versions: text[end - 1] === '1' ? null : [],
    });
    start = end + 1;
  }
  return found;
}

const pageOfGroups = (db: Db, orgId: Value, groups: Value, most: Value) =>
  db
    .selectFrom('group_applications')
    .select(['group', 'application', 'is_mandatory', 'is_latest'])
    .where('org_id', '=', orgId)
    .where((row) => isAmong(db, row.ref('group'), groups))
    .orderBy('group')
    .orderBy('application')
    .limit(asNumber(most));

const textsOf = (db: Db, page: ReturnType<typeof pageOfGroups>) =>
  db
    .selectFrom(page.as('page'))
    .select(({ fn }) => [
      'group',
      fn.max('application').as('last'),
      fn
        .agg<string>('string_agg', [sql`application || is_mandatory || is_latest`, sql.lit(',')])
        .as('applications'),
    ])
    .groupBy('group')
    .orderBy('group');

const firstPage = preparedRows((db, orgId: Value, groups: Value, most: Value) =>
  textsOf(db, pageOfGroups(db, orgId, groups, most)),
);

const laterPage = preparedRows(
  (db, orgId: Value, groups: Value, most: Value, group: Value, application: Value) =>
    textsOf(
      db,
      pageOfGroups(db, orgId, groups, most).where((row) =>
        row(row.refTuple('group', 'application'), '>', row.tuple(group, application)),
      ),
    ),
);

/** A page of which groups have these applications and how, and where the next page begins. */
export const assignmentsOfApplications = (
  db: Db,
  orgId: string,
  applications: readonly string[],
  after: Place | null,
) =>
  assignments(db, orgId, assignmentsTogether)
    .where('application', 'in', notBefore(applications, after?.application))
    .$if(after !== null, (query) =>
      query.where((row) =>
        row(
          row.refTuple('application', 'group'),
          '>',
          row.tuple(after?.application ?? '', after?.group ?? ''),
        ),
      ),
    )
    .orderBy('application')
    .orderBy('group')
    .execute();

/** The versions of these applications that these groups name, where a group does not always take the latest. */
export const groupVersions = (
  db: Db,
  orgId: string,
  applications: readonly string[],
  groups: readonly string[],
) =>
  db
    .selectFrom('group_versions')
    .select(['group', 'application', 'version'])
    .where('org_id', '=', orgId)
    .where('application', 'in', applications)
    .where('group', 'in', groups)
    .execute();

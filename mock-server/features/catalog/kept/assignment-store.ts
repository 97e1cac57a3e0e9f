import { sql } from 'kysely';
import type { Db } from '../../../platform/database/handles.ts';

/** Where a page of assignments ends. */
export interface Place {
  group: string;
  application: string;
}

/** Assignments of applications that are read at once. */
export const assignmentsTogether = 500;

const assignments = (db: Db, orgId: string, most: number) =>
  db
    .selectFrom('group_applications')
    .select(['group', 'application', 'is_mandatory', 'is_latest'])
    .where('org_id', '=', orgId)
    .limit(most);

/** Those that a page after a place may still begin with: without them the database would read all earlier pages again. */
const notBefore = (ids: readonly string[], first: string | undefined): readonly string[] =>
  first === undefined ? ids : ids.filter((id) => id >= first);

/** How a group has an application. */
export type AssignmentRow = Awaited<ReturnType<typeof assignmentsOfApplications>>[number];

/** Assignments of groups that are read at once. */
const givenTogether = 1_000;

/**
 * Which applications groups have, and how; a page of them, and where the next one begins. The database writes what a group has into one
 * text: so many rows would take five times as long to read.
 */
export async function assignmentsOfGroups(
  db: Db,
  orgId: string,
  groups: readonly string[],
  after: Place | null,
  most = givenTogether,
): Promise<{ rows: AssignmentRow[]; next: Place | undefined }> {
  const texts = await db
    .selectFrom(pageOfGroups(db, orgId, groups, after, most).as('page'))
    .select(({ fn }) => [
      'group',
      fn.max('application').as('last'),
      fn
        .agg<string>('string_agg', [sql`application || is_mandatory || is_latest`, sql.lit(',')])
        .as('applications'),
    ])
    .groupBy('group')
    .orderBy('group')
    .execute();
  const rows = texts.flatMap(({ group, applications }) =>
    applications.split(',').map((text) => assignmentIn(group, text)),
  );
  const end = texts.at(-1);
  const next = end && rows.length === most ? { group: end.group, application: end.last } : undefined;
  return { rows, next };
}

const assignmentIn = (group: string, text: string): AssignmentRow => ({
  group,
  application: text.slice(0, -2),
  is_mandatory: text.at(-2) === '1' ? 1 : 0,
  is_latest: text.at(-1) === '1' ? 1 : 0,
});

const pageOfGroups = (db: Db, orgId: string, groups: readonly string[], after: Place | null, most: number) =>
  assignments(db, orgId, most)
    .where('group', 'in', notBefore(groups, after?.group))
    .$if(after !== null, (query) =>
      query.where((row) =>
        row(
          row.refTuple('group', 'application'),
          '>',
          row.tuple(after?.group ?? '', after?.application ?? ''),
        ),
      ),
    )
    .orderBy('group')
    .orderBy('application');

/** Which groups have applications, and how; a page of them. */
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

/** Versions of these applications that these groups name, where they do not always take the latest. */
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

import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/connect.ts';
import {
  type ListPage,
  matchesAny,
  orderedBy,
  type SortTerm,
} from '../../platform/database/list-controls.ts';

export type GroupRow = Tables['groups'];
export type AssignmentRow = Tables['group_applications'];

export const groupByPsk = (db: Db, orgId: string, psk: number) =>
  db.selectFrom('groups').selectAll().where('org_id', '=', orgId).where('psk', '=', psk).executeTakeFirst();

export const groupById = (db: Db, orgId: string, id: string) =>
  db.selectFrom('groups').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

export const groupByName = (db: Db, orgId: string, name: string) =>
  db.selectFrom('groups').selectAll().where('org_id', '=', orgId).where('name', '=', name).executeTakeFirst();

export async function insertGroup(db: Db, row: GroupRow): Promise<void> {
  await db.insertInto('groups').values(row).execute();
}

export async function updateGroup(
  db: Db,
  orgId: string,
  id: string,
  change: Partial<GroupRow>,
): Promise<void> {
  await db.updateTable('groups').set(change).where('org_id', '=', orgId).where('id', '=', id).execute();
}

export async function deleteGroup(db: Db, orgId: string, id: string): Promise<void> {
  await db.deleteFrom('groups').where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** The columns that `sort` may name; the documents leave them open. */
export const sortColumns = {
  name: { column: 'groups.name', text: true },
  description: { column: 'groups.description', text: true },
  psk: { column: 'groups.psk', text: false },
  app_count: { column: 'app_count', text: false },
  user_count: { column: 'user_count', text: false },
} as const;

export interface GroupQuery {
  search: string | null;
  sort: SortTerm[];
  page: ListPage;
  /** Only groups that this user belongs to. */
  memberId: string | null;
}

function selection(db: Db, orgId: string, query: GroupQuery) {
  let rows = db.selectFrom('groups').where('groups.org_id', '=', orgId);
  if (query.search !== null)
    rows = rows.where(matchesAny(['groups.name', 'groups.description'], query.search));
  const { memberId } = query;
  if (memberId !== null) {
    rows = rows.where((where) =>
      where.exists(
        where
          .selectFrom('group_users')
          .select('group_users.user')
          .where('group_users.org_id', '=', orgId)
          .where('group_users.user', '=', memberId)
          .whereRef('group_users.group', '=', 'groups.id'),
      ),
    );
  }
  return rows;
}

/** A page of groups with how many applications and users each has, and how many groups match before paging. */
export async function listGroups(db: Db, orgId: string, query: GroupQuery) {
  const counted = selection(db, orgId, query).select((select) => [
    'groups.psk as psk',
    'groups.name as name',
    'groups.description as description',
    select
      .selectFrom('group_applications')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .where('group_applications.org_id', '=', orgId)
      .whereRef('group_applications.group', '=', 'groups.id')
      .$asScalar()
      .as('app_count'),
    select
      .selectFrom('group_users')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .where('group_users.org_id', '=', orgId)
      .whereRef('group_users.group', '=', 'groups.id')
      .$asScalar()
      .as('user_count'),
  ]);
  const { page } = query;
  const rows = await orderedBy(counted, query.sort, sortColumns, 'groups.psk')
    .offset(page.start)
    .limit(page.count)
    .execute();
  const { total } = await selection(db, orgId, query)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Ids by psk of the organization's rows, for those that exist. */
async function idsByAlias(
  db: Db,
  table: 'users' | 'applications' | 'groups',
  orgId: string,
  psks: readonly number[],
  ids: readonly string[],
): Promise<{ id: string; psk: number }[]> {
  const found: { id: string; psk: number }[] = [];
  for (const part of chunks(psks)) {
    found.push(...(await aliases(db, table, orgId).where('psk', 'in', part).execute()));
  }
  for (const part of chunks(ids)) {
    found.push(...(await aliases(db, table, orgId).where('id', 'in', part).execute()));
  }
  return found;
}

const aliases = (db: Db, table: 'users' | 'applications' | 'groups', orgId: string) =>
  db
    .selectFrom(table)
    .select(['id', 'psk'])
    .where('org_id', '=', orgId)
    .$if(table === 'users', (query) => query.where('deleted' as 'id', 'is', null));

export const userIds = (db: Db, orgId: string, psks: readonly number[], ids: readonly string[]) =>
  idsByAlias(db, 'users', orgId, psks, ids);
export const applicationIds = (db: Db, orgId: string, psks: readonly number[], ids: readonly string[]) =>
  idsByAlias(db, 'applications', orgId, psks, ids);
export const groupIds = (db: Db, orgId: string, psks: readonly number[], ids: readonly string[]) =>
  idsByAlias(db, 'groups', orgId, psks, ids);

/** Which of these users are members. */
export async function membersAmong(
  db: Db,
  orgId: string,
  groupId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const members = new Set<string>();
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('group_users')
      .select('user')
      .where('org_id', '=', orgId)
      .where('group', '=', groupId)
      .where('user', 'in', part)
      .execute();
    for (const row of rows) members.add(row.user);
  }
  return members;
}

export async function insertMembers(db: Db, rows: readonly Tables['group_users'][]): Promise<void> {
  for (const part of chunks(rows, 200)) {
    await db
      .insertInto('group_users')
      .values(part)
      .onConflict((conflict) => conflict.columns(['org_id', 'group', 'user']).doNothing())
      .execute();
  }
}

export async function deleteMembers(
  db: Db,
  orgId: string,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  for (const part of chunks(ids)) {
    await db
      .deleteFrom('group_users')
      .where('org_id', '=', orgId)
      .where('group', '=', groupId)
      .where('user', 'in', part)
      .execute();
  }
}

export const groupMembers = (db: Db, orgId: string, groupId: string) =>
  db
    .selectFrom('group_users')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'group_users.org_id').onRef('users.id', '=', 'group_users.user'),
    )
    .selectAll('users')
    .where('group_users.org_id', '=', orgId)
    .where('group_users.group', '=', groupId)
    .orderBy('users.psk')
    .execute();

export const isMember = async (db: Db, orgId: string, groupId: string, userId: string): Promise<boolean> =>
  (await membersAmong(db, orgId, groupId, [userId])).size > 0;

/** Gives an application to a group, or changes how it is given. */
export async function upsertAssignment(db: Db, row: AssignmentRow): Promise<void> {
  await db
    .insertInto('group_applications')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'group', 'application'])
        .doUpdateSet({ is_mandatory: row.is_mandatory, is_latest: row.is_latest }),
    )
    .execute();
}

/** Gives an application at its latest version; in a group that has it already, nothing else of it changes. */
export async function assignLatest(db: Db, row: AssignmentRow): Promise<void> {
  await db
    .insertInto('group_applications')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'group', 'application']).doUpdateSet({ is_latest: 1 }),
    )
    .execute();
  await deleteVersions(db, row.org_id, row.group, [row.application]);
}

export async function replaceVersions(
  db: Db,
  key: { org_id: string; group: string; application: string },
  versions: readonly string[],
): Promise<void> {
  await deleteVersions(db, key.org_id, key.group, [key.application]);
  const rows = versions.map((version) => ({ ...key, version }));
  if (rows.length > 0) await db.insertInto('group_versions').values(rows).execute();
}

async function deleteVersions(
  db: Db,
  orgId: string,
  groupId: string,
  applications: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('group_versions')
    .where('org_id', '=', orgId)
    .where('group', '=', groupId)
    .where('application', 'in', applications)
    .execute();
}

export async function deleteAssignments(
  db: Db,
  orgId: string,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  for (const part of chunks(ids)) {
    await deleteVersions(db, orgId, groupId, part);
    await db
      .deleteFrom('group_applications')
      .where('org_id', '=', orgId)
      .where('group', '=', groupId)
      .where('application', 'in', part)
      .execute();
  }
}

export const assignmentsOf = (db: Db, orgId: string, groupId: string) =>
  db
    .selectFrom('group_applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('group', '=', groupId)
    .orderBy('application')
    .execute();

/** Version ids of an application among these aliases. */
export async function versionIds(
  db: Db,
  orgId: string,
  applicationId: string,
  aliasList: { psks: readonly number[]; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .select(['id', 'psk'])
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .execute();
  return rows
    .filter((row) => aliasList.ids.includes(row.id) || aliasList.psks.includes(row.psk))
    .map((row) => row.id);
}

export const assignedVersions = (db: Db, orgId: string, groupId: string) =>
  db
    .selectFrom('group_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('group', '=', groupId)
    .execute();

/** Groups that have an application, with how they have it. */
export const groupsOfApplication = (db: Db, orgId: string, applicationId: string) =>
  db
    .selectFrom('group_applications')
    .innerJoin('groups', (join) =>
      join
        .onRef('groups.org_id', '=', 'group_applications.org_id')
        .onRef('groups.id', '=', 'group_applications.group'),
    )
    .select([
      'groups.id',
      'groups.psk',
      'groups.name',
      'groups.description',
      'group_applications.is_mandatory',
      'group_applications.is_latest',
    ])
    .where('group_applications.org_id', '=', orgId)
    .where('group_applications.application', '=', applicationId)
    .orderBy('groups.psk')
    .execute();

export const versionsOfApplication = (db: Db, orgId: string, applicationId: string) =>
  db
    .selectFrom('group_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .execute();

export const memberGroups = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('group_users')
    .select('group')
    .where('org_id', '=', orgId)
    .where('user', '=', userId)
    .execute();

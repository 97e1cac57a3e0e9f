import type { Tables } from '../../migrations/tables.ts';
import type { Db } from '../../platform/database/connect.ts';
import {
  type ListPage,
  matchesAny,
  orderedBy,
  type SortTerm,
} from '../../platform/database/list-controls.ts';

export type UserRow = Tables['users'];

export const userByPsk = (db: Db, orgId: string, psk: number) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('psk', '=', psk)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const userById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const userByLogin = (db: Db, orgId: string, login: string) =>
  db
    .selectFrom('directory')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'directory.org_id').onRef('users.id', '=', 'directory.user'),
    )
    .selectAll('users')
    .where('directory.kind', '=', 'user_id')
    .where('directory.key', '=', login.toLowerCase())
    .where('directory.org_id', '=', orgId)
    .executeTakeFirst();

/** Takes a login name or e-mail address; false when somebody of any organization has it. */
export async function claimName(db: Db, row: Tables['directory']): Promise<boolean> {
  const claimed = await db
    .insertInto('directory')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function insertUser(db: Db, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

export async function updateUser(db: Db, orgId: string, id: string, change: Partial<UserRow>): Promise<void> {
  await db.updateTable('users').set(change).where('org_id', '=', orgId).where('id', '=', id).execute();
}

export async function releaseName(
  db: Db,
  kind: 'user_id' | 'email',
  key: string,
  userId: string,
): Promise<void> {
  await db
    .deleteFrom('directory')
    .where('kind', '=', kind)
    .where('key', '=', key.toLowerCase())
    .where('user', '=', userId)
    .execute();
}

/** Remembers who had a login name last, so that a deleted person is told so at sign-in. */
export async function rememberDeleted(db: Db, orgId: string, key: string, userId: string): Promise<void> {
  await db
    .insertInto('directory')
    .values({ kind: 'deleted_user_id', key: key.toLowerCase(), org_id: orgId, user: userId })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ org_id: orgId, user: userId }))
    .execute();
}

export async function leaveAllGroups(db: Db, orgId: string, userId: string): Promise<void> {
  await db.deleteFrom('group_users').where('org_id', '=', orgId).where('user', '=', userId).execute();
}

/** How many can still administrate: not deleted, not disabled. */
export async function countAdministrators(db: Db, orgId: string, moment: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('org_id', '=', orgId)
    .where('role', '=', 5)
    .where('deleted', 'is', null)
    .where('disabled', '=', 0)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', moment)]))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Whether two users share a group; what a limited user manager may see. */
export async function shareGroup(db: Db, orgId: string, first: string, second: string): Promise<boolean> {
  const row = await db
    .selectFrom('group_users as mine')
    .innerJoin('group_users as theirs', (join) =>
      join.onRef('theirs.org_id', '=', 'mine.org_id').onRef('theirs.group', '=', 'mine.group'),
    )
    .select('mine.group')
    .where('mine.org_id', '=', orgId)
    .where('mine.user', '=', first)
    .where('theirs.user', '=', second)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The columns that `sort` may name, and those that `search` looks into; the documents leave both open. */
export const sortColumns = {
  user_id: { column: 'users.user_id', text: true },
  first_name: { column: 'users.first_name', text: true },
  last_name: { column: 'users.last_name', text: true },
  email: { column: 'users.email', text: true },
  role: { column: 'users.role', text: false },
  created_date: { column: 'users.created', text: false },
  modified_date: { column: 'users.modified', text: false },
  last_login_from_catalog: { column: 'users.last_login_from_catalog', text: false },
  psk: { column: 'users.psk', text: false },
} as const;
const searchColumns = ['users.user_id', 'users.first_name', 'users.last_name', 'users.email'];

export interface UserQuery {
  search: string | null;
  /** A value inside one custom metadata field. */
  metadata: { field: string; text: string } | null;
  sort: SortTerm[];
  page: ListPage;
  /** Only users who share a group with this one. */
  sharingGroupsWith: string | null;
}

function selection(db: Db, orgId: string, query: UserQuery) {
  let rows = db.selectFrom('users').where('users.org_id', '=', orgId).where('users.deleted', 'is', null);
  if (query.search !== null) rows = rows.where(matchesAny(searchColumns, query.search));
  // The pattern only narrows: the exact field is checked on the parsed object, see `listUsers`.
  if (query.metadata !== null)
    rows = rows.where(matchesAny(['users.custom_metadata'], JSON.stringify(query.metadata.field)));
  const { sharingGroupsWith } = query;
  if (sharingGroupsWith !== null) {
    rows = rows.where((where) =>
      where.exists(
        where
          .selectFrom('group_users as mine')
          .innerJoin('group_users as theirs', (join) =>
            join.onRef('theirs.org_id', '=', 'mine.org_id').onRef('theirs.group', '=', 'mine.group'),
          )
          .select('mine.group')
          .where('mine.org_id', '=', orgId)
          .where('mine.user', '=', sharingGroupsWith)
          .whereRef('theirs.user', '=', 'users.id'),
      ),
    );
  }
  return rows;
}

/** A page of users, and how many match before paging. */
export async function listUsers(
  db: Db,
  orgId: string,
  query: UserQuery,
): Promise<{ rows: UserRow[]; total: number }> {
  const ordered = orderedBy(
    selection(db, orgId, query).selectAll('users'),
    query.sort,
    sortColumns,
    'users.psk',
  );
  const { metadata, page } = query;
  if (metadata !== null) {
    const matching = (await ordered.execute()).filter((row) => hasMetadata(row, metadata));
    return { rows: matching.slice(page.start, page.start + page.count), total: matching.length };
  }
  const rows = await ordered.offset(page.start).limit(page.count).execute();
  const { total } = await selection(db, orgId, query)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

function hasMetadata(row: UserRow, wanted: { field: string; text: string }): boolean {
  const metadata = JSON.parse(row.custom_metadata ?? '{}') as Record<string, unknown>;
  const value = metadata[wanted.field];
  return (
    value !== undefined &&
    JSON.stringify(value).toLowerCase().includes(JSON.stringify(wanted.text).slice(1, -1).toLowerCase())
  );
}

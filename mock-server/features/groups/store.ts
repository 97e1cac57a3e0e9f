import type { Tables } from '../../migrations/tables.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';
import { type ListPage, matchesAny, readPage, type SortTerm } from '../../platform/database/list-controls.ts';

export type GroupRow = Tables['groups'];

export const findGroupByPsk = (db: Db, orgId: string, psk: number) =>
  db.selectFrom('groups').selectAll().where('org_id', '=', orgId).where('psk', '=', psk).executeTakeFirst();

export const findGroupById = (db: Db, orgId: string, id: string) =>
  db.selectFrom('groups').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

export const findGroupByName = (db: Db, orgId: string, name: string) =>
  db.selectFrom('groups').selectAll().where('org_id', '=', orgId).where('name', '=', name).executeTakeFirst();

export async function insertGroup(tx: CatalogTx, row: GroupRow): Promise<void> {
  await tx.insertInto('groups').values(row).execute();
}

export async function updateGroup(tx: CatalogTx, { org_id, id, name, description }: GroupRow): Promise<void> {
  await tx
    .updateTable('groups')
    .set({ name, description })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteGroup(tx: CatalogTx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('groups').where('org_id', '=', orgId).where('id', '=', id).execute();
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

function buildSelection(db: Db, orgId: string, query: GroupQuery) {
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
  const counted = buildSelection(db, orgId, query).select((select) => [
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
  return readPage(counted, query, sortColumns, 'groups.psk');
}

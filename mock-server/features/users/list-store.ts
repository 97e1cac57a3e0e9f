import type { Db } from '../../platform/database/connect.ts';
import {
  type ListPage,
  matchesAny,
  orderedBy,
  type SortTerm,
} from '../../platform/database/list-controls.ts';
import { type UserRow, usersById } from './store.ts';

/** The columns that `sort` may name, and those that `search` looks into; the documents leave both open. */
export const sortColumns = {
  user_id: { column: 'users.user_id', text: true },
  first_name: { column: 'users.first_name', text: true },
  last_name: { column: 'users.last_name', text: true },
  email: { column: 'users.email', text: true, nullable: true },
  role: { column: 'users.role', text: false },
  created_date: { column: 'users.created', text: false },
  modified_date: { column: 'users.modified', text: false },
  last_login_from_catalog: { column: 'users.last_login_from_catalog', text: false, nullable: true },
  psk: { column: 'users.psk', text: false },
} as const;
const searchColumns = ['users.user_id', 'users.first_name', 'users.last_name', 'users.email'];

/** A text to find inside one custom metadata field. */
export interface MetadataSearch {
  field: string;
  text: string;
}

export interface UserQuery {
  search: string | null;
  metadata: MetadataSearch | null;
  sort: SortTerm[];
  page: ListPage;
  /** Only users who share a group with this one. */
  sharingGroupsWith: string | null;
}

function selection(db: Db, orgId: string, query: UserQuery) {
  let rows = db.selectFrom('users').where('users.org_id', '=', orgId).where('users.deleted', 'is', null);
  if (query.search !== null) rows = rows.where(matchesAny(searchColumns, query.search));
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

export interface UserPage {
  rows: UserRow[];
  /** How many match before paging. */
  total: number;
}

/** A page of users. */
export async function listUsers(db: Db, orgId: string, query: UserQuery): Promise<UserPage> {
  if (query.metadata !== null) return listByMetadata(db, orgId, query, query.metadata);
  const { page } = query;
  const all = selection(db, orgId, query);
  const rows = await orderedBy(all.selectAll('users'), query.sort, sortColumns, 'users.psk')
    .offset(page.start)
    .limit(page.count)
    .execute();
  const { total } = await all
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: total };
}

/** The two engines read JSON in different ways: the text narrows the rows, the parsed object decides. */
async function listByMetadata(
  db: Db,
  orgId: string,
  query: UserQuery,
  wanted: MetadataSearch,
): Promise<UserPage> {
  const likely = selection(db, orgId, query)
    .select(['users.id', 'users.custom_metadata'])
    .where(matchesAny(['users.custom_metadata'], JSON.stringify(wanted.field)))
    .where(matchesAny(['users.custom_metadata'], JSON.stringify(wanted.text).slice(1, -1)));
  const candidates = await orderedBy(likely, query.sort, sortColumns, 'users.psk').execute();
  const matching = candidates.filter((row) => hasMetadata(row.custom_metadata, wanted)).map((row) => row.id);
  const { start, count } = query.page;
  const ids = matching.slice(start, start + count);
  const byId = new Map((await usersById(db, orgId, ids)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: matching.length };
}

function hasMetadata(json: string | null, wanted: MetadataSearch): boolean {
  const value = (JSON.parse(json ?? '{}') as Record<string, unknown>)[wanted.field];
  const texts = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return texts.some((text) => String(text).toLowerCase().includes(wanted.text.toLowerCase()));
}

import { sql } from 'kysely';
import { foldText } from '../../platform/database/fold.ts';
import type { Db } from '../../platform/database/handles.ts';
import {
  applyOrder,
  type ListPage,
  matchesAny,
  matchesAnyFolded,
  type Page,
  readPage,
  type SortTerm,
} from '../../platform/database/list-controls.ts';
import type { KeyedPage } from '../../platform/http/responses/send-list.ts';
import { findUsersByPsk, selectUsersSharingGroups, type UserRow } from './store.ts';

/** The columns that `sort` may name, and those that `search` searches; the documents leave both open. */
export const sortColumns = {
  user_id: { column: 'users.user_id_folded', text: false },
  first_name: { column: 'users.first_name_folded', text: false },
  last_name: { column: 'users.last_name_folded', text: false },
  email: { column: 'users.email_folded', text: false, nullable: true },
  role: { column: 'users.role', text: false },
  created_date: { column: 'users.created', text: false },
  modified_date: { column: 'users.modified', text: false },
  last_login_from_catalog: { column: 'users.last_login_from_catalog', text: false, nullable: true },
  psk: { column: 'users.psk', text: false },
} as const;
const searchColumns = [
  'users.user_id_folded',
  'users.first_name_folded',
  'users.last_name_folded',
  'users.email_folded',
];

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

function buildSelection(db: Db, orgId: string, query: UserQuery) {
  let rows = db.selectFrom('users').where('users.org_id', '=', orgId).where('users.deleted', 'is', null);
  if (query.search !== null) rows = rows.where(matchesAnyFolded(searchColumns, query.search));
  const { sharingGroupsWith } = query;
  if (sharingGroupsWith === null) return rows;
  const shared = selectUsersSharingGroups(db, orgId, sharingGroupsWith)
    .select('mine.group')
    .where('theirs.user', '=', sql.ref<string>('users.id'));
  return rows.where(({ exists }) => exists(shared));
}

/** A page of users, by their psk. */
export async function listUsers(
  db: Db,
  orgId: string,
  query: UserQuery,
): Promise<KeyedPage<number, UserRow>> {
  const { rows, total } = await readKeys(db, orgId, query);
  return {
    keys: rows.map((row) => row.psk),
    total,
    read: async (psks) => {
      const byPsk = new Map((await findUsersByPsk(db, orgId, psks)).map((row) => [row.psk, row]));
      return psks.flatMap((psk) => byPsk.get(psk) ?? []);
    },
  };
}

/** Reads the keys from an index only; whole rows are then read for the requested page only. */
function readKeys(db: Db, orgId: string, query: UserQuery): Promise<Page<{ psk: number }>> {
  const { metadata } = query;
  const all = buildSelection(db, orgId, query);
  if (metadata !== null) return withMetadata(all, query, metadata);
  return readPage(all.select('users.psk'), query, sortColumns, 'users.psk');
}

/**
 * SQLite and PostgreSQL query JSON differently, so a text search narrows the rows down, and the parsed object decides.
 */
async function withMetadata(
  all: ReturnType<typeof buildSelection>,
  { sort, page }: UserQuery,
  wanted: MetadataSearch,
): Promise<Page<{ psk: number }>> {
  const likely = all
    .select(['users.psk', 'users.custom_metadata'])
    .where(matchesAny(['users.custom_metadata'], JSON.stringify(wanted.field)))
    .where(matchesAny(['users.custom_metadata'], JSON.stringify(wanted.text).slice(1, -1)));
  const candidates = await applyOrder(likely, sort, sortColumns, 'users.psk').execute();
  const matching = candidates.filter((row) => hasMetadata(row.custom_metadata, wanted));
  return { rows: matching.slice(page.start, page.start + page.count), total: matching.length };
}

function hasMetadata(json: string | null, wanted: MetadataSearch): boolean {
  const value = (JSON.parse(json ?? '{}') as Record<string, unknown>)[wanted.field];
  const texts = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return texts.some((text) => foldText(String(text)).includes(foldText(wanted.text)));
}

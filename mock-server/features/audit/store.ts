import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import { later } from '../../platform/database/changes/later.ts';
import type { Db, TrailTx, Tx } from '../../platform/database/handles.ts';
import { jsonRows } from '../../platform/database/json-rows.ts';
import {
  type ListPage,
  matchesAny,
  type Page,
  pageOf,
  type SortColumn,
  type SortTerm,
} from '../../platform/database/list-controls.ts';
import { preparedLater, type Value } from '../../platform/database/prepared.ts';
import { personsIn } from './persons.ts';

export type AuditRow = Tables['audit'];

/** Writes rows, and which persons their details name. */
export async function insertRows(tx: TrailTx, rows: readonly AuditRow[]): Promise<void> {
  const [row, ...others] = rows;
  if (row !== undefined && others.length === 0 && row.position === null) await insertOne(tx, row);
  else for (const part of chunks(rows, 50)) await later(tx, tx.insertInto('audit').values([...part]));
  const named = rows.flatMap((row) =>
    personsIn(row).map((user) => ({ org_id: row.org_id, user, row: row.id })),
  );
  for (const part of chunks(named, 200)) await later(tx, tx.insertInto('audit_persons').values(part));
}

/** The columns of a row that is not chained yet. */
const texts = [
  ...(['org_id', 'id', 'at', 'action', 'outcome', 'actor_org', 'actor', 'kind', 'subject'] as const),
  ...(['digest', 'details', 'erasure', 'mac', 'link', 'resealed'] as const),
] satisfies (keyof AuditRow)[];

const insertTexts = preparedLater((tx: TrailTx, ...values: Value<string | null>[]) =>
  tx
    .insertInto('audit')
    .columns(texts)
    .expression(sql`values (${sql.join(values)})`),
);

/** Writes a row that is not chained yet, as nearly every transaction does. */
const insertOne = (tx: TrailTx, row: AuditRow): Promise<void> =>
  insertTexts(tx, ...texts.map((column) => row[column]));

/** The organization and user of a login name, to record to whom a refused sign-in belongs. */
export const ownerOfName = (db: Db, name: string) =>
  db
    .selectFrom('directory')
    .select(['org_id', 'user'])
    .where('kind', '=', 'user_id')
    .where('key', '=', name.toLowerCase())
    .executeTakeFirst();

/** Organizations that have rows which are not chained yet. */
export async function unchainedOrganizations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .select('org_id')
    .where('position', 'is', null)
    .distinct()
    .execute();
  return rows.map((row) => row.org_id);
}

export async function organizationsWithRows(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit').select('org_id').distinct().execute();
  return rows.map((row) => row.org_id);
}

/** The oldest rows of an organization that are not chained yet, after one of them. */
export const unchained = (db: Db, orgId: string, count: number, after = '') =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('position', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute();

/** A row's position in the chain of its organization, and its link. */
export type Link = [id: string, position: number, link: string];

/** Links as a table that is read only once: otherwise SQLite parses the JSON again for each row that it compares. */
const linksOf = (tx: TrailTx, links: Value) =>
  sql<{ id: string; position: number; link: string }>`(
    with listed as materialized (
      select value ->> 0 as id, cast(value ->> 1 as bigint) as position, value ->> 2 as link from ${jsonRows(tx, links)}
    ) select id, position, link from listed
  )`.as('told');

const linkRows = preparedLater((tx: TrailTx, orgId: Value, links: Value) =>
  tx
    .updateTable('audit')
    .from(linksOf(tx, links))
    .set((set) => ({ position: set.ref('told.position'), link: set.ref('told.link') }))
    .where('audit.org_id', '=', orgId)
    .whereRef('audit.id', '=', 'told.id'),
);

/** Sets the positions and links of rows in the chain of an organization, with one statement for any number of rows. */
export const setLinks = (tx: TrailTx, orgId: string, links: readonly Link[]): Promise<void> =>
  linkRows(tx, orgId, JSON.stringify(links));

/** Chained rows after a position, in order. */
export const chainedAfter = (db: Db, orgId: string, position: number, count: number) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(count)
    .execute();

/** Deletes the rows up to a position. */
export async function deleteUpTo(tx: TrailTx, orgId: string, position: number): Promise<void> {
  const rows = tx
    .selectFrom('audit')
    .select('id')
    .where('org_id', '=', orgId)
    .where('position', '<=', position);
  await tx.deleteFrom('audit_persons').where('org_id', '=', orgId).where('row', 'in', rows).execute();
  await tx.deleteFrom('audit').where('org_id', '=', orgId).where('position', '<=', position).execute();
}

export interface AuditQuery {
  search: string;
  sort: SortTerm[];
  page: ListPage;
  action: string | undefined;
  /** Id of who did it. */
  user: string | undefined;
  /** Id of what it was done to. */
  object: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

export const sortColumns: Record<'at' | 'action' | 'outcome', SortColumn> = {
  at: { column: 'audit.at', text: false },
  action: { column: 'audit.action', text: false },
  outcome: { column: 'audit.outcome', text: false },
};

const listed = (db: Db, orgId: string) =>
  db
    .selectFrom('audit')
    .leftJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'audit.actor_org').onRef('users.id', '=', 'audit.actor'),
    )
    .where('audit.org_id', '=', orgId)
    .selectAll('audit')
    .select(['users.user_id as actor_name', 'users.deleted as actor_deleted']);

export type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

function matching(db: Db, orgId: string, query: Omit<AuditQuery, 'sort' | 'page'>) {
  const { search, action, user, object, from, to } = query;
  return listed(db, orgId)
    .$if(search !== '', (rows) =>
      rows.where(matchesAny(['audit.action', 'audit.kind', 'audit.subject', 'users.user_id'], search)),
    )
    .$if(action !== undefined, (rows) => rows.where('audit.action', '=', action ?? ''))
    .$if(user !== undefined, (rows) => rows.where('audit.actor', '=', user ?? ''))
    .$if(object !== undefined, (rows) => rows.where('audit.subject', '=', object ?? ''))
    .$if(from !== undefined, (rows) => rows.where('audit.at', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('audit.at', '<', to ?? ''));
}

export const listRows = (db: Db, orgId: string, query: AuditQuery): Promise<Page<ListedRow>> =>
  pageOf(matching(db, orgId, query), query, sortColumns, 'audit.id');

/** Rows in the order of their making, after the one with an id. */
export const rowsAfter = (
  db: Db,
  orgId: string,
  query: Omit<AuditQuery, 'sort' | 'page'>,
  after: string,
  count: number,
): Promise<ListedRow[]> =>
  matching(db, orgId, query).where('audit.id', '>', after).orderBy('audit.id').limit(count).execute();

/** Position of the first chained row that is not older than a moment. */
export async function firstSince(db: Db, orgId: string, moment: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit')
    .select('position')
    .where('org_id', '=', orgId)
    .where('at', '>=', moment)
    .where('position', 'is not', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? undefined;
}

/** The link of the row at a position. */
export async function linkAt(db: Db, orgId: string, position: number): Promise<string | undefined> {
  const rows = db.selectFrom('audit').select('link').where('org_id', '=', orgId);
  const row = await rows.where('position', '=', position).executeTakeFirst();
  return row?.link ?? undefined;
}

/** Chained rows after a position, in order, with the names of who did it. */
export const listedAfter = (db: Db, orgId: string, position: number, count: number): Promise<ListedRow[]> =>
  listed(db, orgId).where('audit.position', '>', position).orderBy('audit.position').limit(count).execute();

/** How long an organization keeps rows; undefined where it has not chosen. */
export const settingsOf = (db: Db, orgId: string) =>
  db.selectFrom('audit_settings').selectAll().where('org_id', '=', orgId).executeTakeFirst();

export async function setSettings(tx: Tx, { org_id, ...set }: Tables['audit_settings']): Promise<void> {
  await tx
    .insertInto('audit_settings')
    .values({ org_id, ...set })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(set))
    .execute();
}

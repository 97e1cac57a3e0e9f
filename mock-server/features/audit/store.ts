import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import type { Db, TrailTx } from '../../platform/database/handles.ts';
import { later } from '../../platform/database/later.ts';
import {
  type ListPage,
  matchesAny,
  type Page,
  pageOf,
  type SortColumn,
  type SortTerm,
} from '../../platform/database/list-controls.ts';

export type AuditRow = Tables['audit'];
export type HeadRow = Tables['audit_heads'];
export type PendingRow = Selectable<Tables['audit_pending']>;

/** PostgreSQL's number of the transaction, null while it has written nothing. */
const ownNumber = sql<string>`pg_current_xact_id_if_assigned()::text`;

/**
 * Takes the changes that triggers noted: those of this transaction, or those of others, which no service made since its own
 * never leave any. On SQLite there are no others while a transaction writes.
 */
export async function takePending(
  tx: TrailTx,
  dialect: 'sqlite' | 'postgres',
  whose: 'own' | 'others',
): Promise<PendingRow[]> {
  const columns = ['number', 'tx', 'org_id', 'kind', 'subject', 'before', 'after'] as const;
  const all = tx.selectFrom('audit_pending').select(columns);
  const asked =
    dialect === 'sqlite' ? all : all.where('tx', whose === 'own' ? '=' : 'is distinct from', ownNumber);
  const rows = await asked.orderBy('number').execute();
  for (const part of chunks(rows.map((row) => row.number)))
    await later(tx, tx.deleteFrom('audit_pending').where('number', 'in', part));
  return rows;
}

export async function insertRows(tx: TrailTx, rows: readonly AuditRow[]): Promise<void> {
  for (const part of chunks(rows, 50)) await later(tx, tx.insertInto('audit').values([...part]));
}

/** The organization and user of a login name, to know whom a refused sign-in was for. */
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

export async function setLink(tx: TrailTx, row: AuditRow, position: number, link: string): Promise<void> {
  const chained = tx.updateTable('audit').set({ position, link });
  await later(tx, chained.where('org_id', '=', row.org_id).where('id', '=', row.id));
}

export const findHead = (db: Db, orgId: string) =>
  db.selectFrom('audit_heads').selectAll().where('org_id', '=', orgId).executeTakeFirst();

/** Heads of chains whose rows were not all sent to the syslog server. */
export const unsentHeads = (db: Db) =>
  db.selectFrom('audit_heads').selectAll().whereRef('exported', '<', 'last').orderBy('org_id').execute();

/** Where the chains begin, with the moment of their first row. */
export const firstRows = (db: Db) =>
  db
    .selectFrom('audit_heads as head')
    .leftJoin('audit as oldest', (join) =>
      join.onRef('oldest.org_id', '=', 'head.org_id').onRef('oldest.position', '=', 'head.first'),
    )
    .select(['head.org_id', 'head.days_kept', 'oldest.at'])
    .whereRef('head.first', '<=', 'head.last')
    .execute();

export const heads = (db: Db) => db.selectFrom('audit_heads').selectAll().orderBy('org_id').execute();

/** The head of an organization's chain, locked until the transaction ends; `start` is written where there is none. */
export const holdHead = (tx: TrailTx, start: HeadRow): Promise<HeadRow> =>
  tx
    .insertInto('audit_heads')
    .values(start)
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet((set) => ({ last: set.ref('audit_heads.last') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** The head of a chain that is there, locked until the transaction ends. */
export const lockHead = (tx: TrailTx, orgId: string): Promise<HeadRow | undefined> =>
  tx
    .updateTable('audit_heads')
    .set((head) => ({ last: head.ref('last') }))
    .where('org_id', '=', orgId)
    .returningAll()
    .executeTakeFirst();

/** Organizations with chained rows that webhooks were not told of. */
export async function untoldOrganizations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_heads')
    .select('org_id')
    .whereRef('told', '<', 'last')
    // Rows without an organization are sent to no webhook.
    .where('org_id', '<>', '')
    .execute();
  return rows.map((row) => row.org_id);
}

export async function setHead(tx: TrailTx, orgId: string, set: Partial<HeadRow>): Promise<void> {
  await later(tx, tx.updateTable('audit_heads').set(set).where('org_id', '=', orgId));
}

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

/** The rows that a person did, or that tell of them, with details. */
export async function rowsOf(
  db: Db,
  { org_id, id, psk }: { org_id: string; id: string; psk: number },
): Promise<Pick<AuditRow, 'org_id' | 'id' | 'mac'>[]> {
  const all = db.selectFrom('audit').select(['org_id', 'id', 'mac']).where('details', 'is not', null);
  // Ids are unique among all organizations, so a text that has one names this person.
  const rows = await all
    .where('org_id', '=', org_id)
    .where((where) =>
      where.or([
        where('actor', '=', id),
        where('subject', '=', id),
        where.and([where('kind', '=', 'user'), where('subject', '=', String(psk))]),
        where('details', 'like', `%${id}%`),
      ]),
    )
    .execute();
  // What an administrator did in the organizations below.
  const below = all
    .where('org_id', 'in', (others) =>
      others.selectFrom('audit_heads as head').select('head.org_id').where('head.org_id', '<>', org_id),
    )
    .where('actor', '=', id);
  rows.push(...(await below.execute()));
  return rows;
}

/** Erases the details of a row; `erasure` says that the service did. */
export async function eraseDetails(
  tx: TrailTx,
  row: Pick<AuditRow, 'org_id' | 'id'>,
  erasure: string,
): Promise<void> {
  const erased = tx.updateTable('audit').set({ details: null, erasure });
  await erased.where('org_id', '=', row.org_id).where('id', '=', row.id).execute();
}

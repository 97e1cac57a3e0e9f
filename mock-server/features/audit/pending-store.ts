import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import { later } from '../../platform/database/changes/later.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { TrailTx } from '../../platform/database/handles.ts';
import { preparedRows } from '../../platform/database/prepared.ts';

export type PendingRow = Selectable<Tables['audit_pending']>;

/** What changed in one organization. */
export interface Pending {
  orgId: string;
  /** The first of them, up to `mostChanges`. */
  rows: PendingRow[];
  /** How many there are. */
  count: number;
}

/**
 * Most changes of one organization that are read and recorded in full; for the others only their number is recorded.
 */
const mostChanges = 100;
/** Most such changes of all organizations in one transaction. */
const mostInAll = 5_000;
/** Changes that are read at once: almost every transaction has fewer. */
const step = 500;

/**
 * The present transaction, in the words in which the database notes it with each change (`migrations/0001-baseline/records.ts`). The value
 * needs no query of its own, and also exists on servers without PostgreSQL's transaction numbers. Other transactions
 * are seen only after their commit, and no service leaves changes behind, so the value need not differ from those of
 * uncommitted transactions.
 */
const thisOne = sql<string>`pg_backend_pid()::text || ' ' || extract(epoch from transaction_timestamp())::text`;

const columns = ['number', 'made_in', 'org_id', 'kind', 'subject', 'before', 'after'] as const;

const inOrder = (tx: TrailTx) =>
  tx.selectFrom('audit_pending').select(columns).orderBy('number').limit(sql.lit(step));
const everyRow = preparedRows((tx: TrailTx) => inOrder(tx));
const rowsOf = {
  own: preparedRows((tx: TrailTx) => inOrder(tx).where('made_in', '=', thisOne)),
  others: preparedRows((tx: TrailTx) => inOrder(tx).where('made_in', '<>', thisOne)),
};

/**
 * Takes the changes that triggers noted, by organization: either those of this transaction, or those of others. The
 * latter were made by no service, because a service never leaves any. On SQLite there are no others while a transaction
 * writes. Of others there may be more: call it until it returns none.
 */
export async function takePending(
  tx: TrailTx,
  dialect: DialectName,
  whose: 'own' | 'others',
): Promise<Pending[]> {
  const rows = await (dialect === 'sqlite' ? everyRow(tx) : rowsOf[whose](tx));
  const [first] = rows;
  if (first !== undefined && rows.length === step) return takeMany(tx, first.made_in);
  for (const part of chunks(rows.map((row) => row.number)))
    await later(tx, tx.deleteFrom('audit_pending').where('number', 'in', part));
  return [...Map.groupBy(rows, (row) => row.org_id)].map(([orgId, own]) => ({
    orgId,
    rows: own.slice(0, mostChanges),
    count: own.length,
  }));
}

/** Deletes the notes about changes of this transaction, which records them itself. */
export async function dropOwn(tx: TrailTx, dialect: DialectName): Promise<void> {
  const all = tx.deleteFrom('audit_pending');
  await later(tx, dialect === 'sqlite' ? all : all.where('made_in', '=', thisOne));
}

/**
 * The changes of a transaction that made very many: all are counted, and only the first ones of each organization are
 * read.
 */
async function takeMany(tx: TrailTx, madeIn: string): Promise<Pending[]> {
  const counts = await tx
    .selectFrom('audit_pending')
    .select(['org_id', (row) => row.fn.countAll<number>().as('count')])
    .where('made_in', '=', madeIn)
    .groupBy('org_id')
    .execute();
  const most = Math.max(1, Math.min(mostChanges, Math.floor(mostInAll / counts.length)));
  // One statement for all of them, because somebody who changes rows by hand may change some in every organization.
  const numbered = tx
    .selectFrom('audit_pending')
    .select(columns)
    .select(sql<number>`row_number() over (partition by org_id order by number)`.as('place'))
    .where('made_in', '=', madeIn);
  const firstOfEach = tx.selectFrom(numbered.as('numbered')).select(columns).where('place', '<=', most);
  const rows = Map.groupBy(await firstOfEach.orderBy('number').execute(), (row) => row.org_id);
  await tx.deleteFrom('audit_pending').where('made_in', '=', madeIn).execute();
  return counts.map(({ org_id, count }) => ({
    orgId: org_id,
    rows: rows.get(org_id) ?? [],
    count: Number(count),
  }));
}

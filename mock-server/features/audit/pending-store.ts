import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { TrailTx } from '../../platform/database/handles.ts';

export type PendingRow = Pick<
  Selectable<Tables['audit_pending']>,
  'org_id' | 'kind' | 'subject' | 'before' | 'after'
>;

/** What changed in one organization. */
export interface Pending {
  orgId: string;
  /** The first of them, up to `maxChanges`. */
  rows: PendingRow[];
  /** How many there are. */
  count: number;
}

/** Changes of one organization that are recorded in full; of the others only their number is. */
const maxChanges = 100;
/** Changes of all organizations that are in memory at once. */
const maxInAll = 5_000;

/**
 * The present transaction, in the words in which the database notes it with each change
 * (`migrations/0001-baseline/records.ts`). The value needs no query of its own, and also exists on servers without
 * PostgreSQL's transaction numbers. Other transactions are seen only after their commit, and no service leaves changes
 * behind, so the value need not differ from those of uncommitted transactions.
 */
const thisOne = sql<string>`pg_backend_pid()::text || ' ' || extract(epoch from transaction_timestamp())::text`;

/**
 * Takes the changes of this transaction that triggers noted, by organization. On SQLite, where one transaction writes
 * at a time, those are all that are there.
 */
export const takeOwn = (tx: TrailTx, dialect: DialectName): Promise<Pending[]> =>
  take(tx, dialect === 'sqlite' ? sql`''` : thisOne);

/**
 * Takes the changes of another transaction, which no service made, because a service never leaves any. Call it until it
 * returns none. On SQLite call it before this transaction changes anything.
 */
export async function takeOthers(tx: TrailTx, dialect: DialectName): Promise<Pending[]> {
  const other = await tx
    .selectFrom('audit_pending')
    .select('made_in')
    .$if(dialect === 'postgres', (rows) => rows.where('made_in', '<>', thisOne))
    .limit(1)
    .executeTakeFirst();
  return other === undefined ? [] : take(tx, sql`${other.made_in}`);
}

/** Deletes the notes about changes of this transaction, which records them itself. */
export async function dropOwn(tx: TrailTx, dialect: DialectName): Promise<void> {
  await deleteOf(tx, dialect === 'sqlite' ? sql`''` : thisOne);
}

async function take(tx: TrailTx, madeIn: ReturnType<typeof sql<string>>): Promise<Pending[]> {
  const numbered = tx
    .selectFrom('audit_pending')
    .select(['org_id', 'kind', 'subject', 'before', 'after'])
    .select([
      sql<number>`row_number() over (partition by org_id order by number)`.as('place'),
      sql<number>`count(*) over (partition by org_id)`.as('count'),
    ])
    .where('made_in', '=', madeIn)
    .as('numbered');
  const rows = await tx
    .selectFrom(numbered)
    .selectAll()
    .where('place', '<=', maxChanges)
    // Of many organizations, each has its first changes.
    .orderBy('place')
    .limit(maxInAll)
    .execute();
  if (rows.length === 0) return [];
  await deleteOf(tx, madeIn);
  return [...Map.groupBy(rows, (row) => row.org_id)].map(([orgId, own]) => ({
    orgId,
    rows: own,
    count: Number(own[0]?.count ?? 0),
  }));
}

async function deleteOf(tx: TrailTx, madeIn: ReturnType<typeof sql<string>>): Promise<void> {
  await tx.deleteFrom('audit_pending').where('made_in', '=', madeIn).execute();
}

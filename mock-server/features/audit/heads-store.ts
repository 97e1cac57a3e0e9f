import type { Tables } from '../../migrations/tables.ts';
import { later } from '../../platform/database/changes/later.ts';
import type { Db, TrailTx } from '../../platform/database/handles.ts';

export type HeadRow = Tables['audit_heads'];

export const findHead = (db: Db, orgId: string) =>
  db.selectFrom('audit_heads').selectAll().where('org_id', '=', orgId).executeTakeFirst();

/** Heads of chains whose rows were not all sent to the syslog server. */
export const unsentHeads = (db: Db) =>
  db.selectFrom('audit_heads').selectAll().whereRef('exported', '<', 'last').orderBy('org_id').execute();

/** Where the next chains, ordered by organization, begin, with the moment of their first row. */
export const firstRows = (db: Db, after: string | null, count: number) =>
  db
    .selectFrom('audit_heads as head')
    .leftJoin('audit as oldest', (join) =>
      join.onRef('oldest.org_id', '=', 'head.org_id').onRef('oldest.position', '=', 'head.first'),
    )
    .leftJoin('audit_settings as settings', 'settings.org_id', 'head.org_id')
    .select(['head.org_id', 'settings.days_kept', 'settings.days_mac', 'oldest.at'])
    .$if(after !== null, (rows) => rows.where('head.org_id', '>', after ?? ''))
    .whereRef('head.first', '<=', 'head.last')
    .orderBy('head.org_id')
    .limit(count)
    .execute();

export const heads = (db: Db) => db.selectFrom('audit_heads').selectAll().orderBy('org_id').execute();

/**
 * The head of an organization's chain, locked until the transaction ends. Where there is none, `start` is written
 * first.
 */
export const holdHead = (tx: TrailTx, start: HeadRow): Promise<HeadRow> =>
  tx
    .insertInto('audit_heads')
    .values(start)
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet((set) => ({ last: set.ref('audit_heads.last') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** The existing head of a chain, locked until the transaction ends. */
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

/** Heads that the ledger does not count yet: those of an earlier version of the service. */
export const uncountedHeads = (db: Db, after: string | null, count: number) =>
  db
    .selectFrom('audit_heads')
    .select('org_id')
    .where('counted', 'is', null)
    .$if(after !== null, (rows) => rows.where('org_id', '>', after ?? ''))
    .orderBy('org_id')
    .limit(count)
    .execute();

/** Heads of chains that have grown since they were last written to the service's log. */
export const untoldToLog = (db: Db, count: number) =>
  db
    .selectFrom('audit_heads')
    .select(['org_id', 'last', 'link'])
    .whereRef('logged', '<', 'last')
    .orderBy('org_id')
    .limit(count)
    .execute();

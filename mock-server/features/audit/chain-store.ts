import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import type { Db, TrailTx } from '../../platform/database/handles.ts';

export type HeadRow = Tables['audit_heads'];
export type AuditRow = Tables['audit'];

/** Where a chain ends. */
export type ChainEnd = Pick<HeadRow, 'last' | 'link'>;

/** Where the chain of an organization ends, locked until the transaction ends. A new chain begins with `genesis`. */
export const lockChainEnd = (tx: TrailTx, orgId: string, genesis: string): Promise<ChainEnd> =>
  tx
    .insertInto('audit_heads')
    .values({ org_id: orgId, first: 1, base: genesis, last: 0, link: genesis, exported: 0, logged: 0 })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet((head) => ({ last: head.ref('audit_heads.last') })),
    )
    .returning(['last', 'link'])
    .executeTakeFirstOrThrow();

/** The existing head of a chain, locked until the transaction ends. */
export const lockHead = (tx: TrailTx, orgId: string): Promise<HeadRow | undefined> =>
  tx
    .updateTable('audit_heads')
    .set((head) => ({ last: head.ref('last') }))
    .where('org_id', '=', orgId)
    .returningAll()
    .executeTakeFirst();

export async function setHead(tx: TrailTx, orgId: string, set: Partial<HeadRow>): Promise<void> {
  await runPipelined(tx, tx.updateTable('audit_heads').set(set).where('org_id', '=', orgId));
}

export async function insertRows(tx: TrailTx, rows: readonly AuditRow[]): Promise<void> {
  for (const part of splitIntoChunks(rows, 50))
    await runPipelined(tx, tx.insertInto('audit').values([...part]));
}

export const findHead = (db: Db, orgId: string) =>
  db.selectFrom('audit_heads').selectAll().where('org_id', '=', orgId).executeTakeFirst();

export const listHeads = (db: Db) => db.selectFrom('audit_heads').selectAll().orderBy('org_id').execute();

/** Heads of chains whose rows were not all sent to the syslog server. */
export const unsentHeads = (db: Db) =>
  db.selectFrom('audit_heads').selectAll().whereRef('exported', '<', 'last').orderBy('org_id').execute();

/** Heads of chains that have grown since they were last written to the service's log. */
export const unloggedHeads = (db: Db, count: number) =>
  db
    .selectFrom('audit_heads')
    .select(['org_id', 'last', 'link'])
    .whereRef('logged', '<', 'last')
    .orderBy('org_id')
    .limit(count)
    .execute();

/** Organizations that have rows, but no head of a chain. */
export const headless = (db: Db) =>
  db
    .selectFrom('audit')
    .select('org_id')
    .distinct()
    .where('org_id', 'not in', db.selectFrom('audit_heads').select('org_id'))
    .execute();

/** Organizations of which there is no chain. */
export const withoutChain = (db: Db) =>
  db
    .selectFrom('organizations')
    .select('id')
    .where('id', 'not in', db.selectFrom('audit_heads').select('org_id'))
    .execute();

/** Rows after a position, in order. */
export const rowsAfter = (db: Db, orgId: string, position: number, count: number) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(count)
    .execute();

import { later } from '../../platform/database/changes/later.ts';
import type { Db, TrailTx } from '../../platform/database/handles.ts';

/** The ledger, locked until the transaction ends; null where there is none. */
export async function hold(tx: TrailTx): Promise<string | null> {
  const row = await tx
    .updateTable('audit_ledger')
    .set({ one: 1 })
    .where('one', '=', 1)
    .returning('sealed')
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/** The ledger as it is; null where there is none. */
export async function find(db: Db): Promise<string | null> {
  const row = await db.selectFrom('audit_ledger').select('sealed').where('one', '=', 1).executeTakeFirst();
  return row?.sealed ?? null;
}

/** Creates the ledger and locks it. Where another process created one meanwhile, returns that one. */
export async function make(tx: TrailTx, sealed: string): Promise<string> {
  const row = await tx
    .insertInto('audit_ledger')
    .values({ one: 1, sealed })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ one: 1 }))
    .returning('sealed')
    .executeTakeFirstOrThrow();
  return row.sealed;
}

export async function set(tx: TrailTx, sealed: string): Promise<void> {
  await later(tx, tx.updateTable('audit_ledger').set({ sealed }).where('one', '=', 1));
}

/** Whether a head was ever counted. */
export const anyCounted = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('audit_heads')
    .select('org_id')
    .where('counted', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The ledger and the heads at one moment, because one statement reads both; no rows where there is no ledger. */
export const withHeads = (db: Db) =>
  db
    .selectFrom('audit_ledger')
    .leftJoin('audit_heads as head', (join) => join.onTrue())
    .select(['sealed', 'head.org_id', 'head.counted', 'head.counted_link'])
    .execute();

/** Organizations of which there is neither a chain nor a row. */
export const withoutTrail = (db: Db) =>
  db
    .selectFrom('organizations')
    .select('id')
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('audit_heads').select('org_id').whereRef('org_id', '=', 'organizations.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('audit').select('id').whereRef('org_id', '=', 'organizations.id')),
      ),
    )
    .execute();

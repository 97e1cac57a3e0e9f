import { later } from '../../../platform/database/changes/later.ts';
import type { Db, TrailTx } from '../../../platform/database/handles.ts';
import type { AuditRow } from '../store.ts';

/** Rows with these ids, locked until the transaction ends, in the order of their places and then of their ids. */
export async function hold(tx: TrailTx, orgId: string, ids: readonly string[]): Promise<AuditRow[]> {
  const rows = await tx
    .updateTable('audit')
    .set((row) => ({ erasure: row.ref('erasure') }))
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .returningAll()
    .execute();
  const end = Number.POSITIVE_INFINITY;
  return rows.sort(
    (one, other) => (one.position ?? end) - (other.position ?? end) || (one.id < other.id ? -1 : 1),
  );
}

/** Writes the hashes and the place of a row. */
export async function setSeals(tx: TrailTx, row: AuditRow): Promise<void> {
  const { org_id, id, digest, mac, erasure, position, link, resealed } = row;
  const sealed = tx.updateTable('audit').set({ digest, mac, erasure, position, link, resealed });
  await later(tx, sealed.where('org_id', '=', org_id).where('id', '=', id));
}

/** The last link at or before a position; undefined where no row is left before it. */
export async function linkUpTo(db: Db, orgId: string, position: number): Promise<string | undefined> {
  const rows = db.selectFrom('audit').select('link').where('org_id', '=', orgId);
  const row = await rows
    .where('position', '<=', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.link ?? undefined;
}

/** How long organizations keep rows, with the hash of that. */
export const allSettings = (db: Db) =>
  db.selectFrom('audit_settings').selectAll().orderBy('org_id').execute();

/** Replaces the hash of how long an organization keeps rows, unless it chose anew meanwhile. */
export async function setDaysMac(
  tx: TrailTx,
  settings: { org_id: string; days_kept: number | null; days_mac: string | null },
  days_mac: string,
): Promise<void> {
  const own = tx.updateTable('audit_settings').set({ days_mac }).where('org_id', '=', settings.org_id);
  await later(tx, own.where('days_kept', '=', settings.days_kept).where('days_mac', '=', settings.days_mac));
}

import type { Db, TrailTx } from '../../platform/database/handles.ts';

/** The oldest rows of the next chains, ordered by organization, with how long the organization keeps rows. */
export const oldestRows = (db: Db, after: string | null, count: number) =>
  db
    .selectFrom('audit_heads as head')
    .innerJoin('audit as oldest', (join) =>
      join.onRef('oldest.org_id', '=', 'head.org_id').onRef('oldest.position', '=', 'head.first'),
    )
    .leftJoin('audit_settings as settings', 'settings.org_id', 'head.org_id')
    .select(['head.org_id', 'settings.days_kept', 'oldest.at'])
    .$if(after !== null, (rows) => rows.where('head.org_id', '>', after ?? ''))
    .orderBy('head.org_id')
    .limit(count)
    .execute();

export type Oldest = Awaited<ReturnType<typeof oldestRows>>[number];

/** Position of the oldest row that is not older than a moment. */
export async function firstSince(db: Db, orgId: string, moment: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit')
    .select('position')
    .where('org_id', '=', orgId)
    .where('at', '>=', moment)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.position;
}

/** The link of the row at a position. */
export async function linkAt(db: Db, orgId: string, position: number): Promise<string | undefined> {
  const rows = db.selectFrom('audit').select('link').where('org_id', '=', orgId);
  return (await rows.where('position', '=', position).executeTakeFirst())?.link;
}

/** Deletes the rows up to a position. */
export async function deleteUpTo(tx: TrailTx, orgId: string, position: number): Promise<void> {
  await tx.deleteFrom('audit').where('org_id', '=', orgId).where('position', '<=', position).execute();
}

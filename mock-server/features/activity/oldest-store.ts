import { sql } from 'kysely';
import type { Db } from '../../platform/database/handles.ts';
import type { Journal } from '../journals/facade.ts';

/** Kinds of reports by applications that are deleted by the moment at which they happened, by the device's clock. */
export const kindsWithRetention = ['usage', 'crash', 'sign_in', 'policy_read'] as const;

/**
 * The next organizations by id, with the date of the oldest event of each kind, and of the oldest download counts; null
 * where there is none.
 */
export const listOldest = (db: Db, after: string, count: number) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'settings'])
    .select((select) => {
      const events = select
        .selectFrom('policy_events')
        .whereRef('policy_events.org_id', '=', 'organizations.id')
        .limit(1);
      const days = select
        .selectFrom('download_counts')
        .whereRef('download_counts.org_id', '=', 'organizations.id');
      const months = select
        .selectFrom('download_months')
        .whereRef('download_months.org_id', '=', 'organizations.id');
      return [
        events.select('received').orderBy('received').as('received'),
        ...kindsWithRetention.map((kind) =>
          events.select('at').where('kind', '=', kind).orderBy('at').as(`at_${kind}`),
        ),
        days.select('day').orderBy('day').limit(1).as('counted_day'),
        months.select('month').orderBy('month').limit(1).as('counted_month'),
      ];
    })
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute();

/** The journals of the organizations with an id after one and up to another, each with its first and its last day. */
export async function listJournalDays(db: Db, after: string, last: string) {
  const end = (order: 'asc' | 'desc') =>
    sql<string | null>`(select day from activity_days as days where days.org_id = activity_heads.org_id
      and days.journal = activity_heads.journal order by day ${sql.raw(order)} limit 1)`;
  const rows = await db
    .selectFrom('activity_heads')
    .select(['org_id', 'journal'])
    .select([end('asc').as('first'), end('desc').as('last')])
    .where('org_id', '>', after)
    .where('org_id', '<=', last)
    .execute();
  return rows.map((row) => ({ ...row, journal: row.journal as Journal }));
}

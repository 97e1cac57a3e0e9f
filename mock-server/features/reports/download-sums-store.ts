import { sql } from 'kysely';
import type { DateRange } from '../../platform/http/date-range.ts';
import type { Sql } from '../journals/facade.ts';
import { bound } from './values-store.ts';

/**
 * How often each application was downloaded or opened, by the kind of download, within whole days: rows of
 * `application`, `type` and `count`, several for each pair. Whole months in the range are read as sums; the remaining
 * days one by one.
 */
export function downloadSums(orgId: string, range: DateRange): Sql {
  const [from, before] = [range.from.slice(0, 10), range.before.slice(0, 10)];
  const first = firstWholeMonth(from);
  const end = before.slice(0, 7);
  if (first >= end) return sql`(${days(orgId, from, before)})`;
  return sql`(
    select application, type, count from download_months
    where org_id = ${bound(orgId)} and month >= ${bound(first)} and month < ${bound(end)}
    union all ${days(orgId, from, `${first}-01`)}
    union all ${days(orgId, `${end}-01`, before)}
  )`;
}

const days = (orgId: string, from: string, before: string): Sql => sql`
  select application, type, count from download_counts
  where org_id = ${bound(orgId)} and day >= ${bound(from)} and day < ${bound(before)}`;

/** The first month that begins on or after this day. */
function firstWholeMonth(day: string): string {
  const month = day.slice(0, 7);
  if (day === `${month}-01`) return month;
  const next = new Date(`${month}-01T00:00:00.000Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}

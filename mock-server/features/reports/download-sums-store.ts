import { sql } from 'kysely';
import type { DateRange } from '../../platform/http/date-range.ts';
import type { Sql } from '../journals/facade.ts';
import { boundValue } from './values-store.ts';

/**
 * How often each application was downloaded or opened, by the kind of download, within whole days: rows of
 * `application`, `type` and `count`, several for each pair. Whole months in the range are read as sums; the remaining
 * days one by one.
 */
export function selectDownloadSums(orgId: string, range: DateRange): Sql {
  const [from, before] = [range.from.slice(0, 10), range.before.slice(0, 10)];
  const first = getFirstWholeMonth(from);
  const end = before.slice(0, 7);
  if (first >= end) return sql`(${selectDays(orgId, from, before)})`;
  return sql`(
    select application, type, count from download_months
    where org_id = ${boundValue(orgId)} and month >= ${boundValue(first)} and month < ${boundValue(end)}
    union all ${selectDays(orgId, from, `${first}-01`)}
    union all ${selectDays(orgId, `${end}-01`, before)}
  )`;
}

const selectDays = (orgId: string, from: string, before: string): Sql => sql`
  select application, type, count from download_counts
  where org_id = ${boundValue(orgId)} and day >= ${boundValue(from)} and day < ${boundValue(before)}`;

/** The first month that begins on or after this day. */
function getFirstWholeMonth(day: string): string {
  const month = day.slice(0, 7);
  if (day === `${month}-01`) return month;
  const next = new Date(`${month}-01T00:00:00.000Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}

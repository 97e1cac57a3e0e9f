import { sql } from 'kysely';
import { buildUsageColumns, buildUsageTables } from '../journals/facade.ts';
import { endOfTime, getLater, type Report, type ReportColumn } from './report.ts';
import { applicationPlatform, boundValue, searchableColumn } from './values-store.ts';

const day = 86_400_000;
const searched = ['app_name', 'version', 'email', 'first_name', 'last_name', 'user_id', 'device_name'];

export const appUsage: Report = {
  name: 'app_usage',
  description:
    'Use of applications that have the App Usage policy: the previous week, or dates of the last six months',
  columns: ({ namesDeleted }) =>
    buildUsageColumns(namesDeleted).map((column): ReportColumn => {
      const hidden = { ...column, hidden: column.name.endsWith('_id') && column.name !== 'user_id' };
      return searched.includes(column.name) ? searchableColumn(hidden) : hidden;
    }),
  tables: ({ dialect }, { main, manyRows }) => buildUsageTables(dialect, { main, manyRows }),
  activity: 'usage',
  where: ({ orgId }) => sql`policy_events.org_id = ${boundValue(orgId)} and policy_events.kind = 'usage'`,
  main: sql`policy_events`,
  keys: [sql`policy_events.at`, sql`policy_events.position`],
  descending: true,
  sortedBy: ['date'],
  date: {
    description: 'When it was used; the previous seven days when absent',
    value: sql`policy_events.at`,
    isFirstKey: true,
    getEarliest: ({ now, since }) => getLater(getSixMonthsBefore(now), since),
    getDefaultRange: ({ now }) => ({
      from: new Date(Date.parse(now) - 7 * day).toISOString(),
      before: endOfTime,
    }),
  },
  filters: [applicationPlatform],
};

/** “keeps 6 months”; document 3, Feeds. */
function getSixMonthsBefore(moment: string): string {
  const date = new Date(moment);
  date.setUTCMonth(date.getUTCMonth() - 6);
  return date.toISOString();
}

import { buildUsageColumns, buildUsageTables } from '../journals/facade.ts';
import type { Feed } from './feed.ts';
import { filterByPlatform } from './values-store.ts';

export const appUsageActivity: Feed = {
  name: 'app_usage_activity',
  description: 'Use of applications that have the App Usage policy',
  journal: 'usage',
  columns: ({ namesDeleted }) => buildUsageColumns(namesDeleted),
  main: { table: 'policy_events', at: 'at' },
  tables: ({ dialect }) => buildUsageTables(dialect),
  filters: { platform: filterByPlatform },
};

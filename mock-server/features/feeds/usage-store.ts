import { sql } from 'kysely';
import { platformOf, usageColumns, usageTables } from '../activity/facade.ts';
import type { Feed, FeedRow } from './feed.ts';

export const appUsageActivity: Feed = {
  name: 'app_usage_activity',
  description: 'Use of applications that have the App Usage policy',
  journal: 'usage',
  fields: usageColumns(true),
  filters: ['platform'],
  rows: async (db, { orgId, after, upTo, since, limit, filters, namesDeleted }): Promise<FeedRow[]> => {
    const cells = usageColumns(namesDeleted).map(({ name, value }) => sql`${value} as ${sql.ref(name)}`);
    const ofPlatform = filters.platform === undefined ? sql`` : sql`and ${platformOf} = ${filters.platform}`;
    const rows = sql<FeedRow>`
      select policy_events.position, ${sql.join(cells)} from ${usageTables}
      where policy_events.org_id = ${orgId} and policy_events.position > ${after}
        and policy_events.position <= ${upTo} and policy_events.at >= ${since} ${ofPlatform}
      order by policy_events.position limit ${limit}`;
    return db.selectFrom(sql<FeedRow>`(${rows})`.as('usage')).selectAll().$castTo<FeedRow>().execute();
  },
};

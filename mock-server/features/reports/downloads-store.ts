import { sql } from 'kysely';
import type { DateRange } from '../../platform/http/date-range.ts';
import {
  applicationColumns,
  column,
  deviceColumns,
  momentOf,
  plain,
  platformOf,
} from '../activity/facade.ts';
import { type Asked, endOfTime, isOfDays, type Report, type Scope } from './report.ts';
import {
  applicationPlatform,
  bound,
  codes,
  formFactor,
  formFactorLabels,
  labelled,
  searchable,
  searchablePerson,
} from './values-store.ts';

const [appName, appId, version, platform] = applicationColumns;
const [deviceId, deviceName] = deviceColumns;

export const downloadInventory: Report = {
  name: 'download_inventory',
  description: 'Every download of a native application: who, what, when and on which device',
  columns: ({ namesDeleted }) => [
    searchable(appName),
    { ...appId, hidden: true },
    searchable(version),
    platform,
    ...searchablePerson(namesDeleted),
    column('date', 'date_time', 'When the download began', momentOf('downloads.created')),
    column(
      'download_type',
      'string',
      '“install”, “update”, “direct” without signing in, or “first_login” of an App Catalog',
      plain('downloads.kind'),
    ),
    { ...deviceId, hidden: true },
    deviceName,
    column('device_model', 'string', 'Model of the device', plain('devices.model')),
    column(
      'form_factor',
      'string',
      'Form of the device',
      labelled(sql`devices.form_factor`, formFactorLabels),
    ),
  ],
  tables: () => sql`downloads
    left join users on users.org_id = downloads.org_id and users.id = downloads."user"
    left join devices on devices.org_id = downloads.org_id and devices.id = downloads.device
    left join applications on applications.org_id = downloads.org_id and applications.id = downloads.application
    left join versions on versions.org_id = downloads.org_id and versions.id = downloads.version`,
  where: ({ orgId }) => sql`downloads.org_id = ${bound(orgId)} and downloads.kind <> 'direct_catalog'`,
  main: sql`downloads`,
  keys: [sql`downloads.created`, sql`downloads.id`],
  descending: true,
  sortedBy: ['date'],
  date: {
    description: 'When the download began',
    value: sql`downloads.created`,
    isFirstKey: true,
    earliest: ({ since }) => since,
  },
  filters: [formFactor, applicationPlatform],
  total: async (db, { orgId }, asked) => {
    if (asked.date === null || !isCounted(asked)) return null;
    const { platform: wanted } = asked.filters;
    const counted = await db
      .selectFrom('download_counts')
      .select(sql<number | null>`sum(download_counts.count)`.as('total'))
      .where('download_counts.org_id', '=', orgId)
      .where('download_counts.type', 'in', ['native', 'direct'])
      .where('download_counts.day', '>=', asked.date.from.slice(0, 10))
      .where('download_counts.day', '<', asked.date.before.slice(0, 10))
      .$if(wanted !== undefined, (query) =>
        query.where('download_counts.application', 'in', (select) =>
          select
            .selectFrom('applications')
            .select('applications.id')
            .where('applications.org_id', '=', orgId)
            .where(platformOf, '=', wanted ?? 0),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(counted.total ?? 0);
  },
};

/** Whether `download_counts` says it: whole days, and no more than the platform of the application. */
const isCounted = ({ date, filters, terms }: Asked): boolean =>
  terms.length === 0 && filters.form_factor === undefined && (date === null || isOfDays(date));

const types = [
  { value: 0, label: 'Native', type: 'native' },
  { value: 1, label: 'Web', type: 'web' },
  { value: 2, label: 'Public store', type: 'store' },
  { value: 3, label: 'Direct install', type: 'direct' },
];
const typeCode = sql`case ${sql.ref('popular.type')} when 'native' then 0 when 'web' then 1 when 'store' then 2 else 3 end`;

/**
 * Days above which SQLite reads all of an application’s counts in their order: it would look up the days of each application, and
 * sort.
 */
const manyDays = 90;

/** How often each application was downloaded, or its address opened, by the way; within the dates that are asked for. */
const popular = ({ orgId, dialect }: Scope, { from, before }: DateRange) => {
  const isLong = Date.parse(before) - Date.parse(from) > manyDays * 86_400_000;
  const day = dialect === 'sqlite' && isLong ? sql`(day || '')` : sql`day`;
  return sql`(
    select org_id, application, type, cast(sum(count) as bigint) as downloads
    from download_counts
    where org_id = ${bound(orgId)} and ${day} >= ${bound(from.slice(0, 10))} and ${day} < ${bound(before.slice(0, 10))}
    group by org_id, application, type
  ) as popular`;
};

export const mostPopularApps: Report = {
  name: 'most_popular_apps',
  description:
    'How often each application was downloaded, or opened where it is an address; most popular first. Dates are whole days',
  columns: () => [
    searchable(appName),
    { ...appId, hidden: true },
    { ...version, description: 'Latest version of the application' },
    platform,
    column('download_type', 'string', 'How it was downloaded', labelled(sql`${typeCode}`, types)),
    column('downloads', 'integer', 'Downloads, or openings of an address', sql`popular.downloads`),
  ],
  tables: (scope, { date }) => sql`${popular(scope, date ?? { from: scope.since, before: endOfTime })}
    join applications on applications.org_id = popular.org_id and applications.id = popular.application
    left join versions on versions.org_id = popular.org_id and versions.id = applications.latest_version`,
  where: () => sql`1 = 1`,
  keys: [sql`popular.downloads`, sql`popular.application`, sql`popular.type`],
  descending: true,
  sortedBy: ['downloads'],
  date: { description: 'Days of the downloads', value: null, earliest: ({ since }) => since },
  filters: [
    applicationPlatform,
    {
      name: 'download_type',
      description: 'How it was downloaded',
      values: codes(
        sql`${typeCode}`,
        types.map(({ value, label }) => ({ value, label })),
      ),
    },
  ],
};

import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { DateRange } from '../../platform/http/date-range.ts';
import {
  applicationColumns,
  column,
  formatMoment,
  joinSubject,
  plainColumn,
  platformOf,
} from '../journals/facade.ts';
import { selectDownloadSums } from './download-sums-store.ts';
import { endOfTime, isOfDays, type QueryOptions, type Report, type ReportRequest } from './report.ts';
import {
  applicationPlatform,
  applicationPlatformColumn,
  boundValue,
  formFactor,
  formFactorLabels,
  hiddenDeviceColumns,
  labelledValue,
  listCodes,
  searchableColumn,
  searchablePersonColumns,
} from './values-store.ts';

const [appName, appId, version] = applicationColumns;

export const downloadInventory: Report = {
  name: 'download_inventory',
  description: 'Every download of a native application: who, what, when and on which device',
  columns: ({ namesDeleted }) => [
    searchableColumn(appName),
    { ...appId, hidden: true },
    searchableColumn(version),
    applicationPlatformColumn,
    ...searchablePersonColumns(namesDeleted),
    column('date', 'date_time', 'When the download began', formatMoment('downloads.created')),
    column(
      'download_type',
      'string',
      '“install”, “update”, “direct” without signing in, or “first_login” of an App Catalog',
      plainColumn('downloads.kind'),
    ),
    ...hiddenDeviceColumns(namesDeleted),
    column('device_model', 'string', 'Model of the device', plainColumn('devices.model')),
    column(
      'form_factor',
      'string',
      'Form of the device',
      labelledValue(sql`devices.form_factor`, formFactorLabels),
    ),
  ],
  tables: ({ dialect }, { main, manyRows }) => sql`${main}
    ${joinSubject(dialect, 'downloads', { manyRows })}
    left join applications on applications.org_id = downloads.org_id and applications.id = downloads.application
    left join versions on versions.org_id = downloads.org_id and versions.id = downloads.version`,
  where: ({ orgId }) => sql`downloads.org_id = ${boundValue(orgId)} and downloads.kind <> 'direct_catalog'`,
  main: sql`downloads`,
  keys: [sql`downloads.created`, sql`downloads.id`],
  descending: true,
  sortedBy: ['date'],
  date: {
    description: 'When the download began',
    value: sql`downloads.created`,
    isFirstKey: true,
    getEarliest: ({ since }) => since,
  },
  filters: [formFactor, applicationPlatform],
  total: async (db, { orgId }, requested) => {
    if (requested.date === null || !isCounted(requested)) return null;
    const { platform: wanted } = requested.filters;
    const counted = await db
      .selectFrom(sql<Sums>`${selectDownloadSums(orgId, requested.date)}`.as('sums'))
      .select((select) => select.fn.sum<number | null>('sums.count').as('total'))
      .where('sums.type', 'in', ['native', 'direct'])
      .$if(wanted !== undefined, (query) =>
        query.where('sums.application', 'in', (select) =>
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

/** A row of `selectDownloadSums`. */
type Sums = Pick<Tables['download_months'], 'application' | 'type' | 'count'>;

/** Whether `selectDownloadSums` can answer: for whole days, and with no filter but the platform of the application. */
const isCounted = ({ date, filters, terms }: ReportRequest): boolean =>
  terms.length === 0 && filters.form_factor === undefined && (date === null || isOfDays(date));

const types = [
  { value: 0, label: 'Native', type: 'native' },
  { value: 1, label: 'Web', type: 'web' },
  { value: 2, label: 'Public store', type: 'store' },
  { value: 3, label: 'Direct install', type: 'direct' },
];
const typeCode = sql`case ${sql.ref('popular.type')} when 'native' then 0 when 'web' then 1 when 'store' then 2 else 3 end`;

/**
 * How often each application was downloaded, or its address opened, by the kind of download, within the requested
 * dates.
 */
const selectPopular = ({ orgId }: QueryOptions, range: DateRange) => sql`(
  select application, type, cast(sum(count) as bigint) as downloads from ${selectDownloadSums(orgId, range)} as sums
  group by application, type
) as popular`;

export const mostPopularApps: Report = {
  name: 'most_popular_apps',
  description:
    'How often each application was downloaded, or opened where it is an address; most popular first. Dates are whole days',
  columns: () => [
    searchableColumn(appName),
    { ...appId, hidden: true },
    { ...version, description: 'Latest version of the application' },
    applicationPlatformColumn,
    column('download_type', 'string', 'How it was downloaded', labelledValue(sql`${typeCode}`, types)),
    column('downloads', 'integer', 'Downloads, or openings of an address', sql`popular.downloads`),
  ],
  tables: (
    options,
    { date },
  ) => sql`${selectPopular(options, date ?? { from: options.since, before: endOfTime })}
    join applications on applications.org_id = ${boundValue(options.orgId)} and applications.id = popular.application
    left join versions on versions.org_id = applications.org_id and versions.id = applications.latest_version`,
  where: () => sql`1 = 1`,
  keys: [sql`popular.downloads`, sql`popular.application`, sql`popular.type`],
  descending: true,
  sortedBy: ['downloads'],
  date: { description: 'Days of the downloads', value: null, getEarliest: ({ since }) => since },
  filters: [
    applicationPlatform,
    {
      name: 'download_type',
      description: 'How it was downloaded',
      values: listCodes(
        sql`${typeCode}`,
        types.map(({ value, label }) => ({ value, label })),
      ),
    },
  ],
};

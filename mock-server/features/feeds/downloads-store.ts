import { sql } from 'kysely';
import {
  applicationColumns,
  buildDeviceColumns,
  buildPersonColumns,
  column,
  formatMoment,
  joinSubject,
  plainColumn,
} from '../journals/facade.ts';
import type { Feed } from './feed.ts';
import { filterByPlatform } from './values-store.ts';

const dateColumn = column('date', 'date_time', 'When the download began', formatMoment('downloads.created'));

const shared = {
  journal: 'download',
  main: { table: 'downloads', at: 'created' },
  filters: { platform: filterByPlatform },
  columns: ({ namesDeleted }) => [
    ...applicationColumns,
    ...buildPersonColumns(namesDeleted),
    dateColumn,
    ...buildDeviceColumns(namesDeleted),
    column(
      'download_type',
      'string',
      '“install”, “update”, “direct” without signing in, or “first_login” of an App Catalog',
      plainColumn('downloads.kind'),
    ),
  ],
  tables: ({ dialect }) => sql`downloads
    ${joinSubject(dialect, 'downloads')}
    left join applications on applications.org_id = downloads.org_id and applications.id = downloads.application
    left join versions on versions.org_id = downloads.org_id and versions.id = downloads.version`,
} as const satisfies Partial<Feed>;

/** A package that is downloaded before the first sign-in on the device counts at that sign-in. */
const counted = sql`downloads.kind <> 'direct_catalog'`;

export const downloadActivity: Feed = {
  ...shared,
  name: 'download_activity',
  description: 'Every download of any version of a native application',
  where: counted,
};

export const latestVersionDownloads: Feed = {
  ...shared,
  name: 'download_activity_latest_versions',
  description: 'Downloads of the current version of each native application',
  where: sql`${counted} and downloads.version = applications.latest_version`,
};

export const directInstallActivity: Feed = {
  ...shared,
  name: 'direct_install_activity',
  description: 'Applications that were downloaded through a direct install address, without signing in',
  columns: () => [...applicationColumns, dateColumn],
  // Written as literals, so that SQLite uses the index of exactly these rows.
  where: sql`downloads.kind in ('direct', 'direct_catalog')`,
};

import { sql } from 'kysely';
import type { Db } from '../../platform/database/handles.ts';
import {
  applicationColumns,
  column,
  deviceColumns,
  momentOf,
  personColumns,
  platformOf,
  selected,
} from '../activity/facade.ts';
import type { Feed, FeedRow, Wanted } from './feed.ts';

const columnsFor = (namesDeleted: boolean) => [
  ...applicationColumns,
  ...personColumns(namesDeleted),
  column('date', 'date_time', 'When the download began', momentOf('downloads.created')),
  ...deviceColumns,
  column(
    'download_type',
    'string',
    '“install”, “update”, “direct” without signing in, or “first_login” of an App Catalog',
    sql<string | null>`downloads.kind`,
  ),
];

/** Downloads by their positions, with what they belong to. */
const downloads = (db: Db, { orgId, after, upTo, since, limit, filters }: Wanted) =>
  db
    .selectFrom('downloads')
    .leftJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'downloads.org_id').onRef('users.id', '=', 'downloads.user'),
    )
    .leftJoin('devices', (join) =>
      join.onRef('devices.org_id', '=', 'downloads.org_id').onRef('devices.id', '=', 'downloads.device'),
    )
    .leftJoin('applications', (join) =>
      join
        .onRef('applications.org_id', '=', 'downloads.org_id')
        .onRef('applications.id', '=', 'downloads.application'),
    )
    .leftJoin('versions', (join) =>
      join.onRef('versions.org_id', '=', 'downloads.org_id').onRef('versions.id', '=', 'downloads.version'),
    )
    .select('downloads.position')
    .where('downloads.org_id', '=', orgId)
    .where('downloads.position', '>', after)
    .where('downloads.position', '<=', upTo)
    .where('downloads.created', '>=', since)
    .$if(filters.platform !== undefined, (query) => query.where(platformOf, '=', filters.platform ?? 0))
    .orderBy('downloads.position')
    .limit(limit);

/** A package that somebody loads before the first sign-in on the device counts with that sign-in. */
const counted = sql<boolean>`downloads.kind <> 'direct_catalog'`;

const shared = {
  journal: 'download',
  fields: columnsFor(true),
  filters: ['platform'],
} as const satisfies Partial<Feed>;

export const downloadActivity: Feed = {
  ...shared,
  name: 'download_activity',
  description: 'Every download of any version of a native application',
  rows: (db, wanted): Promise<FeedRow[]> =>
    downloads(db, wanted)
      .where(counted)
      .select(selected(columnsFor(wanted.namesDeleted)))
      .execute(),
};

export const latestVersionDownloads: Feed = {
  ...shared,
  name: 'download_activity_latest_versions',
  description: 'Downloads of the current version of each native application',
  rows: (db, wanted): Promise<FeedRow[]> =>
    downloads(db, wanted)
      .where(counted)
      .whereRef('downloads.version', '=', 'applications.latest_version')
      .select(selected(columnsFor(wanted.namesDeleted)))
      .execute(),
};

const directColumns = [
  ...applicationColumns,
  column('date', 'date_time', 'When the download began', momentOf('downloads.created')),
];

export const directInstallActivity: Feed = {
  ...shared,
  name: 'direct_install_activity',
  description: 'Applications that were downloaded through a direct install address, without signing in',
  fields: directColumns,
  rows: (db, wanted): Promise<FeedRow[]> =>
    downloads(db, wanted)
      // Literal, so that SQLite uses the index of just these.
      .where(sql<boolean>`downloads.kind in ('direct', 'direct_catalog')`)
      .select(selected(directColumns))
      .execute(),
};

import type { Flag, Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface ActivityTables {
  activity_revisions: ActivityRevisionTable;
  downloads: DownloadTable;
  download_counts: DownloadCountTable;
  download_months: DownloadMonthTable;
  activity: ActivityTable;
  activity_heads: ActivityHeadTable;
  activity_days: ActivityDayTable;
  reviews: ReviewTable;
}

/** Those of them whose rows are about a person. */
export const personalActivityTables = {
  downloads: {
    by: 'user',
    key: ['application', 'id'],
    columns: ['kind', 'device', 'application', 'version', 'created'],
  },
  activity: {
    by: 'user',
    key: ['kind', 'position'],
    columns: ['kind', 'at', 'device', 'application', 'version', 'details'],
  },
  reviews: {
    by: 'user',
    key: ['id'],
    columns: ['application', 'version', 'device', 'like', 'title', 'comment', 'created', 'updated'],
  },
} satisfies PersonalTables<ActivityTables>;

interface ActivityRevisionTable {
  org_id: string;
  /** Grows with every change of the counts that catalogs show: downloads, likes. No row: none was made yet. */
  revision: number;
}

/** Rows are only added; `position` gives their order in the journal `download`. */
interface DownloadTable {
  org_id: string;
  id: string;
  /**
   * `direct`: without signing in; `direct_catalog`: the same, of an App Catalog, which counts only as `first_login`: the first
   * sign-in with it on a device.
   */
  kind: 'install' | 'update' | 'direct' | 'direct_catalog' | 'first_login';
  user: string | null;
  device: string | null;
  application: string;
  version: string;
  install_file: string;
  /** The link that was used: a link counts once, however often its file is requested. */
  link: string;
  created: Moment;
  position: number;
}

/** The number of downloads of a day, so that reports need not count them. */
interface DownloadCountTable {
  org_id: string;
  /** In UTC, `2026-01-31`. */
  day: string;
  application: string;
  /** `web` and `store`: addresses that were opened. */
  type: 'native' | 'direct' | 'web' | 'store';
  count: number;
}

/** The last position of a journal. Its row is locked while rows are added to the journal: docs/decisions/0035. */
interface ActivityHeadTable {
  org_id: string;
  journal: string;
  position: number;
}

/** The lowest position of a journal's rows of one day (in UTC, by the rows' own moments). */
interface ActivityDayTable {
  org_id: string;
  journal: string;
  day: string;
  first: number;
}

/** What happened and is not recorded in any other table; rows are only added, and each kind is a journal. */
interface ActivityTable {
  /** Empty for a sign-in by somebody whom no organization knows. */
  org_id: string;
  kind: string;
  position: number;
  at: Moment;
  user: string | null;
  device: string | null;
  application: string | null;
  version: string | null;
  /** JSON of the further fields of the kind. */
  details: Json;
}

interface ReviewTable {
  org_id: string;
  id: string;
  application: string;
  user: string;
  version: string | null;
  device: string | null;
  like: Flag;
  title: string | null;
  comment: string | null;
  created: Moment;
  updated: Moment;
}

/** Downloads summed by month (`2026-01`), over those of its days that are still kept. */
type DownloadMonthTable = Omit<DownloadCountTable, 'day'> & { month: string };

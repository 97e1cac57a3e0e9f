import type { FeedName, feedFilters } from '../../../contract/feeds.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { Column, Journal, Sql } from '../journals/facade.ts';

export type FeedFilter = (typeof feedFilters)[number];
export type Filters = Partial<Record<FeedFilter, number>>;

/** For whom a feed is read. */
export interface QueryOptions {
  dialect: DialectName;
  /** Whether the names of deleted users are shown. */
  namesDeleted: boolean;
}

/** A feed; document 3, Feeds. */
export interface Feed {
  name: FeedName;
  description: string;
  journal: Journal;
  columns(options: QueryOptions): readonly Column[];
  /** The table of the journal, whose rows have positions, and the column with the moment. */
  main: { table: 'activity' | 'downloads' | 'policy_events'; at: string };
  /** That table with the tables that are joined to it. */
  tables(options: QueryOptions): Sql;
  /** Which rows of the table belong to the feed; absent: all with a position. */
  where?: Sql;
  /** For each filter, the condition that a row has a value. */
  filters: Partial<Record<FeedFilter, (value: number) => Sql>>;
}

import type { FeedName, feedFilters } from '../../../contract/feeds.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { Column, Journal, Sql } from '../activity/facade.ts';

export type FeedFilter = (typeof feedFilters)[number];
export type Filters = Partial<Record<FeedFilter, number>>;

/** How a feed is seen. */
export interface Scope {
  dialect: DialectName;
  /** Whether users who were deleted have their names. */
  namesDeleted: boolean;
}

/** A feed; document 3, Feeds. */
export interface Feed {
  name: FeedName;
  description: string;
  journal: Journal;
  columns(scope: Scope): readonly Column[];
  /** The table of the journal, whose rows have positions, and the column of when it happened. */
  main: { table: 'activity' | 'downloads' | 'policy_events'; at: string };
  /** It, and what is joined to it. */
  tables(scope: Scope): Sql;
  /** Which rows of the table; absent: all with a position. */
  where?: Sql;
  /** Which rows have a value of a filter. */
  filters: Partial<Record<FeedFilter, (value: number) => Sql>>;
}

import type { CellValue } from '../../../contract/common/rows.ts';
import type { FeedName, feedFilters } from '../../../contract/feeds.ts';
import type { Db } from '../../platform/database/handles.ts';
import type { Column, Journal } from '../activity/facade.ts';

export type FeedFilter = (typeof feedFilters)[number];
export type Filters = Partial<Record<FeedFilter, number>>;

/** Which rows are wanted: those between two positions, not older than a moment, at most so many. */
export interface Wanted {
  orgId: string;
  after: number;
  upTo: number;
  since: string;
  limit: number;
  filters: Filters;
  /** Whether users who were deleted have their names. */
  namesDeleted: boolean;
}

export type FeedRow = { position: number } & Record<string, CellValue>;

/** A feed; document 3, Feeds. */
export interface Feed {
  name: FeedName;
  description: string;
  journal: Journal;
  fields: readonly Pick<Column, 'name' | 'description' | 'type'>[];
  filters: readonly FeedFilter[];
  /** The rows by their positions, with a cell for each field. */
  rows(db: Db, wanted: Wanted): Promise<FeedRow[]>;
}

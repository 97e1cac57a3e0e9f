import type { ReportFilter, ReportName } from '../../../contract/reports.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { Db } from '../../platform/database/handles.ts';
import type { DateRange } from '../../platform/http/date-range.ts';
import type { Column, Sql, Value } from '../journals/facade.ts';

export interface ReportColumn extends Column {
  /** What `search` searches, in folded form; absent: `search` ignores the column. */
  folded?: Value;
  /** Whether `search` finds only the whole value. */
  exact?: boolean;
  hidden?: boolean;
}

/** For which organization and at which moment a report is read. */
export interface QueryOptions {
  orgId: string;
  dialect: DialectName;
  now: string;
  /** Activity before this moment is no longer kept. */
  since: string;
  /** Whether the names of deleted users are shown. */
  namesDeleted: boolean;
}

/** One value of a filter, with the condition for its rows. */
export interface FilterValue {
  value: number;
  label: string;
  where(options: QueryOptions): Sql;
}

export interface Filter {
  name: ReportFilter;
  description: string;
  values: readonly FilterValue[];
}

/** A moment after all data. */
export const endOfTime = '9999-12-31T00:00:00.000Z';

/** Whether a range consists of whole days. */
export const isOfDays = ({ from, before }: DateRange): boolean =>
  [from, before].every((moment) => moment.endsWith('T00:00:00.000Z'));

export const getLater = (one: string, other: string): string => (one > other ? one : other);

export interface DateFilter {
  description: string;
  /** The stored moment that is compared; null: `tables` compares whole days. */
  value: Value | null;
  /** Whether that is the first of the report's keys: then continuing after a row also limits the dates. */
  isFirstKey?: boolean;
  /** The earliest moment that the report shows, whatever is requested. */
  getEarliest?(options: QueryOptions): string;
  /** The dates that apply when none are requested. */
  getDefaultRange?(options: QueryOptions): DateRange;
}

/** What a request asks for. */
export interface ReportRequest {
  date: DateRange | null;
  filters: Partial<Record<ReportFilter, number>>;
  /** Folded. */
  terms: readonly string[];
}

/** Whether every row within the requested dates is wanted, so that none has to be looked for among others. */
export const isPlain = ({ filters, terms }: Pick<ReportRequest, 'filters' | 'terms'>): boolean =>
  terms.length === 0 && Object.keys(filters).length === 0;

/** How the tables of a report are read. */
export interface Reading {
  date: DateRange | null;
  /** The main table, or a subquery that has chosen rows of it. Empty where there is none. */
  main: Sql;
  /**
   * Whether very many rows are read, or few are looked for among very many: then people and devices are not looked up
   * row by row.
   */
  manyRows: boolean;
}

/**
 * A report; document 3, Reports. It is ordered by `keys`, all ascending or all descending; the last ones are unique.
 */
export interface Report {
  name: ReportName;
  description: string;
  /** The kind of activity that the report shows, which decides how far back it goes; absent: downloads. */
  activity?: 'usage';
  columns(options: QueryOptions): readonly ReportColumn[];
  tables(options: QueryOptions, reading: Reading): Sql;
  where(options: QueryOptions): Sql;
  /**
   * The table with the keys, which has one row for each of the report's rows and all that `where` and `date` need.
   * Absent: there is none.
   */
  main?: Sql;
  keys: readonly Value[];
  descending: boolean;
  /** The columns that `keys` stand for, except the last keys, which only make the order unique. */
  sortedBy: readonly string[];
  date?: DateFilter;
  filters: readonly Filter[];
  /** The number of rows, where that is known without counting them; otherwise null. */
  total?(db: Db, options: QueryOptions, requested: ReportRequest): Promise<number | null>;
}

import type { ReportFilter, ReportName } from '../../../contract/reports.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import type { Db } from '../../platform/database/handles.ts';
import type { DateRange } from '../../platform/http/date-range.ts';
import type { Column, Sql, Value } from '../activity/facade.ts';

export interface ReportColumn extends Column {
  /** What `search` looks into, in folded form; absent: it does not. */
  folded?: Value;
  /** `search` finds only the whole value. */
  exact?: boolean;
  hidden?: boolean;
}

/** Whose rows, as they are seen at a moment. */
export interface Scope {
  orgId: string;
  dialect: DialectName;
  now: string;
  /** Activity before this moment is not kept. */
  since: string;
  /** Whether users who were deleted have their names. */
  namesDeleted: boolean;
}

/** One value of a filter, and which rows have it. */
export interface FilterValue {
  value: number;
  label: string;
  where(scope: Scope): Sql;
}

export interface Filter {
  name: ReportFilter;
  description: string;
  values: readonly FilterValue[];
}

/** The day after which nothing is, as a moment. */
export const endOfTime = '9999-12-31T00:00:00.000Z';

/** Whether a range is of whole days. */
export const isOfDays = ({ from, before }: DateRange): boolean =>
  [from, before].every((moment) => moment.endsWith('T00:00:00.000Z'));

export const laterOf = (one: string, other: string): string => (one > other ? one : other);

export interface DateFilter {
  description: string;
  /** The stored moment that it compares; null: `tables` compares whole days. */
  value: Value | null;
  /** Whether that is the first of the report’s keys: then a place in its order is a bound of it too. */
  isFirstKey?: boolean;
  /** The earliest moment that the report shows, whatever is asked for. */
  earliest?(scope: Scope): string;
  /** What is asked for when nothing is. */
  otherwise?(scope: Scope): DateRange;
}

/** What a request asks for. */
export interface Asked {
  date: DateRange | null;
  filters: Partial<Record<ReportFilter, number>>;
  /** Folded. */
  terms: readonly string[];
}

/** Whether every row is wanted, of the dates that are asked for: none has to be looked for among others. */
export const isPlain = ({ filters, terms }: Pick<Asked, 'filters' | 'terms'>): boolean =>
  terms.length === 0 && Object.keys(filters).length === 0;

/** How the tables of a report are read. */
export interface Reading {
  date: DateRange | null;
  /** What stands for the main table: it, or rows of it that were chosen before. Nothing where there is none. */
  main: Sql;
  /** Whether very many rows are read, or looked for a few among: then people and devices are not looked up for each. */
  manyRows: boolean;
}

/** A report; document 3, Reports. Its order is that of `keys`, all of them ascending or all descending; the last are unique. */
export interface Report {
  name: ReportName;
  description: string;
  /** The kind of activity that it shows, which says how far back it goes; downloads where it does not say. */
  activity?: 'usage';
  columns(scope: Scope): readonly ReportColumn[];
  tables(scope: Scope, reading: Reading): Sql;
  where(scope: Scope): Sql;
  /** The table that has the keys, one row for each of the report’s: enough for `where` and `date`. Absent: there is none. */
  main?: Sql;
  keys: readonly Value[];
  descending: boolean;
  /** The columns that `keys` are, but for the last ones, which only make it unique. */
  sortedBy: readonly string[];
  date?: DateFilter;
  filters: readonly Filter[];
  /** How many rows there are, where that is known without counting them; else null. */
  total?(db: Db, scope: Scope, asked: Asked): Promise<number | null>;
}

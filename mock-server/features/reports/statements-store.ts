import { type RawBuilder, sql } from 'kysely';
import type { CellValue } from '../../../contract/common/rows.ts';
import { toContainsPattern } from '../../platform/database/list-controls.ts';
import { buildCsvLine } from './csv-store.ts';
import {
  endOfTime,
  getLater,
  isPlain,
  type QueryOptions,
  type Report,
  type ReportRequest,
} from './report.ts';
import { boundValue } from './values-store.ts';

/** The values of a row's keys. */
export type RowPosition = readonly (string | number)[];
export type Row = Record<string, CellValue>;

/** A part of the report's order: after one place, up to and including another. Null: no end. */
export interface Part {
  after: RowPosition | null;
  upTo: RowPosition | null;
  backwards: boolean;
}

/** The statements of a report that match what was asked. */
export class Statements {
  readonly #report: Report;
  readonly #options: QueryOptions;
  readonly #request: ReportRequest;

  constructor(report: Report, options: QueryOptions, request: ReportRequest) {
    this.#report = report;
    this.#options = options;
    this.#request = { ...request, date: limitDates(report, options, request) };
  }

  /** What was requested, limited to the dates that the report shows at all. */
  get request(): ReportRequest {
    return this.#request;
  }

  /** The main table and the tables that are joined to it. */
  selectTables(main = this.#report.main ?? sql``, manyRows = !isPlain(this.#request)) {
    return this.#report.tables(this.#options, { date: this.#request.date, main, manyRows });
  }

  /** The keys of the row that is a given number of rows of the main table after a place. */
  selectPositionAfter(
    main: RawBuilder<unknown>,
    { after, backwards }: Pick<Part, 'after' | 'backwards'>,
    size: number,
  ) {
    return sql`select ${sql.join(this.buildKeys())} from ${main} where ${this.#buildMainCondition({ after, upTo: null, backwards })}
      ${this.buildOrder(backwards)} limit 1 offset ${sql.lit(size - 1)}`;
  }

  /**
   * The first rows of a part, with their keys. `isRead`: the rows of the main table are exactly those of the report.
   * Then PostgreSQL selects them by date before it joins anything. A plan that it keeps for all values knows neither
   * dates nor organization: it would expect few rows of a week of one organization among many, and join and sort them
   * all.
   */
  selectFirst(part: Part, limit: number, isRead: boolean): RawBuilder<unknown> {
    const { main, date } = this.#report;
    const isByDates = isRead && this.#request.date !== null && date?.isFirstKey === true;
    const what = [...this.buildCells(), ...this.buildKeys()];
    const first = sql`${this.buildOrder(part.backwards)} limit ${sql.lit(limit)}`;
    if (main === undefined || !isByDates) return sql`${this.select(what, part)} ${first}`;
    const chosen = sql`(select * from ${main} where ${this.#buildMainCondition(part)} ${first}) as ${main}`;
    return sql`select ${sql.join(what)} from ${this.selectTables(chosen)} where ${this.#report.where(this.#options)} ${first}`;
  }

  /**
   * The lines of CSV of a given number of rows after a place, as texts of `inText` rows each, with the keys of the last
   * row of each full text. The rows are selected and numbered before anything is joined to them, so that PostgreSQL can
   * read people and devices once for all of them.
   */
  selectLines(
    main: RawBuilder<unknown>,
    after: RowPosition,
    { size, inText }: LinesOptions,
  ): RawBuilder<LinesRow> {
    const part = { after, upTo: null, backwards: false };
    const numbered = sql`(
      select ${main}.*, row_number() over (${this.buildOrder(false)}) as number from (
        select * from ${main} where ${this.#buildMainCondition(part)} ${this.buildOrder(false)} limit ${sql.lit(size)}
      ) as ${main}) as ${main}`;
    const cells = [...this.buildCells(), ...this.buildKeys(), sql`${main}.number as number`];
    const keys = this.keyNames.map(
      (name) =>
        sql`max(${sql.ref(`cells.${name}`)}) filter (where cells.number % ${sql.lit(inText)} = 0) as ${sql.ref(name)}`,
    );
    const line = buildCsvLine(this.#options.dialect, this.#report.columns(this.#options));
    return sql`select string_agg(${line}, '' order by cells.number) as lines, ${sql.join(keys)}
      from (select ${sql.join(cells)} from ${this.selectTables(numbered, true)} where ${this.#report.where(this.#options)}) as cells
      group by (cells.number - 1) / ${sql.lit(inText)} order by (cells.number - 1) / ${sql.lit(inText)}`;
  }

  /** The condition for the rows of the main table that are after a place. */
  #buildMainCondition(part: Part) {
    const { where, date } = this.#report;
    const range = date?.isFirstKey === true ? this.buildRangeCondition(part) : [];
    const place = part.after === null ? [] : this.buildPartCondition(part);
    return sql.join([where(this.#options), ...range, ...place], sql` and `);
  }

  get keyNames(): string[] {
    return this.#report.keys.map((_, position) => getKeyName(position));
  }

  buildCells() {
    return this.#report.columns(this.#options).map(({ name, value }) => sql`${value} as ${sql.ref(name)}`);
  }

  buildKeys() {
    return this.#report.keys.map((key, position) => sql`${key} as ${sql.ref(getKeyName(position))}`);
  }

  select(what: readonly RawBuilder<unknown>[], part: Part, tables = this.selectTables()) {
    const { where, filters, columns } = this.#report;
    const { filters: chosen, terms } = this.#request;
    const all = [where(this.#options), ...this.buildPartCondition(part), ...this.buildRangeCondition(part)];
    for (const filter of filters) {
      const value = filter.values.find((known) => known.value === chosen[filter.name]);
      if (value !== undefined) all.push(value.where(this.#options));
    }
    if (terms.length > 0) all.push(matchesAnyTerm(columns(this.#options), terms));
    return sql`select ${sql.join(what)} from ${tables} where ${sql.join(all, sql` and `)}`;
  }

  /** The rows of a part. */
  buildPartCondition({ after, upTo, backwards }: Part): RawBuilder<unknown>[] {
    const keys = sql.join([...this.#report.keys]);
    const isDown = this.#report.descending !== backwards;
    const [beyond, until] = isDown ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`];
    return [
      ...(after === null ? [] : [sql`((${keys}) ${beyond} (${sql.join(after.map(boundValue))}))`]),
      ...(upTo === null ? [] : [sql`((${keys}) ${until} (${sql.join(upTo.map(boundValue))}))`]),
    ];
  }

  /**
   * The condition for the requested dates. Where the report is ordered by date and the part has a place on that side,
   * the place is the narrower limit and the date is left out: SQLite uses one limit on each side of an index, and not
   * always the better one. A place in a token may be older than what the report shows by now.
   */
  buildRangeCondition({ after, upTo, backwards }: Part): RawBuilder<unknown>[] {
    const { date, descending } = this.#report;
    const range = this.#request.date;
    if (range === null || date === undefined || date.value === null) return [];
    const [low, high] = descending !== backwards ? [upTo, after] : [after, upTo];
    const getDateAt = (place: RowPosition | null) => (date.isFirstKey === true ? place?.[0] : undefined);
    return [
      ...(String(getDateAt(low) ?? '') >= range.from
        ? []
        : [sql`${date.value} >= ${boundValue(range.from)}`]),
      ...(getDateAt(high) === undefined ? [sql`${date.value} < ${boundValue(range.before)}`] : []),
    ];
  }

  buildOrder(backwards: boolean) {
    const { keys, descending } = this.#report;
    const direction = descending === backwards ? sql`asc` : sql`desc`;
    return sql`order by ${sql.join(keys.map((key) => sql`${key} ${direction}`))}`;
  }
}

/** How many rows `selectLines` reads, and how many of them form one text. */
interface LinesOptions {
  size: number;
  inText: number;
}

/** A row of `selectLines`, beside the keys. */
export type LinesRow = Record<string, CellValue> & { lines: string | null };

const getKeyName = (position: number): string => `key ${position}`;

/** The requested dates, but none before the earliest that the report shows. */
function limitDates(
  { date }: Report,
  options: QueryOptions,
  requested: ReportRequest,
): ReportRequest['date'] {
  const range = requested.date ?? date?.getDefaultRange?.(options) ?? null;
  const earliest = date?.getEarliest?.(options);
  if (earliest === undefined) return range;
  return { from: getLater(range?.from ?? earliest, earliest), before: range?.before ?? endOfTime };
}

/** Rows in which a searchable column contains any of the terms, or is equal to it. */
function matchesAnyTerm(columns: ReturnType<Report['columns']>, terms: readonly string[]) {
  const tests = columns.flatMap(({ folded, exact }) => {
    if (folded === undefined) return [];
    return terms.map((term) =>
      exact === true ? sql`${folded} = ${term}` : sql`${folded} like ${toContainsPattern(term)} escape '\\'`,
    );
  });
  return sql`(${sql.join(tests.length === 0 ? [sql`1 = 0`] : tests, sql` or `)})`;
}

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { buildCsvLines } from './csv-store.ts';
import { type CursorEnd, streamLines } from './many-lines-store.ts';
import { isPlain, type QueryOptions, type Report, type ReportRequest } from './report.ts';
import { type LinesRow, type Part, type Row, type RowPosition, Statements } from './statements-store.ts';

/** The wanted rows: those after a place in the report's order, or before it, and at most how many. */
export interface RowRange {
  from: RowPosition | null;
  backwards: boolean;
  limit: number;
}

/**
 * Rows of the main table that one statement looks at, where wanted rows may be rare. SQLite works in this process,
 * which serves others between two statements.
 */
const rowsPerScan = 1_000;
/** Rows of one statement for CSV, where all rows are wanted. */
const rowsPerStatement = { sqlite: 500, postgres: 1_500 } as const;

/**
 * Statements for CSV that run at the same time, where all rows are wanted; each uses a connection. SQLite works in this
 * process.
 */
const parallelStatements = { sqlite: 1, postgres: 2 } as const;

/**
 * On PostgreSQL, parts that are written in this way before a cursor continues: so the first lines are sent at once, and
 * most organizations have no more.
 */
const partsBeforeCursor = 4;
/** Least rows for which a cursor is used, because it begins with reading all people and devices. */
const minRowsForCursor = 25_000;
/** Rows of one cursor, which PostgreSQL sorts at once, and rows of one text. */
const rowsPerFetch = { size: 200_000, inText: 500 } as const;

/** Lines of CSV ready for sending, and their number of rows. */
interface WrittenLines {
  lines: Buffer;
  count: number;
}

/** Rows of a report that match what was asked. */
export class Rows {
  readonly #database: Database;
  readonly #report: Report;
  readonly #options: QueryOptions;
  readonly #statements: Statements;

  constructor(database: Database, report: Report, options: QueryOptions, requested: ReportRequest) {
    this.#database = database;
    this.#report = report;
    this.#options = options;
    this.#statements = new Statements(report, options, requested);
  }

  /** The next rows, in the report's order: the cells by column name, and what `placeOf` reads. */
  async read({ from, backwards, limit }: RowRange): Promise<Row[]> {
    const names = this.#report.columns(this.#options).map(({ name }) => name);
    const found: Row[] = [];
    for await (const part of this.#listScanParts(from, backwards)) {
      const rows = this.#statements.selectFirst(part, limit - found.length, this.#isRead);
      found.push(...(await this.#run<Row>(rows, [...names, ...this.#statements.keyNames])));
      if (found.length >= limit) break;
    }
    if (backwards) found.reverse();
    return found;
  }

  /** All rows after a place, or at most `max` of them, as lines of CSV, some of them at a time. */
  lines = (from: RowPosition | null, max: number | null): AsyncGenerator<Buffer> =>
    max === null ? this.#streamAll(from) : this.#streamFirst(from, max);

  /** `mayBeMany`: whether a cursor may read them. */
  async *#streamAll(from: RowPosition | null, mayBeMany = this.#isRead): AsyncGenerator<Buffer> {
    const started: Promise<WrittenLines>[] = [];
    let parts = 0;
    for await (const part of this.#listParts(from, false, this.#rowsPerPart)) {
      const written = this.#write(part, this.#rowsPerPart);
      // Its error is reported when its turn comes.
      written.catch(() => undefined);
      parts += 1;
      const isLong = mayBeMany && parts === partsBeforeCursor && part.upTo !== null;
      if (started.push(written) < parallelStatements[this.#options.dialect] && !isLong) continue;
      if (!isLong) yield* streamBytes(started.shift());
      else {
        for (const before of started) yield* streamBytes(before);
        yield* this.#streamByCursor(part.upTo);
        return;
      }
    }
    for (const written of started) yield* streamBytes(written);
  }

  /** Whether the rows of the main table are exactly those of the report, and the database is a server. */
  get #isRead(): boolean {
    const { main, date } = this.#report;
    const { request } = this.#statements;
    const isEvery = isPlain(request) && (request.date === null || date?.isFirstKey === true);
    return this.#options.dialect === 'postgres' && main !== undefined && isEvery;
  }

  /** All lines after a place: by cursors where enough rows are left, the rest by separate statements. */
  async *#streamByCursor(from: RowPosition | null): AsyncGenerator<Buffer> {
    const { main } = this.#report;
    if (main === undefined) return;
    let after = from;
    while (after !== null) {
      if ((await this.#findPositionAfter(main, { after, backwards: false }, minRowsForCursor)) === null)
        break;
      const statement = this.#statements.selectLines(main, after, rowsPerFetch);
      const [key] = this.#statements.keyNames;
      const placeOf = (row: LinesRow) => (row[key ?? ''] === null ? null : this.placeOf(row));
      const end: CursorEnd = yield* streamLines(this.#database.cursors, statement, after, placeOf);
      after = end.after;
      if (end.isAbandoned) break;
    }
    if (after !== null) yield* this.#streamAll(after, false);
  }

  async *#streamFirst(from: RowPosition | null, max: number): AsyncGenerator<Buffer> {
    let left = max;
    for await (const part of this.#listParts(from, false, this.#rowsPerPart)) {
      const written = this.#write(part, Math.min(left, this.#rowsPerPart));
      yield* streamBytes(written);
      left -= (await written).count;
      if (left <= 0) return;
    }
  }

  /** Rows in one part; all of them where the report has no order in which to read it in parts. */
  get #rowsPerPart(): number {
    return this.#report.main === undefined
      ? Number.MAX_SAFE_INTEGER
      : rowsPerStatement[this.#options.dialect];
  }

  /** The rows of a part as lines of CSV, at most `max` of them. */
  async #write(part: Part, max: number): Promise<WrittenLines> {
    const { dialect } = this.#options;
    const rows = sql`(${this.#statements.select(this.#statements.buildCells(), part)} ${this.#statements.buildOrder(false)} limit ${sql.lit(max)})`;
    const row = await this.#database.db
      .selectFrom(rows.as('cells'))
      .select((select) => select.fn.countAll<number>().as('count'))
      .select(buildCsvLines(dialect, this.#report.columns(this.#options)).as('lines'))
      .executeTakeFirstOrThrow();
    const lines = Buffer.from(row.lines ?? '');
    // PostgreSQL's driver keeps the row until a later one arrives: all their texts would stay in memory, up to 150 MB.
    row.lines = null;
    return { count: row.count, lines };
  }

  /** The place of a row that was read. */
  placeOf = (row: Row): RowPosition => this.#statements.keyNames.map((name) => row[name] ?? '');

  /** How many rows there are. */
  async countRows(): Promise<number> {
    const known = await this.#report.total?.(this.#database.db, this.#options, this.#statements.request);
    if (known !== undefined && known !== null) return known;
    let total = 0;
    for await (const part of this.#listScanParts(null, false)) {
      const count = this.#statements.select(
        [sql`count(*) as total`],
        part,
        isPlain(this.#statements.request) ? this.#report.main : undefined,
      );
      const [row] = await this.#run<{ total: number }>(count, ['total']);
      total += Number(row?.total ?? 0);
    }
    return total;
  }

  /** The report's order after a place; on SQLite in parts, where wanted rows may be rare. */
  #listScanParts(from: RowPosition | null, backwards: boolean): AsyncGenerator<Part> {
    const { date } = this.#report;
    const { date: range } = this.#statements.request;
    const mayBeRare = !isPlain(this.#statements.request) || (range !== null && date?.isFirstKey !== true);
    const isInProcess = this.#options.dialect === 'sqlite';
    return this.#listParts(
      from,
      backwards,
      mayBeRare && isInProcess ? rowsPerScan : Number.POSITIVE_INFINITY,
    );
  }

  /** The report's order after a place, in parts with a given number of rows of the main table. */
  async *#listParts(from: RowPosition | null, backwards: boolean, size: number): AsyncGenerator<Part> {
    const { main } = this.#report;
    if (main === undefined || size === Number.POSITIVE_INFINITY) {
      yield { after: from, upTo: null, backwards };
      return;
    }
    for (let after = from; ; ) {
      const upTo = await this.#findPositionAfter(main, { after, backwards }, size);
      yield { after, upTo, backwards };
      if (upTo === null) return;
      after = upTo;
      await setImmediate();
    }
  }

  /** The place that is a given number of rows of the main table after another; null when there are fewer rows. */
  async #findPositionAfter(
    main: RawBuilder<unknown>,
    { after, backwards }: Pick<Part, 'after' | 'backwards'>,
    size: number,
  ): Promise<RowPosition | null> {
    const [row] = await this.#run<Row>(
      this.#statements.selectPositionAfter(main, { after, backwards }, size),
      this.#statements.keyNames,
    );
    return row === undefined ? null : this.placeOf(row);
  }

  /** Columns are named, because a statement with `*` is not prepared. */
  #run<R>(query: RawBuilder<unknown>, columns: readonly string[]): Promise<R[]> {
    return this.#database.db
      .selectFrom(sql<R>`(${query})`.as('report'))
      .select(columns.map((column) => sql.ref(column).as(column)))
      .execute() as Promise<R[]>;
  }
}

async function* streamBytes(written: Promise<WrittenLines> | undefined): AsyncGenerator<Buffer> {
  const lines = (await written)?.lines;
  if (lines !== undefined && lines.length > 0) yield lines;
}

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/handles.ts';
import { csvLines } from './csv-store.ts';
import { type End, manyLines } from './many-lines-store.ts';
import { type Asked, isPlain, type Report, type Scope } from './report.ts';
import { type Lines, type Part, type Place, type Row, Statements } from './statements-store.ts';

/** The wanted rows: those after a place in the report's order, or before it, and at most how many. */
export interface Stretch {
  from: Place | null;
  backwards: boolean;
  limit: number;
}

/**
 * Rows of the main table that one statement looks at, where wanted rows may be rare. SQLite works in this process,
 * which serves others between two statements.
 */
const lookedAt = 1_000;
/** Rows of one statement for CSV, where all rows are wanted. */
const writtenAtOnce = { sqlite: 500, postgres: 1_500 } as const;

/**
 * Statements for CSV that run at the same time, where all rows are wanted; each uses a connection. SQLite works in this
 * process.
 */
const writtenTogether = { sqlite: 1, postgres: 2 } as const;

/**
 * On PostgreSQL, parts that are written in this way before a cursor continues: so the first lines are sent at once, and
 * most organizations have no more.
 */
const partsBefore = 4;
/** Least rows for which a cursor is used, because it begins with reading all people and devices. */
const worthACursor = 25_000;
/** Rows of one cursor, which PostgreSQL sorts at once, and rows of one text. */
const ofACursor = { size: 200_000, inText: 500 } as const;

/** Lines of CSV ready for sending, and their number of rows. */
interface Written {
  lines: Buffer;
  count: number;
}

/** Rows of a report that match what was asked. */
export class Rows {
  readonly #db: Db;
  readonly #report: Report;
  readonly #scope: Scope;
  readonly #statements: Statements;

  constructor(db: Db, report: Report, scope: Scope, asked: Asked) {
    this.#db = db;
    this.#report = report;
    this.#scope = scope;
    this.#statements = new Statements(report, scope, asked);
  }

  /** The next rows, in the report's order: the cells by column name, and what `placeOf` reads. */
  async read({ from, backwards, limit }: Stretch): Promise<Row[]> {
    const names = this.#report.columns(this.#scope).map(({ name }) => name);
    const found: Row[] = [];
    for await (const part of this.#rareParts(from, backwards)) {
      const rows = this.#statements.first(part, limit - found.length, this.#isRead);
      found.push(...(await this.#run<Row>(rows, [...names, ...this.#statements.keyNames])));
      if (found.length >= limit) break;
    }
    if (backwards) found.reverse();
    return found;
  }

  /** All rows after a place, or at most `most` of them, as lines of CSV, some of them at a time. */
  lines = (from: Place | null, most: number | null): AsyncGenerator<Buffer> =>
    most === null ? this.#allLines(from) : this.#firstLines(from, most);

  /** `mayBeMany`: whether a cursor may read them. */
  async *#allLines(from: Place | null, mayBeMany = this.#isRead): AsyncGenerator<Buffer> {
    const begun: Promise<Written>[] = [];
    let parts = 0;
    for await (const part of this.#parts(from, false, this.#writtenAtOnce)) {
      const written = this.#write(part, this.#writtenAtOnce);
      // Its error is reported when its turn comes.
      written.catch(() => undefined);
      parts += 1;
      const isLong = mayBeMany && parts === partsBefore && part.upTo !== null;
      if (begun.push(written) < writtenTogether[this.#scope.dialect] && !isLong) continue;
      if (!isLong) yield* linesOf(begun.shift());
      else {
        for (const before of begun) yield* linesOf(before);
        yield* this.#manyLines(part.upTo);
        return;
      }
    }
    for (const written of begun) yield* linesOf(written);
  }

  /** Whether the rows of the main table are exactly those of the report, and the database is a server. */
  get #isRead(): boolean {
    const { main, date } = this.#report;
    const { asked } = this.#statements;
    const isEvery = isPlain(asked) && (asked.date === null || date?.isFirstKey === true);
    return this.#scope.dialect === 'postgres' && main !== undefined && isEvery;
  }

  /** All lines after a place: by cursors where enough rows are left, the rest by separate statements. */
  async *#manyLines(from: Place | null): AsyncGenerator<Buffer> {
    const { main } = this.#report;
    if (main === undefined) return;
    let after = from;
    while (after !== null) {
      if ((await this.#placeAfter(main, { after, backwards: false }, worthACursor)) === null) break;
      const statement = this.#statements.manyLines(main, after, ofACursor);
      const [key] = this.#statements.keyNames;
      const placeOf = (row: Lines) => (row[key ?? ''] === null ? null : this.placeOf(row));
      const end: End = yield* manyLines(this.#db, statement, after, placeOf);
      after = end.after;
      if (end.isGivenUp) break;
    }
    if (after !== null) yield* this.#allLines(after, false);
  }

  async *#firstLines(from: Place | null, most: number): AsyncGenerator<Buffer> {
    let left = most;
    for await (const part of this.#parts(from, false, this.#writtenAtOnce)) {
      const written = this.#write(part, Math.min(left, this.#writtenAtOnce));
      yield* linesOf(written);
      left -= (await written).count;
      if (left <= 0) return;
    }
  }

  /** Where the report has no order in which to read it in parts, all rows are written at once. */
  get #writtenAtOnce(): number {
    return this.#report.main === undefined ? Number.MAX_SAFE_INTEGER : writtenAtOnce[this.#scope.dialect];
  }

  /** The rows of a part as lines of CSV, at most `most` of them. */
  async #write(part: Part, most: number): Promise<Written> {
    const { dialect } = this.#scope;
    const rows = sql`(${this.#statements.select(this.#statements.cells(), part)} ${this.#statements.order(false)} limit ${sql.lit(most)})`;
    const row = await this.#db
      .selectFrom(rows.as('cells'))
      .select((select) => select.fn.countAll<number>().as('count'))
      .select(csvLines(dialect, this.#report.columns(this.#scope)).as('lines'))
      .executeTakeFirstOrThrow();
    const lines = Buffer.from(row.lines ?? '');
    // PostgreSQL's driver keeps the row until a later one arrives: all their texts would stay in memory, up to 150 MB.
    row.lines = null;
    return { count: row.count, lines };
  }

  /** The place of a row that was read. */
  placeOf = (row: Row): Place => this.#statements.keyNames.map((name) => row[name] ?? '');

  /** How many rows there are. */
  async total(): Promise<number> {
    const known = await this.#report.total?.(this.#db, this.#scope, this.#statements.asked);
    if (known !== undefined && known !== null) return known;
    let total = 0;
    for await (const part of this.#rareParts(null, false)) {
      const count = this.#statements.select(
        [sql`count(*) as total`],
        part,
        isPlain(this.#statements.asked) ? this.#report.main : undefined,
      );
      const [row] = await this.#run<{ total: number }>(count, ['total']);
      total += Number(row?.total ?? 0);
    }
    return total;
  }

  /** The report's order after a place; on SQLite in parts, where wanted rows may be rare. */
  #rareParts(from: Place | null, backwards: boolean): AsyncGenerator<Part> {
    const { date } = this.#report;
    const { date: range } = this.#statements.asked;
    const mayBeRare = !isPlain(this.#statements.asked) || (range !== null && date?.isFirstKey !== true);
    const isInProcess = this.#scope.dialect === 'sqlite';
    return this.#parts(from, backwards, mayBeRare && isInProcess ? lookedAt : Number.POSITIVE_INFINITY);
  }

  /** The report's order after a place, in parts with a given number of rows of the main table. */
  async *#parts(from: Place | null, backwards: boolean, size: number): AsyncGenerator<Part> {
    const { main } = this.#report;
    if (main === undefined || size === Number.POSITIVE_INFINITY) {
      yield { after: from, upTo: null, backwards };
      return;
    }
    for (let after = from; ; ) {
      const upTo = await this.#placeAfter(main, { after, backwards }, size);
      yield { after, upTo, backwards };
      if (upTo === null) return;
      after = upTo;
      await setImmediate();
    }
  }

  /** The place that is a given number of rows of the main table after another; null when there are fewer rows. */
  async #placeAfter(
    main: RawBuilder<unknown>,
    { after, backwards }: Pick<Part, 'after' | 'backwards'>,
    size: number,
  ): Promise<Place | null> {
    const [row] = await this.#run<Row>(
      this.#statements.placeAfter(main, { after, backwards }, size),
      this.#statements.keyNames,
    );
    return row === undefined ? null : this.placeOf(row);
  }

  /** Columns are named, because a statement with `*` is not prepared. */
  #run<R>(query: RawBuilder<unknown>, columns: readonly string[]): Promise<R[]> {
    return this.#db
      .selectFrom(sql<R>`(${query})`.as('report'))
      .select(columns.map((column) => sql.ref(column).as(column)))
      .execute() as Promise<R[]>;
  }
}

async function* linesOf(written: Promise<Written> | undefined): AsyncGenerator<Buffer> {
  const lines = (await written)?.lines;
  if (lines !== undefined && lines.length > 0) yield lines;
}

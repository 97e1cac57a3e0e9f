import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { CellValue } from '../../../contract/common/rows.ts';
import type { Db } from '../../platform/database/handles.ts';
import { containing } from '../../platform/database/list-controls.ts';
import { csvLines } from './csv-store.ts';
import { type Asked, endOfTime, isPlain, laterOf, type Report, type Scope } from './report.ts';
import { bound } from './values-store.ts';

/** The values of a row's keys. */
export type Place = readonly (string | number)[];
export type Row = Record<string, CellValue>;

/** Which rows: those after a place in the report’s order, or before it, and how many at most. */
export interface Stretch {
  from: Place | null;
  backwards: boolean;
  limit: number;
}

/** A part of the report’s order: after one place, up to another and with it. Null: no end. */
interface Part {
  after: Place | null;
  upTo: Place | null;
  backwards: boolean;
}

/**
 * Rows of the main table that one statement looks at, where what is asked for may be rare among them. SQLite works in this
 * process: between two statements others have their turn.
 */
const lookedAt = 1_000;
/** The same for CSV, of rows that are all wanted. */
const writtenAtOnce = { sqlite: 500, postgres: 1_500 } as const;

/** Statements of CSV that run at a time, where all rows are wanted: as many connections are used for it. SQLite works in this process. */
const writtenTogether = { sqlite: 1, postgres: 2 } as const;

/** Lines of CSV as they are sent, and of how many rows. */
interface Written {
  lines: Buffer;
  count: number;
}

/** Rows of a report that match what was asked. */
export class Rows {
  readonly #db: Db;
  readonly #report: Report;
  readonly #scope: Scope;
  readonly #asked: Asked;

  constructor(db: Db, report: Report, scope: Scope, asked: Asked) {
    this.#db = db;
    this.#report = report;
    this.#scope = scope;
    this.#asked = { ...asked, date: dateOf(report, scope, asked) };
  }

  /** The next rows, in the report's order: the cells by the names of their columns, and what `placeOf` reads. */
  async read({ from, backwards, limit }: Stretch): Promise<Row[]> {
    const names = this.#report.columns(this.#scope).map(({ name }) => name);
    const found: Row[] = [];
    for await (const part of this.#rareParts(from, backwards)) {
      const selected = this.#select([...this.#cells(), ...this.#keys()], part);
      const left = limit - found.length;
      const rows = sql`${selected} ${this.#order(backwards)} limit ${sql.lit(left)}`;
      found.push(...(await this.#run<Row>(rows, [...names, ...this.#keyNames])));
      if (found.length >= limit) break;
    }
    if (backwards) found.reverse();
    return found;
  }

  /** All rows from a place on, or `most` of them, as lines of CSV; some of them at a time. */
  lines = (from: Place | null, most: number | null): AsyncGenerator<Buffer> =>
    most === null ? this.#allLines(from) : this.#firstLines(from, most);

  async *#allLines(from: Place | null): AsyncGenerator<Buffer> {
    const begun: Promise<Written>[] = [];
    for await (const part of this.#parts(from, false, this.#writtenAtOnce)) {
      const written = this.#write(part, this.#writtenAtOnce);
      // It is waited for in its turn.
      written.catch(() => undefined);
      if (begun.push(written) < writtenTogether[this.#scope.dialect]) continue;
      yield* linesOf(begun.shift());
    }
    for (const written of begun) yield* linesOf(written);
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

  /** Where there is no order to read in parts, all are written at once. */
  get #writtenAtOnce(): number {
    return this.#report.main === undefined ? Number.MAX_SAFE_INTEGER : writtenAtOnce[this.#scope.dialect];
  }

  /** The rows of a part as lines of CSV, `most` of them at most. */
  async #write(part: Part, most: number): Promise<Written> {
    const { dialect } = this.#scope;
    const rows = sql`(${this.#select(this.#cells(), part)} ${this.#order(false)} limit ${sql.lit(most)})`;
    const row = await this.#db
      .selectFrom(rows.as('cells'))
      .select((select) => select.fn.countAll<number>().as('count'))
      .select(csvLines(dialect, this.#report.columns(this.#scope)).as('lines'))
      .executeTakeFirstOrThrow();
    const lines = Buffer.from(row.lines ?? '');
    // PostgreSQL's driver holds the row until a later one comes: the texts of all would gather in the heap, 150 MB of them.
    row.lines = null;
    return { count: row.count, lines };
  }

  /** The place of a row that was read. */
  placeOf = (row: Row): Place => this.#report.keys.map((_, position) => row[keyName(position)] ?? '');

  /** How many rows there are. */
  async total(): Promise<number> {
    const known = await this.#report.total?.(this.#db, this.#scope, this.#asked);
    if (known !== undefined && known !== null) return known;
    let total = 0;
    for await (const part of this.#rareParts(null, false)) {
      const count = this.#select(
        [sql`count(*) as total`],
        part,
        isPlain(this.#asked) ? this.#report.main : undefined,
      );
      const [row] = await this.#run<{ total: number }>(count, ['total']);
      total += Number(row?.total ?? 0);
    }
    return total;
  }

  /** The report's order from a place on; on SQLite in parts, where what is asked for may be rare. */
  #rareParts(from: Place | null, backwards: boolean): AsyncGenerator<Part> {
    const { date } = this.#report;
    const { date: range } = this.#asked;
    const mayBeRare = !isPlain(this.#asked) || (range !== null && date?.isFirstKey !== true);
    const isInProcess = this.#scope.dialect === 'sqlite';
    return this.#parts(from, backwards, mayBeRare && isInProcess ? lookedAt : Number.POSITIVE_INFINITY);
  }

  /** The report's order from a place on, in parts of so many rows of the main table. */
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

  /** The place so many rows of the main table after another; null when there are fewer. */
  async #placeAfter(
    main: RawBuilder<unknown>,
    { after, backwards }: Pick<Part, 'after' | 'backwards'>,
    size: number,
  ): Promise<Place | null> {
    const { where, date } = this.#report;
    const range = date?.isFirstKey === true ? this.#range({ after, upTo: null, backwards }) : [];
    const place = after === null ? [] : this.#between({ after, upTo: null, backwards });
    const conditions = sql.join([where(this.#scope), ...range, ...place], sql` and `);
    const [row] = await this.#run<Row>(
      sql`select ${sql.join(this.#keys())} from ${main} where ${conditions} ${this.#order(backwards)}
        limit 1 offset ${sql.lit(size - 1)}`,
      this.#keyNames,
    );
    return row === undefined ? null : this.placeOf(row);
  }

  get #keyNames(): string[] {
    return this.#report.keys.map((_, position) => keyName(position));
  }

  #cells() {
    return this.#report.columns(this.#scope).map(({ name, value }) => sql`${value} as ${sql.ref(name)}`);
  }

  #keys() {
    return this.#report.keys.map((key, position) => sql`${key} as ${sql.ref(keyName(position))}`);
  }

  #select(
    what: readonly RawBuilder<unknown>[],
    part: Part,
    tables = this.#report.tables(this.#scope, this.#asked),
  ) {
    const { where, filters, columns } = this.#report;
    const { filters: chosen, terms } = this.#asked;
    const all = [where(this.#scope), ...this.#between(part), ...this.#range(part)];
    for (const filter of filters) {
      const value = filter.values.find((known) => known.value === chosen[filter.name]);
      if (value !== undefined) all.push(value.where(this.#scope));
    }
    if (terms.length > 0) all.push(anyTerm(columns(this.#scope), terms));
    return sql`select ${sql.join(what)} from ${tables} where ${sql.join(all, sql` and `)}`;
  }

  /** The rows of a part. */
  #between({ after, upTo, backwards }: Part): RawBuilder<unknown>[] {
    const keys = sql.join([...this.#report.keys]);
    const isDown = this.#report.descending !== backwards;
    const [beyond, until] = isDown ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`];
    return [
      ...(after === null ? [] : [sql`((${keys}) ${beyond} (${sql.join(after.map(bound))}))`]),
      ...(upTo === null ? [] : [sql`((${keys}) ${until} (${sql.join(upTo.map(bound))}))`]),
    ];
  }

  /**
   * The dates that are asked for. Where a part has a place in the order of dates on that side, the place is the narrower bound:
   * SQLite searches an index by one bound on each side, and need not take the better. What a token names may be older than what is
   * shown meanwhile.
   */
  #range({ after, upTo, backwards }: Part): RawBuilder<unknown>[] {
    const { date, descending } = this.#report;
    const range = this.#asked.date;
    if (range === null || date === undefined || date.value === null) return [];
    const [low, high] = descending !== backwards ? [upTo, after] : [after, upTo];
    const dateAt = (place: Place | null) => (date.isFirstKey === true ? place?.[0] : undefined);
    return [
      ...(String(dateAt(low) ?? '') >= range.from ? [] : [sql`${date.value} >= ${bound(range.from)}`]),
      ...(dateAt(high) === undefined ? [sql`${date.value} < ${bound(range.before)}`] : []),
    ];
  }

  #order(backwards: boolean) {
    const { keys, descending } = this.#report;
    const direction = descending === backwards ? sql`asc` : sql`desc`;
    return sql`order by ${sql.join(keys.map((key) => sql`${key} ${direction}`))}`;
  }

  /** Columns are named: a statement with `*` is not prepared. */
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

const keyName = (position: number): string => `key ${position}`;

/** The dates that a report is asked for: not before what it shows at all. */
function dateOf({ date }: Report, scope: Scope, asked: Asked): Asked['date'] {
  const range = asked.date ?? date?.otherwise?.(scope) ?? null;
  const earliest = date?.earliest?.(scope);
  if (earliest === undefined) return range;
  return { from: laterOf(range?.from ?? earliest, earliest), before: range?.before ?? endOfTime };
}

/** Rows in which a searchable column has any of the terms: in it, or as the whole value. */
function anyTerm(columns: ReturnType<Report['columns']>, terms: readonly string[]) {
  const tests = columns.flatMap(({ folded, exact }) => {
    if (folded === undefined) return [];
    return terms.map((term) =>
      exact === true ? sql`${folded} = ${term}` : sql`${folded} like ${containing(term)} escape '\\'`,
    );
  });
  return sql`(${sql.join(tests.length === 0 ? [sql`1 = 0`] : tests, sql` or `)})`;
}

import { type RawBuilder, sql } from 'kysely';
import type { CellValue } from '../../../contract/common/rows.ts';
import type { Db } from '../../platform/database/handles.ts';
import { containing } from '../../platform/database/list-controls.ts';
import type { Asked, Report, Scope } from './report.ts';
import { bound } from './values-store.ts';

/** The values of a row's keys. */
export type Place = readonly (string | number)[];
export type Row = Record<string, CellValue>;

/** Rows of a report that match what was asked. */
export class Rows {
  readonly #report: Report;
  readonly #scope: Scope;
  readonly #asked: Asked;

  constructor(report: Report, scope: Scope, asked: Asked) {
    this.#report = report;
    this.#scope = scope;
    const { date } = report;
    const range = asked.date ?? date?.otherwise?.(scope) ?? null;
    const earliest = date?.earliest?.(scope);
    const from = range?.from ?? earliest;
    const within =
      from === undefined
        ? null
        : {
            from: earliest === undefined || from > earliest ? from : earliest,
            before: range?.before ?? '9999',
          };
    this.#asked = { ...asked, date: within };
  }

  /** The next rows after a place, or the ones before it, in the report's order; `keys` are theirs. */
  async block(
    db: Db,
    { from, backwards, limit }: { from: Place | null; backwards: boolean; limit: number },
  ): Promise<{ cells: Row; keys: Place }[]> {
    const columns = this.#report.columns(this.#scope);
    const names = this.#report.keys.map((_, position) => `key ${position}`);
    const cells = columns.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`);
    const keys = this.#report.keys.map((key, position) => sql`${key} as ${sql.ref(names[position] ?? '')}`);
    const conditions = from === null ? [] : [this.#beyond(from, backwards)];
    const rows = await this.#run<Row>(
      db,
      sql`${this.#select([...cells, ...keys], conditions)} ${this.#order(backwards)} limit ${limit}`,
    );
    if (backwards) rows.reverse();
    return rows.map((row) => ({
      cells: Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])),
      keys: names.map((name) => row[name] ?? ''),
    }));
  }

  /** The place of the row that ends a block of so many rows after a place; null when there are no more than these. */
  async endOf(db: Db, from: Place | null, count: number): Promise<Place | null> {
    const names = this.#report.keys.map((_, position) => `key ${position}`);
    const keys = this.#report.keys.map((key, position) => sql`${key} as ${sql.ref(names[position] ?? '')}`);
    const conditions = from === null ? [] : [this.#beyond(from, false)];
    const [row] = await this.#run<Row>(
      db,
      sql`${this.#select(keys, conditions)} ${this.#order(false)} limit 1 offset ${count - 1}`,
    );
    return row === undefined ? null : names.map((name) => row[name] ?? '');
  }

  /** Rows after one place and up to another, as lines of text that `line` makes of the columns, joined by the database. */
  async text(
    db: Db,
    dialect: 'sqlite' | 'postgres',
    {
      from,
      upTo,
      line,
      end,
    }: { from: Place | null; upTo: Place | null; line: RawBuilder<string>; end: string },
  ): Promise<string> {
    const conditions = [
      ...(from === null ? [] : [this.#beyond(from, false)]),
      ...(upTo === null ? [] : [this.#upTo(upTo)]),
    ];
    const rows = sql`${this.#select([sql`${line} as line`], conditions)} ${this.#order(false)}`;
    const join = dialect === 'postgres' ? sql`string_agg` : sql`group_concat`;
    const [row] = await this.#run<{ text: string | null }>(
      db,
      sql`select ${join}(line, ${end}) as text from (${rows}) as lines`,
    );
    return row?.text ?? '';
  }

  /** How many rows there are. */
  async total(db: Db): Promise<number> {
    const known = await this.#report.total?.(db, this.#scope, this.#asked);
    if (known !== undefined && known !== null) return known;
    const { filters, terms } = this.#asked;
    const isPlain = terms.length === 0 && Object.keys(filters).length === 0;
    const tables = isPlain ? this.#report.counted : undefined;
    const [row] = await this.#run<{ total: number }>(db, this.#select([sql`count(*) as total`], [], tables));
    return Number(row?.total ?? 0);
  }

  #select(
    what: readonly RawBuilder<unknown>[],
    conditions: readonly RawBuilder<unknown>[],
    tables = this.#report.tables(this.#scope, this.#asked),
  ) {
    const { where, date, filters, columns } = this.#report;
    const { date: range, filters: chosen, terms } = this.#asked;
    const all = [where(this.#scope), ...conditions];
    if (range !== null && date !== undefined && date.value !== null) {
      all.push(sql`${date.value} >= ${bound(range.from)} and ${date.value} < ${bound(range.before)}`);
    }
    for (const filter of filters) {
      const value = filter.values.find((known) => known.value === chosen[filter.name]);
      if (value !== undefined) all.push(value.where(this.#scope));
    }
    if (terms.length > 0) all.push(anyTerm(columns(this.#scope), terms));
    return sql`select ${sql.join(what)} from ${tables} where ${sql.join(all, sql` and `)}`;
  }

  /** Rows after a place in the report's order, or before it. */
  #beyond(place: Place, backwards: boolean) {
    const { keys, descending } = this.#report;
    const order = descending === backwards ? sql`>` : sql`<`;
    return sql`((${sql.join([...keys])}) ${order} (${sql.join(place.map(bound))}))`;
  }

  /** Rows before a place, and the one there. */
  #upTo(place: Place) {
    const { keys, descending } = this.#report;
    return sql`((${sql.join([...keys])}) ${descending ? sql`>=` : sql`<=`} (${sql.join(place.map(bound))}))`;
  }

  #order(backwards: boolean) {
    const { keys, descending } = this.#report;
    const direction = descending === backwards ? sql`asc` : sql`desc`;
    return sql`order by ${sql.join(keys.map((key) => sql`${key} ${direction}`))}`;
  }

  #run<R>(db: Db, query: RawBuilder<unknown>): Promise<R[]> {
    return db.selectFrom(sql<R>`(${query})`.as('report')).selectAll().execute() as Promise<R[]>;
  }
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

import {
  type Expression,
  type ReferenceExpression,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { defaultPageSize } from '../../../contract/common/lists.ts';
import { ServiceError } from '../errors.ts';
import { finalSigma, foldText, sigma } from './fold.ts';

/** The list controls as the query contains them; document 1, List controls. */
export interface ListQuery {
  search?: string;
  sort?: string;
  page?: string;
}

export interface SortTerm {
  field: string;
  descending: boolean;
}

export interface ListPage {
  start: number;
  count: number;
}

const refuse = (message: string) => new ServiceError('invalid_request', message);

/**
 * Parses `a,-b` into its terms; spaces around them are ignored. Errors: a `+` prefix, an empty or an unknown field (names
 * are case-sensitive).
 */
export function parseSort(sort: string | undefined, fields: readonly string[]): SortTerm[] {
  if (sort === undefined || sort === '') return [];
  return sort.split(',').map((term) => {
    if (term.startsWith('+'))
      throw refuse('sort: a field may not begin with +. Leave it out: ascending is the default.');
    const written = term.trim();
    const descending = written.startsWith('-');
    const field = descending ? written.slice(1) : written;
    if (!fields.includes(field)) {
      throw refuse(`sort: “${field}” is not a field to sort by. Use one of: ${fields.join(', ')}.`);
    }
    // A `+` that the client did not percent-encode arrives as a space, which is refused; document 1, List controls.
    if (term.startsWith(' ') && !descending) {
      throw refuse(
        `sort: “${field}” may not follow a space or a + that is not percent-encoded. Leave it out: ascending is the default.`,
      );
    }
    return { field, descending };
  });
}

/**
 * Parses `start,count`; by default the first 1000. `largest` limits the count in lists that are not sent while they are
 * read; `total_available` tells the client that there is more. Error: anything but whole numbers of at least 0.
 */
export function parsePage(page: string | undefined, largest = Number.MAX_SAFE_INTEGER): ListPage {
  if (page === undefined || page === '') return { start: 0, count: defaultPageSize };
  const match = /^(\d{1,12})(?:,(\d{1,12}))?$/.exec(page.trim());
  if (match === null) throw refuse('page: write it as start,count with whole numbers of at least 0.');
  const count = match[2] === undefined ? defaultPageSize : Number(match[2]);
  return { start: Number(match[1]), count: Math.min(count, largest) };
}

/** A LIKE pattern for a substring, with the wildcards escaped by `\`. */
export const toContainsPattern = (text: string): string => `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`;

/** A column in folded form (see `fold`), on both databases. */
const foldColumn = (column: string) => sql`replace(lower(${sql.ref(column)}), ${finalSigma}, ${sigma})`;

/** Case-insensitive substring match on any of the columns. */
export const matchesAny = (columns: readonly string[], text: string) =>
  containsAny(columns.map(foldColumn), text);

/** Case-insensitive substring match on columns that hold folded text. */
export const matchesAnyFolded = (columns: readonly string[], text: string) =>
  containsAny(
    columns.map((column) => sql.ref(column)),
    text,
  );

function containsAny(texts: readonly Expression<unknown>[], text: string) {
  const pattern = toContainsPattern(text);
  const tests = texts.map((folded) => sql<SqlBool>`${folded} like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/** A column that `sort` may name; `nullable` when it can be null. */
export interface SortColumn {
  column: string;
  text: boolean;
  nullable?: boolean;
}

/** Orders by the terms, ignoring case in text, and finally by `tieBreak`, so that pages never overlap. */
export function applyOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  terms: readonly SortTerm[],
  columns: Readonly<Record<string, SortColumn>>,
  tieBreak: ReferenceExpression<DB, TB>,
): SelectQueryBuilder<DB, TB, O> {
  let ordered = query;
  for (const { field, descending } of terms) {
    const source = columns[field];
    if (source === undefined) throw refuse(`sort: “${field}” is not a field to sort by.`);
    const expression = source.text ? foldColumn(source.column) : sql.ref(source.column);
    const direction = descending ? 'desc' : 'asc';
    // SQLite and PostgreSQL place nulls differently; here they come first.
    if (source.nullable) ordered = ordered.orderBy(sql`${sql.ref(source.column)} is not null`, direction);
    ordered = ordered.orderBy(expression, direction);
  }
  return ordered.orderBy(tieBreak);
}

/** A page of a list. */
export interface Page<R> {
  rows: R[];
  /** How many rows match before paging. */
  total: number;
}

/** One page of a query in the order of the terms, and how many rows match in all. */
export const readPage = <DB, TB extends keyof DB, O>(
  selection: SelectQueryBuilder<DB, TB, O>,
  { sort, page }: { sort: readonly SortTerm[]; page: ListPage },
  columns: Readonly<Record<string, SortColumn>>,
  tieBreak: ReferenceExpression<DB, TB>,
): Promise<Page<O>> => countPage(applyOrder(selection, sort, columns, tieBreak), page);

/** One page of rows with growing ids, newest first, and how many rows match in all. */
export const readNewestFirst = <DB, TB extends keyof DB, O>(
  selection: SelectQueryBuilder<DB, TB, O>,
  page: ListPage,
): Promise<Page<O>> => countPage(selection.orderBy(sql.ref('id'), 'desc'), page);

/** Counts the rows, without a second query where the page shows that it is the last. */
async function countPage<DB, TB extends keyof DB, O>(
  ordered: SelectQueryBuilder<DB, TB, O>,
  page: ListPage,
): Promise<Page<O>> {
  const rows = (await ordered.offset(page.start).limit(page.count).execute()) as O[];
  const endSeen = rows.length < page.count && (rows.length > 0 || page.start === 0);
  if (endSeen) return { rows, total: page.start + rows.length };
  return { rows, total: await countRows(ordered.clearOrderBy()) };
}

/** How many rows a query finds. */
export async function countRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return total;
}

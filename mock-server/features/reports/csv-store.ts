import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../../platform/database/connect.ts';
import { formulaStarts, lineEnd } from '../../platform/http/answers/csv.ts';
import type { ReportColumn } from './report.ts';

/** The lines of the rows that `lineOf` reads, as one text. */
export const csvLines = (dialect: DialectName, columns: readonly ReportColumn[]): RawBuilder<string | null> =>
  sql`string_agg(${lineOf(dialect, columns)}, '')`;

/**
 * The line of a row of a subquery `cells`, which has the columns by their names, as the database writes it: texts in quotes, with an
 * apostrophe before what a spreadsheet would take for a formula; numbers and moments as they are. Nothing is an empty field. The same as
 * `csvLine` and `csvText`. Put together by `||`: PostgreSQL's `concat` looks up for each value how it is written, and takes twice as long.
 */
export function lineOf(dialect: DialectName, columns: readonly ReportColumn[]): RawBuilder<string> {
  const fields = columns.map(({ name, type }) => {
    const cell = sql.ref(`cells.${name}`);
    return sql`coalesce(${type === 'string' ? quoted(dialect, cell) : sql`cast(${cell} as text)`}, '')`;
  });
  return sql`${sql.join(fields, sql` || ',' || `)} || ${sql.lit(lineEnd)}`;
}

const starts = sql.join(formulaStarts.map((start) => sql.lit(start.charCodeAt(0))));

function quoted(dialect: DialectName, cell: RawBuilder<unknown>): RawBuilder<unknown> {
  const codeOf = dialect === 'sqlite' ? sql`unicode` : sql`ascii`;
  const begin = sql`case when ${codeOf}(${cell}) in (${starts}) then '"''' else '"' end`;
  return sql`${begin} || replace(${cell}, '"', '""') || '"'`;
}

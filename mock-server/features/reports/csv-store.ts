import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../../platform/database/connect.ts';
import { formulaStarts, lineEnd } from '../../platform/http/responses/csv.ts';
import type { ReportColumn } from './report.ts';

/** The lines of the rows that `buildCsvLine` makes, as one text. */
export const buildCsvLines = (
  dialect: DialectName,
  columns: readonly ReportColumn[],
): RawBuilder<string | null> => sql`string_agg(${buildCsvLine(dialect, columns)}, '')`;

/**
 * The CSV line of a row of a subquery `cells`, which has the columns by name. The database writes it: texts in quotes,
 * with an apostrophe before a text that a spreadsheet would take for a formula; numbers and moments as they are; null
 * as an empty field. The result is the same as of `formatCsvLine` and `formatCsvText`. The line is put together by `||`:
 * PostgreSQL's `concat` looks up the output format of each value, and takes twice as long.
 */
export function buildCsvLine(dialect: DialectName, columns: readonly ReportColumn[]): RawBuilder<string> {
  const fields = columns.map(({ name, type }) => {
    const cell = sql.ref(`cells.${name}`);
    return sql`coalesce(${type === 'string' ? buildQuotedCell(dialect, cell) : sql`cast(${cell} as text)`}, '')`;
  });
  return sql`${sql.join(fields, sql` || ',' || `)} || ${sql.lit(lineEnd)}`;
}

const starts = sql.join(formulaStarts.map((start) => sql.lit(start.charCodeAt(0))));

function buildQuotedCell(dialect: DialectName, cell: RawBuilder<unknown>): RawBuilder<unknown> {
  const codeOf = dialect === 'sqlite' ? sql`unicode` : sql`ascii`;
  const begin = sql`case when ${codeOf}(${cell}) in (${starts}) then '"''' else '"' end`;
  return sql`${begin} || replace(${cell}, '"', '""') || '"'`;
}

import { type RawBuilder, sql } from 'kysely';
import type { ReportColumn } from './report.ts';

/** What a spreadsheet takes for the beginning of a formula. */
const formulas = ['=', '+', '-', '@', '\t', '\r', '\n'];

/** The line of a row of CSV, as an expression. */
export const lineOf = (columns: readonly ReportColumn[]): RawBuilder<string> =>
  sql<string>`${sql.join(columns.map(fieldOf), sql` || ',' || `)}`;

/** Texts are quoted, and what a spreadsheet would take for a formula begins with an apostrophe. Nothing is an empty field. */
function fieldOf({ type, value }: ReportColumn): RawBuilder<unknown> {
  if (type === 'integer') return sql`coalesce(cast(${value} as text), '')`;
  if (type === 'date_time') return sql`coalesce(${value}, '')`;
  const beginnings = sql.join(formulas.map((character) => sql.lit(character)));
  const text = sql`cast(${value} as text)`;
  const defused = sql`case when substr(${text}, 1, 1) in (${beginnings}) then '''' else '' end`;
  return sql`coalesce('"' || ${defused} || replace(${text}, '"', '""') || '"', '')`;
}

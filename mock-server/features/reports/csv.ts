import type { Platform } from '../../platform/services.ts';
import { lineOf } from './csv-store.ts';
import type { ReportColumn } from './report.ts';
import type { Place, Rows } from './rows-store.ts';

const lineEnd = '\r\n';
/** Rows that the database writes at a time. SQLite works in this process, where nothing else happens meanwhile. */
const rowsAtOnce = { sqlite: 1_000, postgres: 20_000 } as const;

/**
 * A report as CSV (RFC 4180, UTF-8), in pieces, from a place on; `most` rows at most. Each piece is a statement of its own, so that
 * a slow client holds nothing; the database itself writes the lines.
 */
export async function* csvOf(
  { database: { db, dialect } }: Pick<Platform, 'database'>,
  rows: Rows,
  columns: readonly ReportColumn[],
  { from, most }: { from: Place | null; most: number },
): AsyncGenerator<string> {
  yield columns.map(({ name }) => name).join() + lineEnd;
  const line = lineOf(columns);
  let place = from;
  for (let left = most; left > 0; ) {
    const count = Math.min(left, rowsAtOnce[dialect]);
    const end = await rows.endOf(db, place, count);
    const text = await rows.text(db, dialect, { from: place, upTo: end, line, end: lineEnd });
    if (text !== '') yield text + lineEnd;
    if (end === null) return;
    place = end;
    left -= count;
  }
}

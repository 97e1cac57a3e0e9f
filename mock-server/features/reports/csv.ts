import { formatCsvHead } from '../../platform/http/responses/csv.ts';
import type { ReportColumn } from './report.ts';
import type { Rows } from './rows-store.ts';
import type { RowPosition } from './statements-store.ts';

/**
 * A report as CSV (RFC 4180, UTF-8), in pieces, after a place; at most `maxRows` rows, where that is a number. The pieces
 * are read by separate statements, so that a slow client blocks nothing in the database; the next rows are read while
 * the present ones are sent.
 */
export async function* streamCsv(
  rows: Rows,
  columns: readonly ReportColumn[],
  { from, maxRows }: { from: RowPosition | null; maxRows: number | null },
): AsyncGenerator<string | Buffer> {
  yield formatCsvHead(columns.map(({ name }) => name));
  const pieces = rows.lines(from, maxRows);
  try {
    for (let next = pieces.next(); ; ) {
      const piece = await next;
      if (piece.done === true) return;
      next = pieces.next();
      // A client that has stopped reading need not hear of an error in the next piece.
      next.catch(() => undefined);
      yield piece.value;
    }
  } finally {
    // Not awaited, because it finishes only after the statement that is running now.
    pieces.return(undefined).catch(() => undefined);
  }
}

import { csvLine } from '../../platform/http/answers/csv.ts';
import type { ReportColumn } from './report.ts';
import type { Rows } from './rows-store.ts';
import type { Place } from './statements-store.ts';

/**
 * A report as CSV (RFC 4180, UTF-8), in pieces, from a place on; `most` rows at most, where that is a number. Rows are read by statements of their own, so
 * that a slow client holds nothing; the next ones while those before are sent.
 */
export async function* csvOf(
  rows: Rows,
  columns: readonly ReportColumn[],
  { from, most }: { from: Place | null; most: number | null },
): AsyncGenerator<string | Buffer> {
  yield csvLine(columns.map(({ name }) => name));
  const pieces = rows.lines(from, most);
  try {
    for (let next = pieces.next(); ; ) {
      const piece = await next;
      if (piece.done === true) return;
      next = pieces.next();
      // Whoever stops reading does not ask what became of it.
      next.catch(() => undefined);
      yield piece.value;
    }
  } finally {
    // It is not waited for: what it reads just now comes first.
    pieces.return(undefined).catch(() => undefined);
  }
}

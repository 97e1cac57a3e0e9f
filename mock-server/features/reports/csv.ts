import { setImmediate } from 'node:timers/promises';
import { chunks } from '../../platform/chunks.ts';
import type { DialectName } from '../../platform/database/connect.ts';
import { csvLine, csvText } from '../../platform/http/csv.ts';
import type { ReportColumn } from './report.ts';
import type { Place, Row, Rows } from './rows-store.ts';

/** Rows that are read at a time. SQLite works in this process, where others wait meanwhile; PostgreSQL plans each statement. */
const rowsAtOnce = { sqlite: 500, postgres: 1500 } as const;
/** Rows that are written at a time. */
const linesAtOnce = 500;

/**
 * A report as CSV (RFC 4180, UTF-8), in pieces, from a place on; `most` rows at most. Rows are read by statements of their own, so
 * that a slow client holds nothing; the next ones while those before are written.
 */
export async function* csvOf(
  rows: Rows,
  columns: readonly ReportColumn[],
  { from, most, dialect }: { from: Place | null; most: number; dialect: DialectName },
): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name));
  const fields = columns.map(fieldOf);
  for await (const block of blocksOf(rows, { from, most, atOnce: rowsAtOnce[dialect] })) {
    for (const part of chunks(block, linesAtOnce)) {
      yield part.map((row) => csvLine(fields.map((field) => field(row)))).join('');
      await setImmediate();
    }
  }
}

/** The rows in blocks, of which the next is asked for when one is handed out. */
async function* blocksOf(
  rows: Rows,
  { from, most, atOnce }: { from: Place | null; most: number; atOnce: number },
): AsyncGenerator<Row[]> {
  const read = (place: Place | null, left: number) =>
    rows.read({ from: place, backwards: false, limit: Math.min(left, atOnce) });
  let left = most;
  for (let next: Promise<Row[]> | null = read(from, left); next !== null; ) {
    const block: Row[] = await next;
    left -= block.length;
    const last = block.at(-1);
    next = last === undefined || block.length < atOnce || left <= 0 ? null : read(rows.placeOf(last), left);
    // Whoever stops reading does not ask what became of it.
    next?.catch(() => undefined);
    yield block;
  }
}

/** What writes a column of a row: numbers and moments as they are, texts in quotes. Nothing is an empty field. */
function fieldOf({ name, type }: ReportColumn): (row: Row) => string {
  const write = type === 'string' ? csvText : (text: string) => text;
  return ({ [name]: value }) => (value === null || value === undefined ? '' : write(String(value)));
}

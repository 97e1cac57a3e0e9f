import type { RawBuilder } from 'kysely';
import type { Cursors } from '../../platform/database/postgres/cursor.ts';
import type { LinesRow, RowPosition } from './statements-store.ts';

/** Texts that are read from a cursor at once. */
const atOnce = 2;

/** Where the reading of a cursor ended. */
export interface CursorEnd {
  /** The last row whose line was given; null at the end of the report. */
  after: RowPosition | null;
  /** Whether the remaining rows have to be read in another way. */
  isAbandoned: boolean;
}

/** The lines of a statement of `streamLines` that begins after a place. */
export async function* streamLines(
  cursors: Cursors,
  statement: RawBuilder<LinesRow>,
  from: RowPosition,
  placeOf: (row: LinesRow) => RowPosition | null,
): AsyncGenerator<Buffer, CursorEnd> {
  const cursor = await cursors.open(statement);
  if (cursor === null) return { after: from, isAbandoned: true };
  let after = from;
  try {
    for (let next = cursor.fetch(atOnce); ; ) {
      const rows = await next;
      if (rows === null) return { after, isAbandoned: true };
      next = cursor.fetch(atOnce);
      next.catch(() => undefined);
      for (const row of rows) {
        const lines = Buffer.from(row.lines ?? '');
        // PostgreSQL's driver keeps rows until later ones arrive: all their texts would stay in memory.
        row.lines = null;
        yield lines;
        const place = placeOf(row);
        // A text with fewer rows than the others is the last one.
        if (place === null) return { after: null, isAbandoned: false };
        after = place;
      }
      if (rows.length === 0) return { after, isAbandoned: false };
    }
  } finally {
    await cursor.close();
  }
}

import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CellValue } from '../../contract/common/rows.ts';
import { buildRowJson, type Column, column } from '../../mock-server/features/journals/facade.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { anyCharacter } from '../setup/any-character.ts';
import { openService } from '../setup/open-service.ts';
import { tries } from '../setup/run/tries.ts';

const service = await openService();

/** The text of a row, as the database writes it. */
async function written(columns: readonly Column[]): Promise<string> {
  const { db, dialect } = service.platform.database;
  const { rows } = await sql<{ text: string }>`select ${buildRowJson(dialect, columns)} as text`.execute(
    withoutGuard(db),
  );
  return rows[0]?.text ?? '';
}

const textColumn = (name: string, value: string | null): Column =>
  column(name, 'string', '', sql<CellValue>`cast(${value} as text)`);
const numberColumn = (name: string, value: number | null): Column =>
  column(name, 'integer', '', sql<CellValue>`cast(${value} as bigint)`);

// PostgreSQL's texts can't contain NUL, and no database stores unpaired surrogates.
const text = fc
  .string({ unit: anyCharacter, maxLength: 60 })
  .map((drawn) => drawn.replaceAll('\0', '\u0001'));
const odd = fc.string({
  unit: fc.constantFrom('"', '\\', '/', '\n', '\r', '\t', '\u0001', '\u001f', '\u007f', '\u2028', 'ü', '😀'),
});
const cell = fc.option(fc.oneof(text, odd));
const integer = fc.option(fc.maxSafeInteger());

test('a row that the database writes says what JSON does, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 8 }), integer, async (texts, number) => {
      const columns = [
        ...texts.map((value, at) => textColumn(`text_${at}`, value)),
        numberColumn('n', number),
      ];
      const expected = Object.fromEntries([
        ...texts.map((value, at) => [`text_${at}`, value]),
        ['n', number],
      ]);
      const row = await written(columns);
      expect(JSON.parse(row)).toEqual(expected);
      expect(Object.keys(JSON.parse(row) as object)).toEqual(columns.map(({ name }) => name));
    }),
    tries(200),
  );
});

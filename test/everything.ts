import { mkdirSync, rmSync } from 'node:fs';
import covering from './setup/run/covering-files.json' with { type: 'json' };
import { onPostgresVariable } from './setup/run/databases.ts';
import { gaps, notesIn } from './setup/statements/covering.ts';
import { keptNotes, notesVariable } from './setup/statements/notes.ts';

/** Has the run that begins send only those files to PostgreSQL that make every form of statement there. */
export const sendCoveringToPostgres = (): void => void (process.env[onPostgresVariable] = 'covering');

/** Has the run that begins note the statements of each file: all of them run on PostgreSQL. */
export function noteStatements(): void {
  rmSync(keptNotes, { recursive: true, force: true });
  mkdirSync(keptNotes, { recursive: true });
  process.env[notesVariable] = keptNotes;
}

/** What the other runs leave out of PostgreSQL although they should not, by what was noted; empty when that is nothing. */
export function leftOutOfPostgres(): string {
  const missing = gaps(notesIn(keptNotes), covering);
  if (missing.length === 0) return '';
  const lines = missing.map(({ form, madeBy }) => `  ${madeBy}: ${form}`);
  return [
    `✗ ${missing.length} forms of statements are made on PostgreSQL by none of the files that npm test runs there:`,
    ...lines,
    'Let a test of their feature make them, or write the list anew: node test/write-covering-files.ts',
    '',
  ].join('\n');
}

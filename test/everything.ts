import { mkdirSync, rmSync } from 'node:fs';
import covering from './setup/run/covering-files.json' with { type: 'json' };
import { gaps, notesIn } from './setup/statements/covering.ts';
import { keptNotes, notesVariable } from './setup/statements/notes.ts';

/** Makes the coming run record the statements of each file: all of them run on PostgreSQL. */
export function noteStatements(): void {
  rmSync(keptNotes, { recursive: true, force: true });
  mkdirSync(keptNotes, { recursive: true });
  process.env[notesVariable] = keptNotes;
}

/**
 * The share of statement forms that may be missing: now and then, random choices make a form that appears in no other
 * run.
 */
const tolerated = 0.01;

/** Characters of a statement that are shown. */
const shown = 300;

interface LeftOut {
  /** Empty when there is none. */
  report: string;
  tooMuch: boolean;
}

/** The files that other runs leave out of PostgreSQL although they should not, according to what was recorded. */
export function leftOutOfPostgres(): LeftOut {
  const notes = notesIn(keptNotes);
  const missing = gaps(notes, covering);
  const all = new Set(notes.flatMap(({ forms }) => forms));
  const tooMuch = missing.length > all.size * tolerated;
  if (missing.length === 0) return { report: '', tooMuch };
  const report = [
    `${tooMuch ? '✗' : '!'} ${missing.length} of ${all.size} forms of statements are made on PostgreSQL by none of the files that npm test runs there:`,
    ...missing.map(({ form, madeBy }) => `  ${madeBy}: ${form.slice(0, shown)}`),
    'Let a test of their feature make them, or write the list anew: node test/write-covering-files.ts',
    '',
  ].join('\n');
  return { report, tooMuch };
}

/**
 * Writes `setup/run/covering-files.json` anew: the files of tests that run on PostgreSQL, by the statements that the last
 * `npm test -- --everything` has noted.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { covering, notesIn } from './setup/statements/covering.ts';
import { keptNotes } from './setup/statements/notes.ts';

if (!existsSync(keptNotes)) {
  process.stderr.write('Nothing was noted yet. Run npm test -- --everything first.\n');
  process.exit(1);
}
const files = covering(notesIn(keptNotes));
const to = join(import.meta.dirname, 'setup/run/covering-files.json');
writeFileSync(to, `${JSON.stringify(files, null, 2)}\n`);
process.stdout.write(
  `${files.length} files make every form of statement on PostgreSQL, beside those that run there always.\n`,
);

import { join } from 'node:path';
import { root } from '../../../mock-server/launch/paths.ts';

/** Names the directory in which each file of tests notes the statements that the product made for it; a run that has none notes nothing. */
export const notesVariable = 'TEST_STATEMENTS';

/** Where the notes of the last run of everything are kept, for whoever makes the list of files anew. */
export const keptNotes = join(root, 'node_modules/.cache/statements');

/** The forms of statements that the product made for a file of tests. */
export interface MadeBy {
  /** Its path in the project. */
  file: string;
  /** What it took of processors. */
  seconds: number;
  forms: readonly string[];
}

import { join } from 'node:path';
import { root } from '../../../mock-server/launch/paths.ts';

/**
 * The variable that names the directory in which each test file notes the statements that the product made for it;
 * without it, nothing is noted.
 */
export const notesVariable = 'TEST_STATEMENTS';

/** The directory with the notes of the last run of everything, from which the list of files can be made again. */
export const keptNotes = join(root, 'node_modules/.cache/statements');

/** The forms of statements that the product made for a test file. */
export interface MadeBy {
  /** The path of the file in the project. */
  file: string;
  /** Seconds of processor time that the file took. */
  seconds: number;
  forms: readonly string[];
}

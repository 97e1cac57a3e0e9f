import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../mock-server/launch/paths.ts';
import { leftOut } from '../run/breadth.ts';
import { alwaysOnPostgres, drawn, onPostgresOnly } from '../run/databases.ts';
import type { MadeBy } from './notes.ts';

/** A form of statements that is missing among the statements of some files. */
interface Gap {
  form: string;
  /** A file that makes this form. */
  madeBy: string;
}

/** The notes of the files of a run, from a directory. */
export const notesIn = (directory: string): MadeBy[] =>
  readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')));

/** The files that run on PostgreSQL in the essential breadth, whatever statements they make. */
const always = (): string[] =>
  globSync([...onPostgresOnly, ...alwaysOnPostgres], { cwd: root, exclude: Object.keys(leftOut) });

/**
 * The forms of statements, each with the files that make it, the cheapest first. Without forms that only random
 * requests make, which differ from run to run.
 */
function makersOf(made: readonly MadeBy[]): Map<string, MadeBy[]> {
  const makers = new Map<string, MadeBy[]>();
  const asked = new Set(globSync(drawn, { cwd: root }));
  for (const file of made.filter((each) => !asked.has(each.file)).toSorted((a, b) => a.seconds - b.seconds))
    for (const form of file.forms) makers.set(form, [...(makers.get(form) ?? []), file]);
  return makers;
}

/** The forms that neither `chosen` nor the files that run on PostgreSQL anyway make. */
export function gaps(made: readonly MadeBy[], chosen: readonly string[]): Gap[] {
  const running = new Set([...chosen, ...always()]);
  return [...makersOf(made)]
    .filter(([, makers]) => !makers.some(({ file }) => running.has(file)))
    .map(([form, [first]]) => ({ form, madeBy: first?.file ?? '' }));
}

/**
 * The files that make all forms besides what runs anyway, sorted by name. The next file chosen is always the one that
 * makes the most new forms for its time.
 */
export function covering(made: readonly MadeBy[]): string[] {
  const left = new Map(gaps(made, []).map(({ form }) => [form, true]));
  const chosen: MadeBy[] = [];
  const asked = new Set(globSync(drawn, { cwd: root }));
  const candidates = made.filter(({ file }) => !asked.has(file));
  while (left.size > 0) {
    const worth = ({ forms, seconds }: MadeBy) =>
      forms.filter((form) => left.has(form)).length / Math.max(seconds, leastCost);
    const best = candidates.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    chosen.push(best);
    for (const form of best.forms) left.delete(form);
  }
  return withoutSpare(made, chosen).toSorted();
}

/** Seconds that a file costs at least, for its service and its database. */
const leastCost = 0.5;

/** Leaves out files, the most expensive first, whose forms are all made by other files. */
function withoutSpare(made: readonly MadeBy[], chosen: readonly MadeBy[]): string[] {
  let kept = chosen.map(({ file }) => file);
  for (const { file } of chosen.toSorted((a, b) => b.seconds - a.seconds)) {
    const others = kept.filter((other) => other !== file);
    if (gaps(made, others).length === 0) kept = others;
  }
  return kept;
}

/** Runs Vitest and counts: `npm test` and the commands for tests of other kinds use it. */
import { join, relative } from 'node:path';
import { type CliOptions, startVitest, type TestModule, type Vitest } from 'vitest/node';

/** The results of tests, as counts. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The files with failures that passed when they were run again by themselves. */
  unsteady: readonly string[];
}

/** Vitest's options, and words of which one is in the path of a test file; all files without them. */
export interface Selection extends CliOptions {
  words?: readonly string[];
}

const root = join(import.meta.dirname, '..');

/** Where more files fail, it is not by chance, and none is run again. */
const maxRerunFiles = 4;

/**
 * Runs selections of tests beside each other. Where few files failed, each is run again by itself: what passes then
 * counts as passed, and its file as unsteady.
 */
export async function runTests(...selections: Selection[]): Promise<Counts> {
  process.exitCode = undefined;
  const runs = await Promise.all(selections.map(run));
  const first = sum(runs.map(count));
  // Something threw before, after or outside of all tests, or no file matches.
  if (first.failed === 0 && process.exitCode !== undefined) return { ...first, failed: 1 };
  const failed = runs.flatMap((vitest) => vitest.state.getTestModules().filter((module) => !module.ok()));
  const isOutside = runs.some((vitest) => vitest.state.getUnhandledErrors().length > 0);
  return isOutside || failed.length === 0 || failed.length > maxRerunFiles ? first : rerun(first, failed);
}

async function rerun(first: Counts, modules: readonly TestModule[]): Promise<Counts> {
  let failed = 0;
  const unsteady: string[] = [];
  for (const { moduleId, project } of modules) {
    const again = count(await run({ words: [moduleId], project: [project.name], maxWorkers: 1 }));
    failed += again.failed;
    if (again.failed === 0) unsteady.push(`${project.name} ${relative(root, moduleId)}`);
  }
  return { ...first, passed: first.passed + Math.max(first.failed - failed, 0), failed, unsteady };
}

const run = ({ words = [], ...options }: Selection): Promise<Vitest> =>
  startVitest([...words], { ...options, root, watch: false });

/** Every test, and every error outside of a test (a file that can't be loaded, a hook that throws) as a failed one. */
function count(vitest: Vitest): Counts {
  const modules = vitest.state.getTestModules();
  const states = modules.flatMap(({ children }) =>
    [...children.allTests()].map((test) => test.result().state),
  );
  const having = (wanted: string): number => states.filter((state) => state === wanted).length;
  const outside = modules.flatMap((module) =>
    [module, ...module.children.allSuites()].flatMap((suite) => suite.errors()),
  );
  return {
    passed: having('passed'),
    failed: having('failed') + outside.length + vitest.state.getUnhandledErrors().length,
    skipped: having('skipped') + having('pending'),
    unsteady: [],
  };
}

export function sum(counts: readonly Counts[]): Counts {
  const total = (key: 'passed' | 'failed' | 'skipped'): number =>
    counts.reduce((whole, part) => whole + part[key], 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    unsteady: counts.flatMap(({ unsteady }) => unsteady),
  };
}

/**
 * The last lines of a run: each unsteady file, then `N passed, N failed`, and `, N skipped`, `, N unsteady` where there
 * are any.
 */
export function summary({ passed, failed, skipped, unsteady }: Counts): string {
  const files = unsteady.map((file) => `Unsteady: ${file} (failed first, passed alone)\n`);
  const counted = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) counted.push(`${skipped} skipped`);
  if (files.length > 0) counted.push(`${files.length} unsteady`);
  return files.join('') + counted.join(', ');
}

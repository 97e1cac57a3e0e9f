import { join } from 'node:path';
import { type CliOptions, startVitest, type TestModule, type Vitest } from 'vitest/node';
import { type Counts, sum } from './counts.ts';

/** The tests that need tools of others; `npm run test:judges` runs them. */
const judges = 'judges';

const root = join(import.meta.dirname, '..');

export interface Selection {
  /** Words of which one is in the path of a test file; all files when empty. */
  filters: string[];
  /** Projects that can't run here. */
  leftOut: string[];
  /** Only files that import, near or far, what differs from this revision. */
  changed?: string | undefined;
}

/** Runs the tests that are selected. The rules of the house read files without importing them: they hold for every change. */
export async function runTests({ filters, leftOut, changed }: Selection): Promise<Counts> {
  const without = [...leftOut, judges].map((project) => `!${project}`);
  if (changed === undefined) return run(filters, { project: without });
  const options = { project: [...without, '!house'], changed, passWithNoTests: true };
  return sum([
    await run(filters, { project: ['house'], passWithNoTests: true }),
    await run(filters, options),
  ]);
}

/** Runs the tests that let tools of others judge, but for files that can't run here. */
export const runJudges = (leftOut: string[]): Promise<Counts> =>
  run([], { project: [judges], exclude: leftOut });

async function run(filters: string[], options: CliOptions): Promise<Counts> {
  const vitest = await startVitest(filters, { ...options, root, watch: false });
  const counts = count(vitest);
  await vitest.close();
  // A set-up that throws, or filters that no file matches, show only in the exit code.
  const failedElsewhere = counts.failed === 0 && Boolean(process.exitCode);
  return failedElsewhere ? { ...counts, failed: 1 } : counts;
}

/** Every test, and every error outside of a test (a file that can't be loaded, a hook that throws) as a failed one. */
function count(vitest: Vitest): Counts {
  const modules = vitest.state.getTestModules();
  const states = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => test.result().state),
  );
  const having = (wanted: string): number => states.filter((state) => state === wanted).length;
  const outside = modules.reduce((errors, module) => errors + errorsOutside(module), 0);
  return {
    passed: having('passed'),
    failed: having('failed') + outside + vitest.state.getUnhandledErrors().length,
    skipped: having('skipped') + having('pending'),
  };
}

function errorsOutside(module: TestModule): number {
  const suites = [...module.children.allSuites()];
  return [module, ...suites].reduce((errors, suite) => errors + suite.errors().length, 0);
}

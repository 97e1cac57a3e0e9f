import { join, relative } from 'node:path';
import { type CliOptions, startVitest, type TestModule, type Vitest } from 'vitest/node';
import { type Counts, sum } from './counts.ts';

/** The tests that need tools of others; `npm run test:judges` and `npm run test:object-store` run them. */
const judges = 'judges';
const objectStore = 'object-store';

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
  const without = [...leftOut, judges, objectStore].map((project) => `!${project}`);
  if (changed === undefined) return run(filters, { project: without });
  const options = { project: [...without, '!house'], changed, passWithNoTests: true };
  return sum([
    await run(filters, { project: ['house'], passWithNoTests: true }),
    await run(filters, options),
  ]);
}

/** Runs those files of tests that let tools of others judge. */
export const runJudges = (files: string[]): Promise<Counts> => run(files, { project: [judges] });

/** Tests of files that are not in the project of those with a bucket, since they start their server themselves. */
const withBucketOfTheirOwn = [
  'platform/blobs',
  'platform/move-blobs',
  'bucket-failures',
  'handing-over',
  'test/cluster/',
];

/** Runs what touches files on the server that TEST_OBJECT_STORE names, and these files of its own project. */
export const runOnObjectStore = async (files: string[]): Promise<Counts> =>
  sum([
    await run(files, { project: [objectStore] }),
    await run([], { project: ['service-bucket'] }),
    await run(withBucketOfTheirOwn, { project: ['platform', 'service-sqlite', 'service-postgres'] }),
  ]);

async function run(filters: string[], options: CliOptions): Promise<Counts> {
  const { counts, failed } = await runOnce(filters, options);
  if (failed.length === 0 || failed.length > triedAgain) return counts;
  return again(counts, failed);
}

/** Up to so many failed files are run once more; more than these is no bad luck. */
const triedAgain = 8;

/**
 * Runs the files that failed once more, with nothing beside them. What passes then did not fail for the change that is tested: it is named,
 * so that somebody mends it, and counts as passed. What fails twice has failed.
 */
async function again(first: Counts, failed: TestFile[]): Promise<Counts> {
  process.stdout.write(`\nOnce more, with nothing beside them:\n${failed.map(named).join('')}`);
  let stillFailing = 0;
  for (const file of failed) {
    const { counts } = await runOnce([file.path], { project: [file.project], maxWorkers: 1 });
    stillFailing += counts.failed;
    if (counts.failed === 0) process.stdout.write(`! Unsteady, it passed the second time: ${named(file)}`);
  }
  return { ...first, passed: first.passed + Math.max(first.failed - stillFailing, 0), failed: stillFailing };
}

interface TestFile {
  project: string;
  path: string;
}
const named = ({ project, path }: TestFile): string => `  ${project} ${relative(root, path)}\n`;

/** A run, and the files in which something failed: none where a failure belongs to no file. */
async function runOnce(
  filters: string[],
  options: CliOptions,
): Promise<{ counts: Counts; failed: TestFile[] }> {
  process.exitCode = undefined;
  const vitest = await startVitest(filters, { ...options, root, watch: false });
  const counts = count(vitest);
  const failed = failedFiles(vitest);
  await vitest.close();
  // A set-up that throws, or filters that no file matches, show only in the exit code.
  const failedElsewhere = counts.failed === 0 && Boolean(process.exitCode);
  return { counts: failedElsewhere ? { ...counts, failed: 1 } : counts, failed };
}

/** The files of failed tests; none when something failed outside of all of them, which a second look at some would hide. */
function failedFiles(vitest: Vitest): TestFile[] {
  if (vitest.state.getUnhandledErrors().length > 0) return [];
  return vitest.state
    .getTestModules()
    .filter((module) => !module.ok())
    .map((module) => ({ project: module.project.name, path: module.moduleId }));
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

import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { type CliOptions, startVitest, type TestModule, type Vitest } from 'vitest/node';
import { buildIfChanged } from '../mock-server/launch/build.ts';
import { type Counts, sum } from './counts.ts';

/** The tests that need tools of others; `npm run test:interop` and `npm run test:object-store` run them. */
const judges = 'interop';
const objectStore = 'object-store';
/** The tests that wait most of their time: for pages, for lines that are slow, for what a browser does once in a while. */
const browser = 'browser';

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
  if (changed === undefined && filters.length === 0) return runAll(without);
  if (changed === undefined) return run(filters, { project: without });
  const options = { project: [...without, '!house'], changed, passWithNoTests: true };
  return sum([
    await run(filters, { project: ['architecture'], passWithNoTests: true }),
    await run(filters, options),
  ]);
}

/** Runs those files of tests that let tools of others judge. */
export const runJudges = (files: string[]): Promise<Counts> => run(files, { project: [judges] });

/** Runs one file of a project. */
export const runProject = (project: string, file: string): Promise<Counts> =>
  run([file], { project: [project] });

/** Tests of files that are not in the project of those with a bucket, since they start their server themselves. */
const withBucketOfTheirOwn = [
  'platform/blobs/blobs',
  'platform/blobs/move-blobs',
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

/**
 * Everything: browsers, which wait much, beside all else, which computes. One run of both would begin with browsers on all workers, and
 * leave cores idle meanwhile. As many workers as there are cores for browsers, which are steady on no more; one more for all else, since
 * a test waits while its database or another process of its own computes.
 */
async function runAll(without: string[]): Promise<Counts> {
  // Before both: each would build what it starts, at the same place.
  await build();
  const cores = availableParallelism();
  const parts: CliOptions[] = [{ project: [...without, `!${browser}`], maxWorkers: cores + 1 }];
  if (!without.includes(`!${browser}`)) parts.push({ project: [browser], maxWorkers: cores });
  return runBeside([], parts);
}

/** The bundler sets NODE_ENV for its whole process, which the tests are not to inherit. */
async function build(): Promise<void> {
  const { NODE_ENV: before } = process.env;
  await buildIfChanged();
  if (before === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = before;
}

const run = (filters: string[], options: CliOptions): Promise<Counts> => runBeside(filters, [options]);

/** Runs beside each other. What failed in any of them is tried again when all have ended. */
async function runBeside(filters: string[], parts: CliOptions[]): Promise<Counts> {
  process.exitCode = undefined;
  const runs = await Promise.all(parts.map((options) => runOnce(filters, options)));
  // What throws when a run ends shows only in the exit code, which is that of all runs.
  const first = sum(runs.map(({ counts }) => counts));
  const failedElsewhere = first.failed === 0 && Boolean(process.exitCode);
  if (failedElsewhere) return { ...first, failed: 1 };
  const isBadLuck = runs.flatMap(({ failed }) => failed).length <= triedAgain;
  const results: Counts[] = [];
  for (const { counts, failed } of runs)
    results.push(isBadLuck && failed.length > 0 ? await again(counts, failed) : counts);
  return sum(results);
}

/** Up to so many failed files in all are run once more; more than these is no bad luck. */
const triedAgain = 4;

/**
 * Runs the files that failed once more, with nothing beside them. What passes then did not fail for the change that is tested: it counts as
 * passed and is named in the last lines of the run, so that somebody mends it. What fails twice has failed.
 */
async function again(first: Counts, failed: TestFile[]): Promise<Counts> {
  process.stdout.write(`\nOnce more, with nothing beside them:\n  ${failed.map(named).join('\n  ')}\n`);
  const unsteady: string[] = [];
  let stillFailing = 0;
  for (const file of failed) {
    const { counts } = await runOnce([file.path], { project: [file.project], maxWorkers: 1 });
    stillFailing += counts.failed;
    if (counts.failed === 0) unsteady.push(named(file));
  }
  const passed = first.passed + Math.max(first.failed - stillFailing, 0);
  return { ...first, passed, failed: stillFailing, unsteady };
}

interface TestFile {
  project: string;
  path: string;
}
const named = ({ project, path }: TestFile): string => `${project} ${relative(root, path)}`;

interface Run {
  counts: Counts;
  /** The files in which something failed: none where a failure belongs to no file. */
  failed: TestFile[];
}

async function runOnce(filters: string[], options: CliOptions): Promise<Run> {
  const vitest = await startVitest(filters, { ...options, root, watch: false });
  const counts = count(vitest);
  const failed = failedFiles(vitest);
  await vitest.close();
  // A set-up that threw, or filters that no file matches: nothing ran.
  const isVoid = counts.passed + counts.failed === 0 && options.passWithNoTests !== true;
  return { counts: isVoid ? { ...counts, failed: 1 } : counts, failed };
}

/** The files of failed tests; none when something failed outside of all of them, which a second look at some would hide. */
function failedFiles(vitest: Vitest): TestFile[] {
  if (vitest.state.getUnhandledErrors().length > 0) return [];
  return vitest.state
    .getTestModules()
    .filter((module) => !module.ok())
    .map(fileOf);
}

const fileOf = (module: TestModule): TestFile => ({ project: module.project.name, path: module.moduleId });

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
    unsteady: [],
  };
}

function errorsOutside(module: TestModule): number {
  const suites = [...module.children.allSuites()];
  return [module, ...suites].reduce((errors, suite) => errors + suite.errors().length, 0);
}

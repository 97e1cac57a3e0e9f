import { join } from 'node:path';
import { startVitest, type TestModule, type Vitest } from 'vitest/node';
import type { Counts } from './counts.ts';

/** Runs the test files whose path has one of the filters in it; all of them without filters. */
export async function runTests(filters: string[]): Promise<Counts> {
  const vitest = await startVitest(filters, { root: join(import.meta.dirname, '..'), watch: false });
  const counts = count(vitest);
  await vitest.close();
  // A set-up that throws, or filters that no file fits, show in the exit code alone.
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

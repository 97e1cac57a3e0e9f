import { afterAll, afterEach, type RunnerTestFile } from 'vitest';
import { processorTime } from './processor-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time that the file took, for the last lines of a run. */
    processorTime?: number;
  }
}

// Runs before each test file in its process. What a file imports counts; what its project sets up for all files does
// not.
const before = processorTime();
let file: RunnerTestFile | undefined;
afterEach(({ task }) => {
  file = task.file;
});
// Measured once for a file: asking the system takes half a millisecond, and there are ten thousand tests.
afterAll(() => {
  if (file !== undefined) file.meta.processorTime = processorTime() - before;
});

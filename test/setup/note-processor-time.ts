import { afterEach } from 'vitest';
import { processorTime } from './processor-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds that the file took of processors up to the end of its last test, for the last lines of a run. */
    processorTime?: number;
  }
}

// Run before each test file in its own process: what a file imports counts, what its project sets up for all files does not.
const before = processorTime();
afterEach(({ task }) => {
  task.file.meta.processorTime = processorTime() - before;
});

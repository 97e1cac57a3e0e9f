import { afterAll } from 'vitest';
import { processorTime } from './processor-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds that the file took of processors, for the last lines of a run. */
    processorTime?: number;
  }
}

// Run before each test file in its own process: what a file imports counts, what its project sets up for all files does not.
const before = processorTime();
// Vitest wants the context of a hook taken apart by names, also where none is needed.
afterAll(({ nothing: _ }: { nothing?: undefined }, file) => {
  file.meta.processorTime = processorTime() - before;
});

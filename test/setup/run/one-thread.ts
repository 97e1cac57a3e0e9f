/**
 * Environment variables for the compiler and the linter in a run of the tests. Both are written in Go for one user who
 * waits: they distribute the work to threads that each learn the same types, and collect garbage all the time. With one
 * thread and more memory at first they take half of the processor time, which other tests use meanwhile.
 */
export const oneThread: Readonly<Record<string, string>> = { GOMAXPROCS: '1', GOGC: '400' };

/** Arguments of the compiler with the same purpose. */
export const oneChecker: readonly string[] = ['--checkers', '1'];

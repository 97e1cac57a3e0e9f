/**
 * What the environment of the compiler and the linter says in a run of the tests. Both are written in Go and made for one user who waits: they
 * share the work out to threads that each learn the same types, and look for memory to free all the time. With one thread, and more memory
 * first, they take half as much of processors, which other tests use meanwhile (docs/decisions/0107-one-thread-for-each-tool.md).
 */
export const oneThread: Readonly<Record<string, string>> = { GOMAXPROCS: '1', GOGC: '400' };

/** The same of the compiler's arguments. */
export const oneChecker: readonly string[] = ['--checkers', '1'];

import { type Sources, testNames } from '../syntax.ts';

/** The cells of the rows of a table, without its header. */
const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** The names of the tests in a file, with "…" for parts that vary. */
const namesIn = (sources: Sources, path: string): string[] =>
  [...testNames(path, sources.get(path) ?? '')].map((name) => name.replace(/%\w/g, '…'));

/**
 * The files and tests that the tables of docs/regressions.md name and that do not exist. A test is
 * named as it is written, with "…" for what varies and its group before " > ".
 */
export function regressionViolations(sources: Sources, page: string): string[] {
  const [happened = '', broken = ''] = page.split('## Tests that were proven by breaking the code');
  const problems: string[] = [];
  const all = new Set<string>();
  const assertNamed = (tests: string, names: ReadonlySet<string>) => {
    for (const test of tests.split(' · '))
      if (!test.split(' > ').every((part) => names.has(part))) problems.push(`there is no test "${test}"`);
  };
  for (const [, , where = '', tests = ''] of rowsOf(happened)) {
    const files = [...where.matchAll(/`([^`]+)`/g)].flatMap(([, path = '']) => path);
    for (const path of files) if (!sources.has(path)) problems.push(`there is no file ${path}`);
    const names = new Set(files.flatMap((path) => namesIn(sources, path)));
    for (const name of names) all.add(name);
    assertNamed(tests, names);
  }
  for (const [, , , tests = ''] of rowsOf(broken)) assertNamed(tests, all);
  return problems;
}

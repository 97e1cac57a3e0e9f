import { type Sources, testNames } from '../syntax.ts';
import { asvsLeftOut, asvsTable } from './asvs-table.ts';

const states = ['met', 'documented', 'strict', 'part', 'no', 'operator'] as const;

interface Requirement {
  id: string;
  level: string;
  state: string;
  about: string;
  how: string;
  /** `folder/file > name` below `test/`. */
  tests: string[];
}

const linesOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

const requirementsOf = (table: string): Requirement[] =>
  linesOf(table).map(([id = '', level = '', state = '', about = '', how = '', tests = '']) => ({
    id,
    level,
    state,
    about,
    how,
    // A name may contain a semicolon: a new test begins with its file.
    tests: tests.split(/; (?=[\w/.-]+ > )/).filter((test) => test !== ''),
  }));

/** The file of a test, as it is named in the table. */
function fileOf(sources: Sources, test: string): { path: string; name: string } | undefined {
  const [file = '', name = ''] = test.split(/ > (.*)/s);
  const path = [`test/${file}.test.ts`, `test/${file}.test.tsx`].find((one) => sources.has(one));
  return path === undefined ? undefined : { path, name };
}

/** Faults of the table, a line each: tests that don't exist, states that don't fit, requirements that appear twice. */
export function asvsViolations(sources: Sources, table = asvsTable): string[] {
  const seen = new Set<string>();
  return requirementsOf(table).flatMap(({ id, level, state, tests }) => {
    const problems: string[] = [];
    if (seen.has(id)) problems.push(`${id} stands twice`);
    seen.add(id);
    if (!/^[12]$/.test(level)) problems.push(`${id} has no level`);
    if (!(states as readonly string[]).includes(state)) problems.push(`${id} has no state`);
    if (['met', 'documented', 'strict'].includes(state) && tests.length === 0)
      problems.push(`${id} has no test`);
    for (const test of tests) {
      const found = fileOf(sources, test);
      if (found === undefined || !testNames(found.path, sources.get(found.path) ?? '').has(found.name)) {
        problems.push(`${id}: there is no test ${test}`);
      }
    }
    return problems;
  });
}

/** The tables of docs/asvs.md. */
export function asvsPage(sources: Sources): string {
  const rows = requirementsOf(asvsTable);
  const count = states.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`);
  const lines = rows.map(({ id, level, state, about, how, tests }) => {
    const held = tests.map((test) => {
      const found = fileOf(sources, test);
      return found === undefined ? test : `\`${found.path}\`: ${found.name}`;
    });
    return `| ${id} | ${level} | ${state} | ${about} | ${how} | ${held.join('<br>') || '–'} |`;
  });
  const without = linesOf(asvsLeftOut).map(([ids, why]) => `| ${ids} | ${why} |`);
  return [
    `${rows.length} requirements apply: ${count.join(', ')}.\n`,
    '| id | level | state | about | how, or why not | tests |\n|---|---|---|---|---|---|',
    ...lines,
    '\n## What does not apply\n',
    '| requirements | are about |\n|---|---|',
    ...without,
  ].join('\n');
}

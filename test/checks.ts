import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Counts, none } from './counts.ts';
import { oneChecker, oneThread } from './setup/run/one-thread.ts';

/** A tool that checks the whole project and exits with 0 when it finds nothing. */
interface Check {
  name: string;
  command: [tool: string, ...args: string[]];
}

const root = join(import.meta.dirname, '..');

/** The trees with their own types, and the folders that each may see. */
const trees: Record<string, string[]> = {
  contract: ['contract/'],
  'mock-server': ['contract/', 'mock-server/'],
  src: ['contract/', 'src/'],
  'src/service-worker': ['contract/', 'src/'],
  'src/command-line': ['contract/', 'mock-server/', 'src/'],
  test: ['contract/', 'mock-server/', 'src/', 'test/'],
};

/** The compiler's results for unchanged files are kept for the next run. */
function types(tree: string): Check {
  const kept = join(root, 'node_modules/.cache/types', `${tree.replace('/', '-')}.json`);
  return {
    name: `types of ${tree}`,
    command: ['tsc', '-p', tree, ...oneChecker, '--incremental', '--tsBuildInfoFile', kept],
  };
}
const lint = (files: string[]): Check => ({ name: 'lint', command: ['oxlint', '--type-aware', ...files] });
const format = (files: string[]): Check => ({
  name: 'format',
  command: ['biome', 'check', '--max-diagnostics=none', '--no-errors-on-unmatched', ...files],
});
const unused: Check = { name: 'unused code', command: ['knip', '--no-progress'] };

/** Runs on the whole project. */
export const allChecks: readonly Check[] = [...Object.keys(trees).map(types), lint([]), format([]), unused];

/** Runs on what these files can break. */
export function checksOf(files: string[]): readonly Check[] {
  const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  const touched = Object.entries(trees).filter(([, seen]) =>
    sources.some((file) => !file.includes('/') || seen.some((folder) => file.startsWith(folder))),
  );
  return [
    ...touched.map(([tree]) => types(tree)),
    ...(sources.length > 0 ? [lint(sources), unused] : []),
    ...(files.length > 0 ? [format(files)] : []),
  ];
}

/** The findings of the checks. */
export interface Findings {
  counts: Counts;
  /** The full output of those that failed. */
  report: string;
}

/** Runs checks one after the other (the tests beside them use the other cores), and reports how each ended. */
export async function runChecks(checks: readonly Check[]): Promise<Findings> {
  const counts = { ...none };
  let report = '';
  for (const { name, command } of checks) {
    const output = await complaints(command);
    counts[output === null ? 'passed' : 'failed'] += 1;
    process.stdout.write(`${output === null ? '✓' : '✗'} ${name}\n`);
    if (output !== null) report += `\n✗ ${name}: ${command.join(' ')}\n${output}\n`;
  }
  return { counts, report };
}

/** The output of a tool that exits with anything but 0, else null. */
async function complaints([tool, ...args]: Check['command']): Promise<string | null> {
  const child = spawn(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    env: { ...process.env, ...oneThread },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'close');
  return child.exitCode === 0 ? null : output;
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../mock-server/launch/paths.ts';
import { oneChecker, oneThread } from './setup/run/one-thread.ts';
import type { Counts } from './vitest.ts';

/** A tool that checks the project and exits with 0 when it finds nothing. */
interface Check {
  name: string;
  command: [tool: string, ...args: string[]];
}

/** The folders with types of their own. */
const trees = ['contract', 'mock-server', 'src', 'src/service-worker', 'src/command-line', 'test'];

/** The compiler's results for unchanged files are cached for the next run. */
function types(tree: string): Check {
  const cache = join(root, 'node_modules/.cache/types', `${tree.replace('/', '-')}.json`);
  return {
    name: `types of ${tree}`,
    command: ['tsc', '-p', tree, ...oneChecker, '--incremental', '--tsBuildInfoFile', cache],
  };
}

/** All checks; with names of files, lint and format look only at those. */
function allChecks(files: readonly string[] | undefined): Check[] {
  const sources = files?.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  const checks: Check[] = trees.map(types);
  if (sources?.length !== 0)
    checks.push({ name: 'lint', command: ['oxlint', '--type-aware', ...(sources ?? [])] });
  checks.push({
    name: 'format',
    command: ['biome', 'check', '--max-diagnostics=none', '--no-errors-on-unmatched', ...(files ?? [])],
  });
  checks.push({ name: 'unused code', command: ['knip', '--no-progress'] });
  return checks;
}

/** The findings of the checks. */
export interface Findings {
  counts: Counts;
  /** The full output of those that failed. */
  report: string;
}

/** Runs the checks one after the other (the tests beside them use the other cores), and reports how each ended. */
export async function runChecks(files?: readonly string[]): Promise<Findings> {
  const counts = { passed: 0, failed: 0, skipped: 0, unsteady: [] };
  let report = '';
  for (const { name, command } of allChecks(files)) {
    const output = await findings(command);
    counts[output === null ? 'passed' : 'failed'] += 1;
    process.stdout.write(`${output === null ? '✓' : '✗'} ${name}\n`);
    if (output !== null) report += `\n✗ ${name}: ${command.join(' ')}\n${output}\n`;
  }
  return { counts, report };
}

/** The output of a tool that exits with anything but 0, else null. */
async function findings([tool, ...args]: Check['command']): Promise<string | null> {
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

/** Files that differ from the revision or are new, from the root of the checkout; without those that are gone. */
export function changedFiles(revision: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const changed = git('diff', '--name-only', '-z', '--relative', revision);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  return [...changed, ...added].filter((file) => existsSync(join(root, file)));
}

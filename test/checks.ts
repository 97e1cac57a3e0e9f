import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Counts } from './counts.ts';

/** A tool that looks at the whole project and ends with 0 when it found nothing. */
interface Check {
  name: string;
  command: [tool: string, ...args: string[]];
}

const trees = ['contract', 'mock-server', 'src', 'src/service-worker', 'src/command-line', 'test'];

const checks: readonly Check[] = [
  ...trees.map((tree): Check => ({ name: `types of ${tree}`, command: ['tsc', '-p', tree] })),
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  { name: 'format', command: ['biome', 'check', '--max-diagnostics=none'] },
  { name: 'unused code', command: ['knip', '--no-progress'] },
];

const root = join(import.meta.dirname, '..');

/** Runs every check, one after the other, and shows in full what those say that fail. */
export async function runChecks(): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, command } of checks) {
    const output = await complaints(command);
    counts[output === null ? 'passed' : 'failed'] += 1;
    process.stdout.write(output === null ? `✓ ${name}\n` : `✗ ${name}: ${command.join(' ')}\n${output}\n`);
  }
  return counts;
}

/** What a tool says when it ends with anything but 0, else null. */
async function complaints([tool, ...args]: Check['command']): Promise<string | null> {
  const child = spawn(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
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

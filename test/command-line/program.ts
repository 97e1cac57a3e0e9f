import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../mock-server/launch/paths.ts';

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** Directory of the configuration, and where the program runs. */
  home: string;
  environment?: Record<string, string>;
  input?: string;
  /** Hears standard error as it comes. */
  heard?: (chunk: string, stop: () => void) => void;
  /** Default: the sources. */
  file?: string;
}

const sources = join(root, 'src/command-line/main.ts');

/** Runs the command line as a process of its own, away from any terminal. */
export async function runProgram(args: readonly string[], options: RunOptions): Promise<Run> {
  const { home, environment, input = '', heard, file = sources } = options;
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, ...environment };
  const child = spawn(process.execPath, [file, ...args], { cwd: home, env, stdio: 'pipe' });
  if (heard !== undefined) {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => heard(chunk, () => child.kill('SIGINT')));
  }
  child.stdin.end(input);
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, stdout, stderr };
}

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

type Stop = (signal?: NodeJS.Signals) => void;

export interface RunOptions {
  /** Directory of the configuration, and where the program runs. */
  home: string;
  environment?: Record<string, string>;
  input?: string;
  /** Hears standard error as it comes; `stop` is Ctrl-C unless another signal is named. */
  heard?: (chunk: string, stop: Stop) => void;
  /** Hears standard output as it comes. */
  printed?: (chunk: string, stop: Stop) => void;
  /** Is told when the program runs. */
  running?: (stop: Stop) => void;
  /** Nobody reads the result. */
  isDeaf?: boolean;
  /** Default: the sources. */
  file?: string;
}

const sources = join(root, 'src/command-line/main.ts');
/** The tests start the program some hundred times: half of each start is reading its sources. */
const compileCache = join(root, 'node_modules/.cache/compile');

/** Runs the command line as a process of its own, away from any terminal. */
export async function runProgram(args: readonly string[], options: RunOptions): Promise<Run> {
  const { home, environment, input = '', heard, printed, running, isDeaf = false, file = sources } = options;
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: home,
    NODE_COMPILE_CACHE: compileCache,
    ...environment,
  };
  const child = spawn(process.execPath, [file, ...args], { cwd: home, env, stdio: 'pipe' });
  const stop: Stop = (signal = 'SIGINT') => child.kill(signal);
  if (heard !== undefined) child.stderr.setEncoding('utf8').on('data', (chunk: string) => heard(chunk, stop));
  if (printed !== undefined) child.stdout.on('data', (chunk: Buffer) => printed(chunk.toString(), stop));
  running?.(stop);
  if (isDeaf) child.stdout.destroy();
  child.stdin.end(input);
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([isDeaf ? '' : text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, stdout, stderr };
}

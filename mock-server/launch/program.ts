import { type ChildProcess, spawn } from 'node:child_process';
import { root } from './paths.ts';

/**
 * Starts a program of the checkout with this Node and this process's streams. SIGTERM and SIGINT are passed on to it, and
 * this process ends after it.
 */
export function startProgram(args: string[], environment: Record<string, string>): ChildProcess {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  child.once('exit', () => process.off('SIGTERM', forward).off('SIGINT', forward));
  return child;
}

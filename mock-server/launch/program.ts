import { type ChildProcess, spawn } from 'node:child_process';
import { root } from './paths.ts';

/**
 * Starts a program of ours on this Node, from the checkout, with this process's streams. SIGTERM and SIGINT to this
 * process reach it too, and end this process only after it.
 */
export function startProgram(args: string[], environment: Record<string, string>): ChildProcess {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  child.once('exit', () => process.off('SIGTERM', forward).off('SIGINT', forward));
  return child;
}

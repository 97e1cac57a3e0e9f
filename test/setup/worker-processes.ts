import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The process numbers of the workers that have their folders in a folder. */
export async function workersOf(folder: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder) && line.includes('packages-worker'))
    .map((line) => Number.parseInt(line, 10));
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The worker processes of the service that keeps its files in `dataDir`, by the folders that they may read. */
export async function workersOf(dataDir: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(`${dataDir}/workers`) && line.includes('packages-worker'))
    .map((line) => Number.parseInt(line, 10));
}

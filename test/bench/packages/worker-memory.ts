import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Row } from '../measurement.ts';

const run = promisify(execFile);
/** Most MB that signing may need in addition to an idle worker. */
const megabytes = 64;

export const memoryRow = (work: string, bytes: number): Row => ({
  work,
  ours: bytes / 1e6,
  unit: 'MB',
  against: { name: 'limit', value: megabytes },
  target: { atMost: 1 },
});

/** The most memory that the worker has used, in bytes (Linux). */
export async function workerMemory(directory: string): Promise<number> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
  const line = stdout
    .split('\n')
    .find((one) => one.includes(directory) && one.includes('packages-worker/main'));
  const { stdout: status } = await run('cat', [`/proc/${Number.parseInt(line ?? '', 10)}/status`]);
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

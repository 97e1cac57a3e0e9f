import { readFileSync } from 'node:fs';

/** Seconds of processor time of this process and, on Linux, of all its child processes that have ended. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + ofEnded();
}

/**
 * The fields of `/proc/<pid>/stat` after the name of the program: user and system time of children, in ticks of 10 ms.
 */
const [childrenUser, childrenSystem] = [13, 14];

function ofEnded(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[childrenUser]) + Number(fields[childrenSystem])) / 100;
}

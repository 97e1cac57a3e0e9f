import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
export const memory = '/dev/shm';

const gigabyte = 2 ** 30;
/** Far more than the files of a run take at once, and what its programs need beside them. */
const needed = { files: 2 * gigabyte, free: 4 * gigabyte };

/**
 * Lets what this process and its children keep for a while lie in memory, where there is room: databases wait for the disk with every
 * commit, and tests make thousands of files. Elsewhere the temporary directory stays as it is.
 */
export function keepInMemory(): void {
  if (!hasRoom()) return;
  const directory = join(memory, `appshelf-tests-${process.pid}`);
  mkdirSync(directory);
  // For the user that PostgreSQL runs as, too.
  chmodSync(directory, 0o755);
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  if (runsPrograms(directory)) process.env.TMPDIR = directory;
}

function hasRoom(): boolean {
  if (!existsSync(memory) || process.availableMemory() < needed.free) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= needed.files;
}

/** PostgreSQL is started from the temporary directory; containers may forbid programs in theirs. */
function runsPrograms(directory: string): boolean {
  const program = join(directory, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

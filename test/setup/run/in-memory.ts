import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The directory whose files Linux keeps in memory. */
export const memory = '/dev/shm';

const gigabyte = 2 ** 30;
/** Bytes, far more than the files of a run take at the same time, and than its programs need besides. */
const needed = { files: 2 * gigabyte, free: 4 * gigabyte };

/**
 * Keeps the temporary files of this process and its children in memory, if there is enough: databases wait for the disk
 * at every commit, and tests make thousands of files. Otherwise the temporary directory stays unchanged.
 */
export function keepInMemory(): void {
  if (!hasRoom()) return;
  const directory = join(memory, `appshelf-tests-${process.pid}`);
  mkdirSync(directory);
  // The user that PostgreSQL runs as needs access too.
  chmodSync(directory, 0o755);
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  if (runsPrograms(directory)) process.env.TMPDIR = directory;
}

function hasRoom(): boolean {
  if (!existsSync(memory) || process.availableMemory() < needed.free) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= needed.files;
}

/**
 * Whether programs can be run from a directory. PostgreSQL is started from the temporary directory, and containers may
 * forbid programs in memory.
 */
function runsPrograms(directory: string): boolean {
  const program = join(directory, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps the files of this directory in memory. */
const inMemory = '/dev/shm';

/** Bytes that a run of all tests never comes near to. */
const room = 6 * 2 ** 30;

/**
 * Gives this run a directory for all that it writes, gone when it ends. It is in memory where there is plenty: a third of the
 * time of the service's tests went into waiting for a disk, and nothing of it has to outlive a crash of the machine.
 */
export function writeIntoScratch(): void {
  const home = mkdtempSync(join(hasRoomInMemory() ? inMemory : tmpdir(), 'appshelf-tests-'));
  process.env.TMPDIR = home;
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
}

function hasRoomInMemory(): boolean {
  if (process.env.TMPDIR !== undefined || freemem() < room || !existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > room;
}

import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memory } from './in-memory.ts';

const day = 24 * 3_600_000;

/** Removes what killed test runs have left in the temporary directory and in memory. */
export async function removeLeftBehind(): Promise<void> {
  await removeLeftIn(tmpdir());
  if (existsSync(memory)) await removeLeftIn(memory);
}

/**
 * Removes what killed test runs have left in a directory: folders with the process number of a process that has ended,
 * and others that nobody has changed for a day. Folders of other users stay.
 */
export async function removeLeftIn(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (name.startsWith('appshelf-') && (await isLeftBehind(path)))
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeftBehind(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true || found.uid !== process.getuid?.()) return false;
  const owner = /appshelf-(?:workers|tests)-(\d+)$/.exec(path)?.[1];
  return owner === undefined ? Date.now() - found.mtimeMs > day : !isRunning(Number(owner));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

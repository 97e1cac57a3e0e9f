import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../settings/environment.ts';

const keyLength = 32;
/** Milliseconds between two checks whether the file has changed. */
const checkIntervalMs = 1_000;
/**
 * Milliseconds after which every instance has noticed a change of the file, and has finished work with the earlier
 * keys.
 */
export const keysAreSeenWithin = 2 * checkIntervalMs;

const createKey = (): string => randomBytes(keyLength).toString('base64');

/** Keys of 32 bytes in base64, separated by commas, spaces or lines, the current one first. Error: when one is not that long. */
export function parseKeys(text: string): Buffer[] {
  const keys = text.split(/[\s,]+/).filter(Boolean);
  return keys.map((key) => {
    const bytes = Buffer.from(key, 'base64');
    if (bytes.length !== keyLength) throw new Error('A secret key must be 32 bytes in base64.');
    return bytes;
  });
}

/** Creates the file with one key where there is none. Processes that start together agree on one. */
export async function makeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, createKey(), { mode: 0o600, flush: true });
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
}

/** Adds a new key at the beginning of the file, in one step; its owner and mode stay. */
export async function addKey(path: string): Promise<void> {
  const before = (await readFile(path, 'utf8')).trim();
  const { mode, uid, gid } = await stat(path);
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, `${createKey()}\n${before}\n`, { mode: mode % 0o1000, flush: true });
  await chown(temporary, uid, gid);
  await rename(temporary, path);
}

/** Reads the keys of a file, again whenever it has changed: keys are rotated while services run. */
export function watchKeys(path: string): () => readonly Buffer[] {
  let [keys, changed, looked]: [readonly Buffer[], number, number] = [[], -1, 0];
  return () => {
    if (changed !== -1 && Date.now() - looked < checkIntervalMs) return keys;
    looked = Date.now();
    const { mtimeMs } = statSync(path);
    if (mtimeMs !== changed) [keys, changed] = [readKeys(path), mtimeMs];
    return keys;
  };
}

/** The keys of a file. Errors: ConfigError when it is empty or damaged, and those of reading it. */
function readKeys(path: string): Buffer[] {
  const text = readFileSync(path, 'utf8');
  try {
    const keys = parseKeys(text);
    if (keys.length > 0) return keys;
  } catch (cause) {
    throw damagedKeyFileError(path, cause);
  }
  throw damagedKeyFileError(path);
}

const damagedKeyFileError = (path: string, cause?: unknown) =>
  new ConfigError(
    `${path} is damaged: it has to hold 32 bytes in base64. Put it back from a backup; if nothing was stored with it yet, delete it.`,
    { cause },
  );

import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The directory for what the user configured: XDG Base Directory, or %APPDATA% on Windows. */
export const getConfigDirectory = (): string => directory('XDG_CONFIG_HOME', 'APPDATA', '.config');

/** The directory for what may be deleted without harm: XDG Base Directory, or %LOCALAPPDATA% on Windows. */
export const getStateDirectory = (): string => directory('XDG_STATE_HOME', 'LOCALAPPDATA', '.local/state');

function directory(variable: string, windowsVariable: string, fallback: string): string {
  const windows = process.platform === 'win32' ? process.env[windowsVariable] : undefined;
  return join(process.env[variable] || windows || join(homedir(), fallback), 'appshelf');
}

/** The JSON of a file; null when there is no such file. Throws when it is not JSON or cannot be read. */
export async function readPrivate(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes JSON to a file that only this user may read. */
export async function writePrivate(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Written under another name and renamed, so that there is never half a file, or one that others may read.
  const made = `${file}.${process.pid}`;
  await writeFile(made, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(made, 0o600);
  await rename(made, file);
}

import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Problem, wrongUse } from './problems.ts';

/** What login keeps: where, as whom, and the token. */
export interface Access {
  server: string;
  token: string;
  tokenId: string;
  userId: string;
  organization: { id: string; name: string };
}

/** Scheme, host and port of a service. Error: `wrongUse` for what is none, or would send the token in the clear. */
export function serverAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw wrongUse(`“${text}” is not an address. Write it as https://apps.example.org.`);
  }
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !loopback) {
    throw wrongUse(`${url.origin} would carry your token unencrypted. Use https.`);
  }
  return url.origin;
}

/**
 * The address and the token to use: those of the environment, else those kept. A kept token goes to the service that made it
 * and to no other. Error: `notAllowed`, not signed in.
 */
export async function currentAccess(): Promise<Pick<Access, 'server' | 'token'>> {
  const { APPSHELF_URL, APPSHELF_TOKEN } = process.env;
  const kept = await keptAccess();
  const server = APPSHELF_URL ? serverAddress(APPSHELF_URL) : kept?.server;
  const token = APPSHELF_TOKEN || (kept?.server === server ? kept?.token : undefined);
  if (server === undefined) throw notSignedIn('No service is known');
  if (token === undefined) throw notSignedIn(`Nobody is signed in at ${server}`);
  return { server, token };
}

const notSignedIn = (what: string) =>
  new Problem('notAllowed', `${what}: sign in with appshelf login, or set APPSHELF_URL and APPSHELF_TOKEN.`);

/** What login kept, or null. Error: `wrongUse` when the file can not be read. */
export async function keptAccess(): Promise<Access | null> {
  try {
    return JSON.parse(await readFile(accessFile(), 'utf8')) as Access;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw wrongUse(`${accessFile()} cannot be read. Delete it and sign in again.`, cause);
  }
}

/** Keeps who is signed in, readable by this user alone. */
export async function keepAccess(access: Access): Promise<void> {
  const file = accessFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Beside and renamed: at no moment is there half a file, or one that others may read.
  const made = `${file}.${process.pid}`;
  await writeFile(made, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(made, 0o600);
  await rename(made, file);
}

export const forgetAccess = (): Promise<void> => rm(accessFile(), { force: true });

/** In the user's configuration directory: XDG Base Directory, or %APPDATA% on Windows. */
function accessFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const windows = process.platform === 'win32' ? APPDATA : undefined;
  return join(XDG_CONFIG_HOME || windows || join(homedir(), '.config'), 'appshelf', 'access.json');
}

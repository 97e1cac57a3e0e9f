import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getConfigDirectory, readPrivate, writePrivate } from './private-file.ts';
import { Problem, usageError } from './problems.ts';

/** What `login` stores: the service, the user and the token. */
export interface Access {
  server: string;
  token: string;
  tokenId: string;
  userId: string;
  organization: { id: string; name: string };
}

/**
 * Scheme, host and port of a service. Error: `wrongUse` for a text that is no address, or an address to which the token
 * would be sent unencrypted.
 */
export function parseServerAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usageError(`“${text}” is not an address. Write it as https://apps.example.org.`);
  }
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !loopback) {
    throw usageError(`${url.origin} would carry your token unencrypted. Use https.`);
  }
  return url.origin;
}

/**
 * The address and the token to use: those of the environment, otherwise those that `login` stored. A stored token is
 * sent only to the service that made it. Error: `notAllowed` when not signed in.
 */
export async function getAccess(): Promise<Pick<Access, 'server' | 'token'>> {
  const { APPSHELF_URL, APPSHELF_TOKEN } = process.env;
  const stored = await readAccess();
  const server = APPSHELF_URL ? parseServerAddress(APPSHELF_URL) : stored?.server;
  const token = APPSHELF_TOKEN || (stored?.server === server ? stored?.token : undefined);
  if (server === undefined) throw notSignedIn('No service is known');
  if (token === undefined) throw notSignedIn(`Nobody is signed in at ${server}`);
  return { server, token };
}

const notSignedIn = (what: string) =>
  new Problem('notAllowed', `${what}: sign in with appshelf login, or set APPSHELF_URL and APPSHELF_TOKEN.`);

/** What `login` stored, or null. Error: `wrongUse` when the file cannot be read. */
export async function readAccess(): Promise<Access | null> {
  try {
    return (await readPrivate(getAccessFile())) as Access | null;
  } catch (cause) {
    throw usageError(`${getAccessFile()} cannot be read. Delete it and sign in again.`, cause);
  }
}

/** Stores who is signed in, in a file that only this user of the machine can read. */
export const saveAccess = (access: Access): Promise<void> => writePrivate(getAccessFile(), access);

export const deleteAccess = (): Promise<void> => rm(getAccessFile(), { force: true });

const getAccessFile = (): string => join(getConfigDirectory(), 'access.json');

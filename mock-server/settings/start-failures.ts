import { ConfigError } from './environment.ts';

interface Failure extends Error {
  code?: string;
  path?: string;
  address?: string;
  port?: number;
}

const restore = 'Put back a backup (docs/operating.md, Backup), and keep the damaged file until then.';

/** What a failure of the system means, and what to do, by its code. */
const sentences: Readonly<Record<string, (failure: Failure) => string>> = {
  SQLITE_CORRUPT: () => `The database in DATA_DIR is damaged. ${restore}`,
  SQLITE_NOTADB: () => `The database file in DATA_DIR is damaged, or none of Appshelf's. ${restore}`,
  SQLITE_CANTOPEN: () =>
    'The database in DATA_DIR can’t be opened. Let the user of the service read and write DATA_DIR, and check that its disk is there.',
  SQLITE_READONLY: () =>
    'The database in DATA_DIR can only be read. Let the user of the service write DATA_DIR, and mount its disk for writing.',
  SQLITE_FULL: () => 'The disk of DATA_DIR is full. Make room, then start again.',
  SQLITE_IOERR: () => 'The disk of DATA_DIR does not answer as it should. Check it, then start again.',
  SQLITE_BUSY: () => 'Another program keeps the database in DATA_DIR locked. Stop it, then start again.',
  EACCES: (failure) =>
    `${formatPlace(failure)} can't be used: the user of the service has no right to it. Give it that right.`,
  EPERM: (failure) =>
    `${formatPlace(failure)} can't be used: the user of the service has no right to it. Give it that right.`,
  EROFS: (failure) =>
    `${formatPlace(failure)} is on a disk that can only be read. Mount it for writing, or name another DATA_DIR.`,
  ENOSPC: (failure) => `The disk of ${formatPlace(failure)} is full. Make room, then start again.`,
  EDQUOT: (failure) =>
    `The user of the service may store no more at ${formatPlace(failure)}. Make room, then start again.`,
  ENOTDIR: (failure) => `${formatPlace(failure)} is not in a directory. Name another DATA_DIR.`,
  EISDIR: (failure) => `${formatPlace(failure)} is a directory, and has to be a file. Put back the file.`,
  EEXIST: (failure) => `${formatPlace(failure)} is no directory. Name another DATA_DIR.`,
  EADDRINUSE: ({ port }) => `Another program listens at port ${port ?? ''}. Stop it, or set PORT.`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address ?? ''}. Set HOST.`,
};

const formatPlace = ({ path, address, port }: Failure): string =>
  path ?? (address === undefined ? 'DATA_DIR' : `${address}, port ${port ?? ''},`);

/** Why a start, or a command, failed, in a sentence that says what to do; null for a fault of the program. */
export function describeStartFailure(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return null;
  const { code = '' }: Failure = error;
  // Codes of SQLite may have a second part, as in SQLITE_IOERR_READ.
  const known = Object.keys(sentences).find((name) => code === name || code.startsWith(`${name}_`));
  const sentence = known === undefined ? undefined : sentences[known];
  return sentence === undefined ? describeStartFailure(error.cause) : sentence(error);
}

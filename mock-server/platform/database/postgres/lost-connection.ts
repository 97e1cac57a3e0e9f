import { ServiceError } from '../../http/errors.ts';

/** Seconds after which a client may try again. */
const retryAfter = 2;

/**
 * SQLSTATEs of a server that ended a connection, takes none or only reads, as during a restart or a failover; PostgreSQL's
 * documentation, Error Codes. Those of class 08 are about connections, too.
 */
const serverStates = new Set(['57P01', '57P02', '57P03', '53300', '25006', '25P03']);

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The states and errors of a server that takes nobody, or that isn't there. */
const noServer = new Set([
  '57P03',
  '53300',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/** What the driver says, without a code, of a connection that ended, or that it could not open in time. */
const driverErrors =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Of those the ones of a connection that could not be opened in time, or of a pool that had none. */
const lateConnection =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)/;

/** Whether an error says that the connection to the server is lost, or can't be opened. */
export function isLost(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (serverStates.has(code) || networkErrors.has(code)) return true;
  return /^08\w{3}$/.test(code) || driverErrors.test(error.message);
}

/**
 * Of those the ones that say that no connection was there: no server, or none in time. The system says of an open connection, too, that the
 * other machine is gone: of one that was read or written.
 */
const isUnreachable = (error: unknown): boolean =>
  isLost(error) &&
  (lateConnection.test(error.message) || (noServer.has(codeOf(error)) && !isOfOpenConnection(error)));

const isOfOpenConnection = (error: Error): boolean =>
  'syscall' in error && (error.syscall === 'read' || error.syscall === 'write');

/** Whether another connection would help as little: there is no server, or who asks has waited for as long as they may. */
export const isInVain = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Error && error.message.startsWith('Query read timeout'));

/** Whether a server that is there has no room for another connection. */
export const isFullServer = (error: unknown): boolean =>
  error instanceof ServiceError && error.cause instanceof Error && codeOf(error.cause) === '53300';

/** Whether a refusal says that the database can't be reached. */
export const isAway = (error: unknown): boolean => error instanceof ServiceError && isLost(error.cause);

/** Of those the ones for which nothing was begun: no connection was there. Any other may have lost the answer to its `commit`. */
export const isNeverBegun = (error: unknown): boolean =>
  error instanceof ServiceError && isUnreachable(error.cause);

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** SQLSTATEs of work that was undone since it took too long, or since others were at the same rows: it may succeed the next time. */
const undone = new Set(['57014', '40001', '40P01', '55P03']);

const isUndone = (error: unknown): error is Error => error instanceof Error && undone.has(codeOf(error));

/** Codes of a database that finds no room: PostgreSQL's disk_full, and SQLite's result code. */
const noRoom = new Set(['53100', 'SQLITE_FULL']);

const isFull = (error: unknown): error is Error => error instanceof Error && noRoom.has(codeOf(error));

/**
 * SQLSTATEs and SQLite's result codes of a server or file that can't be used at the moment: no memory, a fault of the disk, another process
 * that holds the lock for longer than anybody waits, a disk that takes no writes.
 */
const unusable = /^(53200|58030|SQLITE_(BUSY|IOERR|CANTOPEN|NOMEM|READONLY)(_\w+)?)$/;

const isUnusable = (error: unknown): error is Error => error instanceof Error && unusable.test(codeOf(error));

/** Seconds after which there may be room again: somebody has to make it. */
const roomAfter = 300;

/** What a request is refused with for such an error; any other is returned as it is. */
export function refused(error: unknown): unknown {
  if (isFull(error)) {
    const text =
      'The database has no disk space left. Nothing was changed. Tell the people who operate the service.';
    return new ServiceError('storage_full', text, { headers: wait(roomAfter), cause: error });
  }
  if (!isLost(error) && !isUndone(error) && !isUnusable(error)) return error;
  const text = 'The database can’t be reached. Send the request again in a moment.';
  return new ServiceError('unavailable', text, { headers: wait(retryAfter), cause: error });
}

const wait = (seconds: number) => ({ 'retry-after': String(seconds) });

import { ServiceError } from '../../errors.ts';

/** Seconds after which a client may try again. */
const retryAfterSeconds = 2;

/**
 * SQLSTATEs of a server that ended a connection, accepts none or only reads, as during a restart or a failover;
 * PostgreSQL's documentation, Error Codes. Those of class 08 are about connections as well.
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

/** SQLSTATEs and system errors for a server that accepts no connection or does not exist. */
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

/** Messages of the driver, without a code, about a connection that ended or could not be opened in time. */
const driverErrors =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Those of them about a connection that could not be opened in time, or about a pool that had none. */
const lateConnection =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)/;

/** Whether an error says that the connection to the server is lost, or can't be opened. */
export function isLost(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = getCode(error);
  if (serverStates.has(code) || networkErrors.has(code)) return true;
  return /^08\w{3}$/.test(code) || driverErrors.test(error.message);
}

/**
 * Whether such an error says that there was no connection: no server, or none in time. The system also says of an open
 * connection that the other machine is gone; then the error is about reading or writing.
 */
const isUnreachable = (error: unknown): boolean =>
  isLost(error) &&
  (lateConnection.test(error.message) || (noServer.has(getCode(error)) && !isOfOpenConnection(error)));

const isOfOpenConnection = (error: Error): boolean =>
  'syscall' in error && (error.syscall === 'read' || error.syscall === 'write');

/**
 * Whether another connection would not help either: there is no server, or the caller has waited for as long as
 * allowed.
 */
export const isInVain = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Error && error.message.startsWith('Query read timeout'));

/** Whether a server exists but has no room for another connection. */
export const isFullServer = (error: unknown): boolean =>
  error instanceof ServiceError && error.cause instanceof Error && getCode(error.cause) === '53300';

/** Whether a refusal says that the database can't be reached. */
export const isAway = (error: unknown): boolean => error instanceof ServiceError && isLost(error.cause);

/**
 * Whether such a refusal says that nothing was begun, because there was no connection. With any other, the answer to a
 * `commit` may have been lost.
 */
export const isNeverStarted = (error: unknown): boolean =>
  error instanceof ServiceError && isUnreachable(error.cause);

const getCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * SQLSTATEs of work that was rolled back because it took too long, or because others used the same rows: it may succeed
 * the next time.
 */
const rolledBackCodes = new Set(['57014', '40001', '40P01', '55P03']);

const isNothingSent = (error: unknown): error is Error =>
  error instanceof Error && rolledBackCodes.has(getCode(error));

/** Codes of a database without room: PostgreSQL's disk_full, and SQLite's result code. */
const fullCodes = new Set(['53100', 'SQLITE_FULL']);

const isFull = (error: unknown): error is Error => error instanceof Error && fullCodes.has(getCode(error));

/**
 * SQLSTATEs and SQLite's result codes of a server or file that can't be used at the moment: no memory, a fault of the
 * disk, another process that holds the lock for too long, a disk that accepts no writes.
 */
const unusable = /^(53200|58030|SQLITE_(BUSY|IOERR|CANTOPEN|NOMEM|READONLY)(_\w+)?)$/;

const isUnusable = (error: unknown): error is Error =>
  error instanceof Error && unusable.test(getCode(error));

/** Seconds after which there may be room again: somebody has to free some. */
const fullRetrySeconds = 300;

/** The refusal of a request for such an error; any other error is returned as it is. */
export function toRefusal(error: unknown): unknown {
  if (isFull(error)) {
    const text =
      'The database has no disk space left. Nothing was changed. Tell the people who operate the service.';
    return new ServiceError('storage_full', text, {
      headers: retryAfterHeader(fullRetrySeconds),
      cause: error,
    });
  }
  if (!isLost(error) && !isNothingSent(error) && !isUnusable(error)) return error;
  const text = 'The database can’t be reached. Send the request again in a moment.';
  return new ServiceError('unavailable', text, {
    headers: retryAfterHeader(retryAfterSeconds),
    cause: error,
  });
}

const retryAfterHeader = (seconds: number) => ({ 'retry-after': String(seconds) });

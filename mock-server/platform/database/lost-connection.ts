import { ServiceError } from '../http/errors.ts';

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
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Whether an error says that the connection to the server is lost, or can't be opened. */
export function isLost(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (serverStates.has(code) || networkErrors.has(code)) return true;
  return /^08\w{3}$/.test(code) || driverErrors.test(error.message);
}

/** Of those the ones that say that there is no server to open another connection to: trying again at once is in vain. */
export const isUnreachable = (error: unknown): boolean => isLost(error) && noServer.has(codeOf(error));

/** Whether a refusal says that the database can't be reached. */
export const isAway = (error: unknown): boolean => error instanceof ServiceError && isLost(error.cause);

/** Of those the ones for which nothing was begun: no connection was there. Any other may have lost the answer to its `commit`. */
export const isNeverBegun = (error: unknown): boolean =>
  error instanceof ServiceError && (isUnreachable(error.cause) || isOutOfTime(error.cause));

const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** SQLSTATEs of work that was undone since it took too long, or since others were at the same rows: it may succeed the next time. */
const undone = new Set(['57014', '40001', '40P01', '55P03']);

const isUndone = (error: unknown): error is Error => error instanceof Error && undone.has(codeOf(error));

/** What a request is refused with for such an error; any other is returned as it is. */
export const refused = (error: unknown): unknown =>
  isLost(error) || isUndone(error)
    ? new ServiceError('unavailable', 'The database can’t be reached. Send the request again in a moment.', {
        headers: { 'retry-after': String(retryAfter) },
        cause: error,
      })
    : error;

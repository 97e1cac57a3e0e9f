import type { ErrorBody, ErrorName } from '../../../contract/common/errors.ts';
import {
  type ClientError,
  ForeignResponseError,
  getNameOfCode,
  RateLimitedError,
  RefusedError,
  ServerError,
  SessionEndedError,
} from './errors.ts';

/** The errors that end a session: whatever was requested, the person has to sign in again. */
const endings: ReadonlySet<ErrorName | null> = new Set([
  'not_authenticated',
  'device_unknown',
  'account_disabled',
  'account_deleted',
]);

/** Seconds to wait after 429 when the service does not say how long. */
const defaultWaitSeconds = 60;

/** The JSON of an answer; undefined when it is something else. */
export function parseJson(response: Response, text: string): unknown {
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The error for an answer that is not the service's: a 5xx comes from a proxy in front of a service that is gone,
 * anything else from a foreign network.
 */
export function toForeignError({ status }: Response): ServerError | ForeignResponseError {
  if (status >= 500) return new ServerError(status, `HTTP ${status}`, null);
  return new ForeignResponseError('The answer does not come from this service.');
}

/** The error for an unsuccessful answer of the service. `signedIn`: the request was made with a session. */
export function readFailure(response: Response, body: unknown, signedIn: boolean): ClientError {
  const { status } = response;
  const error = getErrorObject(body);
  if (status >= 500 || error === undefined)
    return new ServerError(status, error?.message ?? `HTTP ${status}`, error?.guid ?? null);
  const refusal = {
    status,
    code: error.code,
    name: getNameOfCode(error.code),
    message: error.message,
    guid: error.guid,
    details: error.error_details,
  };
  if (signedIn && (status === 401 || endings.has(refusal.name))) return new SessionEndedError(refusal);
  if (status === 429) return new RateLimitedError(refusal, parseRetryAfter(response));
  return new RefusedError(refusal);
}

function getErrorObject(body: unknown): ErrorBody['error'] | undefined {
  const error = (body as Partial<ErrorBody> | null | undefined)?.error;
  return typeof error?.code === 'number' && typeof error.message === 'string' ? error : undefined;
}

/** The longest wait in seconds that is accepted, because a date depends on the clock of this device. */
const maxWaitSeconds = 15 * 60;

/** `Retry-After` in seconds or as a date; RFC 9110, 10.2.3. */
export function parseRetryAfter(response: Response): number {
  const statement = response.headers.get('retry-after') ?? '';
  const seconds = statement === '' ? Number.NaN : Number(statement);
  const wait = Number.isFinite(seconds) ? seconds : (Date.parse(statement) - Date.now()) / 1000;
  return Number.isNaN(wait) ? defaultWaitSeconds : Math.min(maxWaitSeconds, Math.max(0, wait));
}

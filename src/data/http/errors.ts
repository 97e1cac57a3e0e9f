import { type ErrorName, errorCodes } from '../../../contract/common/errors.ts';
import { type SessionEnd, sessionEnds } from '../../../contract/identity.ts';
import type { ErrorKind, ErrorReason } from '../records/error-reason.ts';

/** Why a call failed. Code decides by `kind` and the error's name, never by its text. */
export abstract class ClientError extends Error {
  abstract readonly kind: ErrorKind;
}

/** Seconds after which people are no longer waiting. */
const longWaitSeconds = 30;

/** The reason of a failed call. */
export function toErrorReason(error: ClientError): ErrorReason {
  const reason = { kind: error.kind, name: getErrorName(error) };
  const isLong = error instanceof RateLimitedError && error.retryAfter > longWaitSeconds;
  return isLong ? { ...reason, retryAt: Date.now() + error.retryAfter * 1000 } : reason;
}

function getErrorName(error: ClientError): ErrorName | null {
  if (error instanceof RefusedError) return error.errorName;
  return isBusy(error) ? 'unavailable' : null;
}

/** Whether the service is too busy, or is being restarted: RFC 9110, 15.6.4. */
export const isBusy = (error: unknown): boolean => error instanceof ServerError && error.status === 503;

/** Whether the page itself failed: nothing was wrong with the service or the network. */
export const isOwnFault = (error: unknown): boolean => error instanceof ServerError && error.status === 0;

/** The service's error object (document 1, Error object). `name`: the contract's name of `code`, null when unknown. */
export interface Refusal {
  status: number;
  code: number;
  name: ErrorName | null;
  message: string;
  guid: string;
  details: Record<string, unknown> | null;
}

/** The service refused the request; sending it again unchanged does not help. */
export class RefusedError extends ClientError {
  readonly kind: ErrorKind = 'refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }

  get errorName(): ErrorName | null {
    return this.refusal.name;
  }

  get details(): Record<string, unknown> | null {
    return this.refusal.details;
  }
}

/** The token is void, the device is no longer paired, or the account was disabled. */
export class SessionEndedError extends RefusedError {
  override readonly kind = 'session-ended';

  /** Why it ended, when the service says so. */
  get reason(): SessionEnd | null {
    return sessionEnds.find((end) => end === (this.details?.reason ?? this.errorName)) ?? null;
  }
}

/** Too many requests: try again after `retryAfter` seconds. */
export class RateLimitedError extends RefusedError {
  override readonly kind = 'rate-limited';
  readonly retryAfter: number;

  constructor(refusal: Refusal, retryAfter: number) {
    super(refusal);
    this.retryAfter = retryAfter;
  }
}

/** The service failed, or its answer can't be understood. */
export class ServerError extends ClientError {
  readonly kind = 'server';
  readonly status: number;
  readonly guid: string | null;

  constructor(status: number, message: string, guid: string | null) {
    super(message);
    this.status = status;
    this.guid = guid;
  }
}

/** The browser says that there is no network. */
export class OfflineError extends ClientError {
  readonly kind = 'offline';
}

/** No answer: the service is gone, or the connection is too bad. */
export class UnreachableError extends ClientError {
  readonly kind: ErrorKind = 'unreachable';
}

/** Somebody else answered in place of the service: the sign-in page of a network, a filter, a proxy. */
export class ForeignResponseError extends UnreachableError {
  override readonly kind = 'foreign';
}

/**
 * A part of the catalog that is loaded on demand did not arrive. Browsers remember a failed import until the page is
 * reloaded, so only a reload can help.
 */
export class ChunkLoadError extends ClientError {
  readonly kind = 'part-missing';
}

/** The service's answer is of a version that this catalog can't read: it has to be loaded again, or updated. */
export class IncompatibleVersionError extends ClientError {
  readonly kind = 'other-version';
}

/** A download that was given to the browser did not begin: the browser did not request the file. */
export class DownloadNotStartedError extends ClientError {
  readonly kind = 'not-begun';
}

const names = new Map<number, ErrorName>(
  (Object.keys(errorCodes) as ErrorName[]).map((name) => [errorCodes[name].code, name]),
);

/** The name of an error code, or null for one that this version does not know. */
export const getNameOfCode = (code: number): ErrorName | null => names.get(code) ?? null;

/** Whether the service could not be asked, or failed, so that it has refused nothing. */
export const isUnanswered = (fault: unknown): boolean =>
  fault instanceof OfflineError || fault instanceof UnreachableError || fault instanceof ServerError;

/** The texts with which browsers report a failed import; there is no error code for it. */
const isChunkLoadFailure = /dynamically imported module|module script/i;

/** Turns anything thrown into a `ClientError`. A bug of our own becomes a `ServerError` with status 0. */
export function toClientError(fault: unknown): ClientError {
  if (fault instanceof ClientError) return fault;
  if (fault instanceof TypeError && isChunkLoadFailure.test(fault.message))
    return new ChunkLoadError(fault.message, { cause: fault });
  return new ServerError(0, String(fault), null);
}

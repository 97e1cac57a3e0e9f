import { type ErrorName, errorCodes } from '../../../contract/common/errors.ts';

export type ErrorKind =
  | 'refused'
  | 'session-ended'
  | 'rate-limited'
  | 'server'
  | 'offline'
  | 'unreachable'
  | 'foreign'
  | 'part-missing';

/** Why a call failed. Code decides by `kind` and `name`, never by the text. */
export abstract class ClientError extends Error {
  abstract readonly kind: ErrorKind;
}

/** Why something failed, in what code and words can decide by. `unsupported`: this version knows no such write. */
export interface ErrorReason {
  kind: ErrorKind | 'unsupported';
  /** The service's name for it; null where it gave none, or one that this version does not know. */
  name: ErrorName | null;
}

/** The reason of a failed call. */
export const reasonOf = (error: ClientError): ErrorReason => ({
  kind: error.kind,
  name: error instanceof RefusedError ? error.errorName : null,
});

/** What the service said; document 1, Error object. `code` is the number that travels, `name` ours, null when unknown. */
export interface Refusal {
  status: number;
  code: number;
  name: ErrorName | null;
  message: string;
  guid: string;
  details: Record<string, unknown> | null;
}

/** The service understood and said no; sending the same again is of no use. */
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

/** The service failed, or answered what makes no sense. */
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

/** No answer: the service is gone, or the line too bad. */
export class UnreachableError extends ClientError {
  readonly kind: ErrorKind = 'unreachable';
}

/** Somebody else answered in the service's place: the sign-in page of a network, a filter, a proxy. */
export class ForeignAnswerError extends UnreachableError {
  override readonly kind = 'foreign';
}

/**
 * A part of the catalog that is loaded when it is needed did not arrive. Browsers keep that in mind as long as the page
 * lives, so only a fresh page can help.
 */
export class PartMissingError extends ClientError {
  readonly kind = 'part-missing';
}

const names = new Map<number, ErrorName>(
  (Object.keys(errorCodes) as ErrorName[]).map((name) => [errorCodes[name].code, name]),
);

/** The name of an error code, or null for one that this version does not know. */
export const errorName = (code: number): ErrorName | null => names.get(code) ?? null;

/** How browsers say that a part did not arrive; there is no code for it. */
const partMissing = /dynamically imported module|module script/i;

/** Names a fault of any kind as a `ClientError`: what is neither that nor the network's is a fault of ours. */
export function toClientError(fault: unknown): ClientError {
  if (fault instanceof ClientError) return fault;
  if (fault instanceof TypeError && partMissing.test(fault.message))
    return new PartMissingError(fault.message, { cause: fault });
  return new ServerError(0, String(fault), null);
}

import { randomUUID } from 'node:crypto';
import { type ErrorBody, type ErrorName, errorCodes, type Failed } from '../../contract/common/errors.ts';

/**
 * A refusal with a stable name. `message` tells the client what is wrong and what to do; `cause` is only logged.
 */
export class ServiceError extends Error {
  readonly errorName: ErrorName;
  readonly details: Record<string, unknown> | null;
  /** Response headers of the refusal, for example `Retry-After`. */
  readonly headers: Record<string, string>;

  constructor(
    errorName: ErrorName,
    message: string,
    options: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    // The stack of a refusal is of no use, and creating it takes a tenth of the request's time. Internal faults are
    // logged with theirs.
    const depth = Error.stackTraceLimit;
    if (errorCodes[errorName].status < 500) Error.stackTraceLimit = 0;
    super(message, { cause: options.cause });
    Error.stackTraceLimit = depth;
    this.name = 'ServiceError';
    this.errorName = errorName;
    this.details = options.details ?? null;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorCodes[this.errorName].status;
  }

  /** The error object under the given guid; document 1, Error object. */
  toBody(guid: string): ErrorBody {
    return {
      error: {
        code: errorCodes[this.errorName].code,
        message: this.message,
        guid,
        error_details: this.details,
      },
    };
  }
}

/** The object does not exist, or the caller may not see it. */
export const notFoundError = (what: string): ServiceError =>
  new ServiceError('not_found', `There is no such ${what}. Check its identifier.`);

/** The error for an address with neither an operation nor a page. */
export const unknownAddressError = (): ServiceError =>
  new ServiceError('not_found', 'There is nothing at this address. Check it; /docs has all of them.');

/** The error for a body of a type that is not accepted; document 1, Conventions 4. */
export const unsupportedMediaTypeError = (): ServiceError =>
  new ServiceError(
    'unsupported_media_type',
    'Send the body as application/json, or as multipart/form-data when it carries files.',
  );

/** System errors of a disk, or of a user's share of it, without room. */
const noRoom = new Set(['ENOSPC', 'EDQUOT']);

/** Whether an error says that a disk has no room left. */
export const isDiskFull = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && noRoom.has(String(error.code));

/** The refusal of what needs room on a full disk. */
export const diskFullError = (cause: Error): ServiceError =>
  new ServiceError(
    'storage_full',
    'The service has no disk space left for the file. Tell the people who operate it.',
    { cause, headers: { 'retry-after': '300' } },
  );

/** Code 11; document 1, Errors 2. */
export const forbiddenError = (message: string): ServiceError => new ServiceError('forbidden', message);

/** `Retry-After` for a wait in milliseconds, rounded up to seconds, at least 1. */
export const retryIn = (milliseconds: number) => ({
  'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
});

/** The error for more requests than are allowed; another one is allowed after `wait` milliseconds. */
export const tooManyRequestsError = (wait: number): ServiceError =>
  new ServiceError(
    'too_many_requests',
    'Too many requests. Wait as long as Retry-After says, then try again.',
    { headers: retryIn(wait) },
  );

/** The error for requests that people who are disabled for non-compliance may not make. */
export const mustComplyError = (): ServiceError =>
  new ServiceError(
    'account_disabled',
    'This account is disabled until a mandatory application is installed on one of its devices. Open the catalog.',
  );

/** The report of an item of a bulk call that failed while the others succeeded; document 1, Errors 6. */
export const toFailedItem = (identifier: string | number, error: ServiceError): Failed => ({
  object_id: identifier,
  error: error.toBody(randomUUID()).error,
});

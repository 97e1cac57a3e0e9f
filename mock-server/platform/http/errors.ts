import { randomUUID } from 'node:crypto';
import { type ErrorBody, type ErrorName, errorCodes, type Failed } from '../../../contract/common/errors.ts';

/**
 * A refusal with a stable name. `message` is for the person or client: what happened and what to do.
 * `cause` goes to the log alone.
 */
export class ServiceError extends Error {
  readonly errorName: ErrorName;
  readonly details: Record<string, unknown> | null;
  /** Response headers that belong to the refusal, as `Retry-After`. */
  readonly headers: Record<string, string>;

  constructor(
    errorName: ErrorName,
    message: string,
    options: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
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

/** Something asked for by identifier is not there, or not the caller's to see. */
export const notFound = (what: string): ServiceError =>
  new ServiceError('not_found', `There is no such ${what}. Check its identifier.`);

/** A body of a type that is not taken; document 1, Conventions 4. */
export const unsupportedMediaType = (): ServiceError =>
  new ServiceError(
    'unsupported_media_type',
    'Send the body as application/json, or as multipart/form-data when it carries files.',
  );

/** Code 11; document 1, Errors 2. */
export const forbidden = (message: string): ServiceError => new ServiceError('forbidden', message);

/** What is not for who is disabled for non-compliance. */
export const mustComply = (): ServiceError =>
  new ServiceError(
    'account_disabled',
    'This account is disabled until a mandatory application is installed on one of its devices. Open the catalog.',
  );

/** An item of a bulk call that was refused while the others went on; document 1, Errors 6. */
export const failedItem = (identifier: string | number, error: ServiceError): Failed => ({
  object_id: identifier,
  error: error.toBody(randomUUID()).error,
});

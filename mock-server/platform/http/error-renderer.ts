import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorName, errorCodes } from '../../../contract/common/errors.ts';
import { errorHeader } from '../../../contract/common/service-mark.ts';
import { diskFullError, isDiskFull, ServiceError, unsupportedMediaTypeError } from '../errors.ts';
import { findMethodRefusal } from './addresses.ts';
import { errorFields, redactUrl, TroubleLog } from './logging.ts';
import { invalidPartError } from './validation/sentences.ts';

/** Our errors in place of those of Fastify and its plug-ins, which refuse requests before our code runs. */
const frameworkErrors: Record<string, [ErrorName, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The request body is too large.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_input', 'The request body is empty. Send a JSON object.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'upload_incomplete',
    'The body does not have the length that Content-Length says. Correct the header.',
  ],
};

/** The refusal of a range that a static file does not have, with its size. */
function rangeError(cause: unknown): ServiceError {
  const { 'Content-Range': range } = (cause as { headers?: Record<string, string> }).headers ?? {};
  return new ServiceError('range_not_satisfiable', 'The requested range is beyond the end of the file.', {
    cause,
    ...(range !== undefined && { headers: { 'content-range': range } }),
  });
}

/** The error that the client gets for a thrown value; for an unknown one, an internal error without details. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const error = thrown as Partial<FastifyError>;
  if (error.validation !== undefined)
    return invalidPartError(error.validationContext ?? 'body', error.validation);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaTypeError();
  const known = error.code === undefined ? undefined : frameworkErrors[error.code];
  if (known !== undefined) return new ServiceError(known[0], known[1], { cause: thrown });
  if (error.statusCode === 416) return rangeError(thrown);
  if (thrown instanceof SyntaxError) {
    return new ServiceError('invalid_input', 'The request body is not valid JSON.', { cause: thrown });
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ServiceError('invalid_input', 'The request could not be read. Check its syntax.', {
      cause: thrown,
    });
  }
  if (isDiskFull(thrown)) return diskFullError(thrown);
  return new ServiceError('internal', 'Something went wrong on our side. Nothing was changed; try again.', {
    cause: thrown,
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused; null when it was not. */
    refusal: ServiceError | null;
  }
  interface FastifyInstance {
    troubleLog: TroubleLog;
  }
}

/** Renders a refusal as the error object (document 1, Error object) and writes its cause to the log under the same guid. */
export function renderError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toServiceError(thrown);
  const guid = randomUUID();
  request.refusal = error;
  record(request, error, guid);
  if (request.method === 'HEAD') reply.header(errorHeader, errorCodes[error.errorName].code);
  void reply.code(error.status).headers(error.headers).send(error.toBody(guid));
}

/** Answers every thrown error, and addresses that do not exist, with the error object. */
export function answerErrors(app: FastifyInstance): void {
  app.decorateRequest('refusal', null);
  app.decorate('troubleLog', new TroubleLog());
  app.setErrorHandler(renderError);
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const refused = findMethodRefusal(app, request.method, path);
    if (refused !== null) throw refused;
    throw new ServiceError(
      'not_found',
      `There is no ${request.method} ${redactUrl(request.url).slice(0, 200)}. Check method, version and path.`,
    );
  });
}

function record(request: FastifyRequest, error: ServiceError, guid: string): void {
  const line = {
    guid,
    error: error.errorName,
    method: request.method,
    url: redactUrl(request.originalUrl),
  };
  if (error.status >= 500 && request.server.troubleLog.isNew(error))
    request.log.error({ ...line, ...errorFields(error) }, error.message);
  else
    request.log.info(
      { ...line, cause: error.cause instanceof Error ? error.cause.message : undefined },
      error.message,
    );
}

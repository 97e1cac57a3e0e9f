import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BodySize, bodySizes } from '../../../../contract/common/body-sizes.ts';
import { getBodySize, type Operation } from '../../../../contract/common/operation.ts';
import type { Config } from '../../../config.ts';
import { ServiceError, unsupportedMediaTypeError } from '../../errors.ts';
import { addBodyHook, addResponseHook, addSendHook } from '../sync-hooks.ts';
import { getEncoding } from './charsets.ts';
import { parseMediaType, parseParameters } from './header-parameters.ts';
import { BodyBudget, type JsonRules, readJson } from './json-body.ts';

/**
 * What an operation reads as its body: nothing, JSON, a form with files (or JSON in its place), or bytes of a media
 * type. A route without an operation reads nothing.
 */
type BodyKind = 'nothing' | 'json' | 'form' | 'bytes';

function getBodyKind(operation: Operation | undefined): BodyKind {
  if (operation?.consumes !== undefined && operation.body === undefined) return 'bytes';
  if (operation?.files !== undefined) return 'form';
  return operation?.body === undefined ? 'nothing' : 'json';
}

type BodyLimits = Pick<Config['limits']['connections'], 'bodies' | 'body'>;

declare module 'fastify' {
  interface FastifyInstance {
    bodies: { budget: BodyBudget; limits: BodyLimits };
  }
}

/**
 * Reads bodies as operations declare them, once the caller is known; no other route reads a byte of a body. A request
 * with an empty body, as many clients send on DELETE and PUT, counts as one without, whatever its content type says.
 */
export function readBodies(app: FastifyInstance, limits: BodyLimits): void {
  app.decorate('bodies', { budget: new BodyBudget(limits.bodies), limits });
  app.removeAllContentTypeParsers();
  addBodyHook(app, (request, reply) => {
    const kind = getBodyKind(getOperation(request));
    // Fastify refuses a type that it can't read, even when there is no body.
    if (kind !== 'bytes' && isEmpty(request.raw)) delete request.headers['content-type'];
    if (kind === 'nothing') leaveUnread(request, reply);
    else assertType(request);
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
    const kind = getBodyKind(getOperation(request));
    if (kind === 'bytes' && request.headers['content-type'] !== undefined) return body;
    // `withForm` reads the parts of a form.
    if (kind === 'nothing' || isEmpty(request.raw) || isMultipart(request)) return undefined;
    return readWholeJson(request, body);
  });
  addSendHook(app, (request, reply) => {
    // A caller who is not known yet must not send megabytes that nobody reads.
    if (request.caller === null && !request.raw.complete) leaveUnread(request, reply);
  });
  addResponseHook(app, ({ raw }) => {
    // The rest of a body that was refused while it arrived is read and dropped: the next request follows it on the same
    // connection.
    if (!raw.complete) raw.resume();
  });
}

const getOperation = (request: FastifyRequest): Operation | undefined =>
  request.routeOptions.config?.operation;

/** The memory budget and the size limit of a request's JSON. */
export function getJsonRules(request: FastifyRequest): Omit<JsonRules, 'encoding'> {
  const { budget } = request.server.bodies;
  const operation = getOperation(request);
  const size: BodySize = operation === undefined ? bodySizes.small : getBodySize(operation);
  return { budget, size };
}

/** Whether the body of a request is a form. */
export const isMultipart = (request: FastifyRequest): boolean =>
  getMediaType(request) === 'multipart/form-data' && !isEmpty(request.raw);

/** Whether a request says that it has no body. */
export const isEmpty = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/**
 * Leaves a body unread. A small one has mostly arrived with the headers: Node drops it, and the connection continues.
 * With any other, the connection ends after the answer, slowly enough for the client to get it.
 */
function leaveUnread({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const { headers, socket } = raw;
  const isLong = Number(headers['content-length'] ?? 0) > bodySizes.small.bytes;
  if (!isLong && headers['transfer-encoding'] === undefined) return;
  reply.header('connection', 'close');
  server.lingering.afterAnswer(socket, () => raw.complete);
}

/** The media types for each kind of body; for bytes, the operation names its own. */
const acceptedTypes: Record<BodyKind, readonly string[]> = {
  nothing: [],
  json: ['application/json'],
  form: ['application/json', 'multipart/form-data'],
  bytes: [],
};

/** Error: `unsupported_media_type`, before anything is read. */
function assertType(request: FastifyRequest): void {
  if (isEmpty(request.raw)) return;
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!plainCodings.has(coding)) {
    throw new ServiceError(
      'unsupported_media_type',
      `A body with the header Content-Encoding: ${coding.slice(0, 60)} is not read. Send it as it is, without that header.`,
      // RFC 9110, section 15.5.16.
      { headers: { 'accept-encoding': 'identity' } },
    );
  }
  const operation = getOperation(request);
  const type = getMediaType(request);
  if (acceptedTypes[getBodyKind(operation)].includes(type) || operation?.consumes === type) return;
  throw unsupportedMediaTypeError();
}

const plainCodings: ReadonlySet<string> = new Set(['', 'identity']);

const getMediaType = ({ headers }: FastifyRequest): string => parseMediaType(headers['content-type'] ?? '');

/** Errors: those of `readJson`; `upload_incomplete` when the body ends early, or does not arrive in time. */
async function readWholeJson(request: FastifyRequest, body: Readable): Promise<unknown> {
  const charset = parseParameters(request.headers['content-type'] ?? '').get('charset');
  const rules = { ...getJsonRules(request), encoding: getEncoding(charset) };
  if (Number(request.headers['content-length'] ?? 0) > rules.size.bytes) {
    throw new ServiceError('body_too_large', `The request body has more than ${rules.size.bytes} bytes.`);
  }
  const late = setTimeout(() => body.destroy(new Error('late')), request.server.bodies.limits.body);
  try {
    return await readJson(body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>, rules);
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('upload_incomplete', 'The body did not arrive whole, or in time. Send it again.', {
      cause,
    });
  } finally {
    clearTimeout(late);
  }
}

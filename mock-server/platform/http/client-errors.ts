import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { serviceMark } from '../../../contract/common/service-mark.ts';
import { ServiceError } from '../errors.ts';
import { ofAnswers } from './security-headers.ts';
import { addRequestHook } from './sync-hooks.ts';

/** Requests that Node could not read, by its error code. Anything else is not HTTP. */
const problems: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
};

/**
 * Answers an unreadable request with the error object and the headers of every answer, and ends the connection; where the client
 * may still be sending, once it has had time to read the answer.
 */
export function refuseUnreadable(
  { lingering }: Pick<FastifyInstance, 'lingering'>,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy();
  const [status, message] = problems[error.code ?? ''] ?? [400, 'This is not an HTTP request.'];
  if (socket.writable) socket.write(answer(status, message));
  if (error.code?.startsWith('HPE_')) lingering.count(socket);
  else socket.destroySoon();
}

function answer(status: number, message: string): string {
  const body = JSON.stringify(new ServiceError('invalid_input', message).toBody(randomUUID()));
  const headers = {
    [serviceMark.header]: serviceMark.value,
    ...ofAnswers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Refuses requests that name no host, or name it twice: a proxy and the service could each use another one. */
export function refuseUnclearHosts(app: FastifyInstance): void {
  addRequestHook(app, ({ raw }) => {
    const hosts = countHeader(raw.rawHeaders, 'host');
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return;
    throw new ServiceError('invalid_input', 'Send the header Host, once.');
  });
}

/** How often a header occurs. In this list, names and values alternate. */
function countHeader(raw: readonly string[], wanted: string): number {
  let times = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at];
    if (name?.length === wanted.length && name.toLowerCase() === wanted) times += 1;
  }
  return times;
}

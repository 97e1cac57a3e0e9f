import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import type { ErrorName } from '../../../contract/common/errors.ts';
import { ServiceError } from '../errors.ts';
import { addResponseHook } from './sync-hooks.ts';

/** Parameters whose values are logged: they say how much of a list is sent, and in which form. */
const harmless = new Set(['count', 'format', 'kind', 'page', 'seconds', 'sort']);
/** A name as operations have them. Others may be, or hide, a secret. */
const plainName = /^[a-z_]{1,40}$/i;

/** An address with the values of its parameters replaced, but of those known to be harmless: no secret is ever logged. */
export function redactUrl(address: string): string {
  const start = address.indexOf('?');
  if (start === -1) return address;
  const parts = address.slice(start + 1).split('&');
  return `${address.slice(0, start)}?${parts.map(redactParameter).join('&')}`;
}

function redactParameter(part: string): string {
  const name = part.slice(0, Math.max(part.indexOf('='), 0));
  if (harmless.has(name)) return part;
  return plainName.test(name) ? `${name}=***` : '***';
}

/** Refusals because of what operators see and mend outside of the service: a full disk, a database that is away. */
const troubles: ReadonlySet<ErrorName> = new Set(['storage_full', 'unavailable']);
const isTrouble = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && troubles.has(error.errorName);

/** How an error is logged: with its stack, but for trouble that operators mend, of which a stack says nothing. */
export function errorFields(error: unknown): object {
  if (isTrouble(error)) return { error: error.errorName, cause: messageOf(error.cause) };
  return { err: error instanceof ServiceError ? (error.cause ?? error) : error };
}

const messageOf = (cause: unknown): string | undefined =>
  cause instanceof Error ? cause.message : undefined;

/** Milliseconds for which trouble of one kind is not reported as an error again: while it lasts, each request meets it. */
const reportIntervalMs = 60_000;

/** The trouble that was reported last, of each kind. */
export class TroubleLog {
  readonly #reported = new Map<ErrorName, number>();

  /** Whether an error is to be reported as one: of trouble, once a minute. */
  isNew(error: ServiceError): boolean {
    if (!isTrouble(error)) return true;
    const now = performance.now();
    const isNew = now - (this.#reported.get(error.errorName) ?? Number.NEGATIVE_INFINITY) >= reportIntervalMs;
    if (isNew) this.#reported.set(error.errorName, now);
    return isNew;
  }
}

/** Writes JSON lines to stdout, without headers, bodies or secrets of the query. */
export function createLogger(level: string): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false;
  return {
    level,
    stream: createBufferedStdout(),
    serializers: {
      req: (request) => ({ method: request.method, url: redactUrl(request.url) }),
      res: (reply) => ({ statusCode: reply.statusCode }),
    },
  };
}

/** A log whose lines of information are written at every level except `silent`: for evidence of the audit log. */
export const unfiltered = (log: FastifyBaseLogger): FastifyBaseLogger => log.child({}, { level: 'info' });

/** Lines that are not written yet. Here, not in the context, because a process has one stdout, whatever it serves. */
let waiting: string[] = [];
let isReady = false;

/**
 * Stdout. The lines of one turn of the event loop are written at once: while a crowd is refused, a write for each line
 * would cost as much as the refusals. The last write is awaited only by a process that ends by itself. Lines that can't
 * be written (the reader is gone, the disk is full) are lost, and the service continues.
 */
function createBufferedStdout(): { write(line: string): void } {
  if (!isReady) {
    isReady = true;
    process.once('exit', writeWaiting);
    process.stdout.on('error', () => undefined);
  }
  return {
    write: (line) => {
      if (waiting.push(line) === 1) setImmediate(writeWaiting);
    },
  };
}

function writeWaiting(): void {
  const lines = waiting;
  waiting = [];
  if (lines.length === 0) return;
  try {
    process.stdout.write(lines.join(''));
  } catch {
    // A file is written synchronously, and throws.
  }
}

/** The levels at which answered requests are logged. */
const levelsOfAnswers: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/** Logs one line for each answered request: method, address without secrets, status and milliseconds. */
export function logRequests(app: FastifyInstance, level: string): void {
  if (!levelsOfAnswers.has(level)) return;
  addResponseHook(app, (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: redactUrl(request.originalUrl),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

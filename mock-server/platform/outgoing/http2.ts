import type { LookupAddress } from 'node:dns';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { createPinnedLookup } from './exchange.ts';
import { OutgoingError } from './outgoing-error.ts';

/** The identity of the service towards the server: a certificate and its key, both as PEM. */
export interface ClientIdentity {
  cert: string;
  key: string;
}

/**
 * What became of a request:
 * - `answered`;
 * - `unsent`: the server did not process it, so it may be sent again (RFC 9113, sections 6.8 and 8.7);
 * - `unknown`: the connection ended, or no answer came in time, after it was sent.
 */
export type ExchangeResult =
  | { kind: 'answered'; status: number; header(name: string): string | null; body: string }
  | { kind: 'unsent' }
  | { kind: 'unknown' };

/** Characters of an answer that are kept. */
const maxBodyBytes = 20_000;
/** Requests at a time where the server sets no limit, and the most that are sent whatever it allows. */
const maxConcurrency = 500;
/**
 * Requests at a time to a server that answers at once, and how many more for each millisecond that an answer takes:
 * enough for ten thousand requests a second. Further requests would only wait, in memory.
 */
const minConcurrency = 50;
const atOnceForEachMillisecond = 10;

/** How a connection is used. */
export interface Http2Options {
  identity?: ClientIdentity;
  /** Milliseconds within which the server must accept the connection, answer a ping, and answer a request. */
  timeout: number;
}

interface ConnectInput extends Http2Options {
  url: URL;
  /**
   * The addresses to connect to. The name is not resolved again, because it could resolve to other addresses by now.
   */
  addresses: readonly LookupAddress[];
  signal: AbortSignal;
}

/**
 * Connects, and waits until the server has sent its settings: nothing is sent to a server that accepts a connection and
 * never answers. Errors: those of the network, and OutgoingError when the time is over.
 */
export async function connectHttp2({
  url,
  addresses,
  identity,
  timeout,
  signal,
}: ConnectInput): Promise<Http2Connection> {
  const session = connect(url.origin, { lookup: createPinnedLookup(addresses), ...identity });
  const ready = Promise.withResolvers<void>();
  session.once('remoteSettings', () => ready.resolve());
  session.on('error', (error) => ready.reject(error));
  session.once('close', () => ready.reject(new OutgoingError('not_reached', 'the connection was closed')));
  const abort = () => ready.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    await ready.promise;
    return new Http2Connection(session, timeout);
  } catch (error) {
    session.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A connection by HTTP/2 (RFC 9113) that many requests share. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #timeout: number;
  /** The last request that the server processed, once it has announced that it accepts no more (GOAWAY). */
  #last = Number.POSITIVE_INFINITY;
  #isEnding = false;
  /** Milliseconds that the last ping took. */
  #distance = 0;

  constructor(session: ClientHttp2Session, timeout: number) {
    this.#session = session;
    this.#timeout = timeout;
    session.on('goaway', (_code, last) => {
      this.#isEnding = true;
      this.#last = last ?? this.#last;
    });
  }

  /** How many requests may wait for their answers at a time. */
  get atOnce(): number {
    const allowed = this.#session.remoteSettings.maxConcurrentStreams ?? maxConcurrency;
    const useful = Math.max(minConcurrency, Math.ceil(this.#distance * atOnceForEachMillisecond));
    return Math.max(1, Math.min(maxConcurrency, allowed, useful));
  }

  /** Whether the server still accepts requests: it answers a ping in time. */
  async isAlive(): Promise<boolean> {
    if (!this.#isOpen) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), this.#timeout);
    const closed = () => resolve(false);
    this.#session.once('close', closed);
    try {
      const isSent = this.#session.ping((error, milliseconds) => {
        this.#distance = milliseconds;
        resolve(error === null);
      });
      if (!isSent) resolve(false);
    } catch {
      resolve(false);
    }
    const answered = await promise;
    clearTimeout(timer);
    this.#session.off('close', closed);
    return answered;
  }

  /** Sends a request with a body. It never rejects. */
  post(path: string, headers: OutgoingHttpHeaders, body: string | Buffer): Promise<ExchangeResult> {
    if (!this.#isOpen) return Promise.resolve({ kind: 'unsent' });
    try {
      const stream = this.#session.request({ ':method': 'POST', ':path': path, ...headers });
      const exchanged = this.#answerOf(stream);
      stream.end(body);
      return exchanged;
    } catch {
      // The connection has ended meanwhile.
      return Promise.resolve({ kind: 'unsent' });
    }
  }

  close(): void {
    this.#session.destroy();
  }

  get #isOpen(): boolean {
    return !this.#isEnding && !this.#session.closed && !this.#session.destroyed;
  }

  #answerOf(stream: ClientHttp2Stream): Promise<ExchangeResult> {
    const { promise, resolve } = Promise.withResolvers<ExchangeResult>();
    let answer: Omit<Extract<ExchangeResult, { kind: 'answered' }>, 'body' | 'kind'> | null = null;
    let body = '';
    const timer = setTimeout(() => this.#session.destroy(), this.#timeout);
    stream.on('response', (headers, flags) => {
      const header = (name: string) => {
        const value = headers[name];
        return typeof value === 'string' ? value : null;
      };
      answer = { status: headers[':status'] ?? 0, header };
      // No body follows, as with nearly all answers.
      if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) return void stream.resume();
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        if (body.length < maxBodyBytes) body += text;
      });
    });
    // `close` also reports this error.
    stream.on('error', () => undefined);
    stream.on('close', () => {
      clearTimeout(timer);
      if (answer !== null) resolve({ kind: 'answered', ...answer, body });
      else resolve({ kind: this.#wasProcessed(stream) ? 'unknown' : 'unsent' });
    });
    return promise;
  }

  #wasProcessed({ id, rstCode }: ClientHttp2Stream): boolean {
    return id !== undefined && id <= this.#last && rstCode !== constants.NGHTTP2_REFUSED_STREAM;
  }
}

import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import type { Config } from '../../../config.ts';
import { isEmpty } from '../bodies/bodies.ts';
import type { ClientConnections } from '../client-connections.ts';

type Settings = Pick<Config, 'tls' | 'limits'>;

/**
 * Cipher suites, strongest first (RFC 9325, section 4.2): all with forward secrecy and authenticated encryption. Node's
 * own list has others at its end.
 */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/** Milliseconds between two checks for connections that send their headers too slowly. */
const checkIntervalMs = 1_000;

/** Makes the server: HTTP, or HTTPS with TLS 1.2 or newer (Node's default), both within the same limits. */
export function createLimitedServer(
  settings: Settings,
  clients: ClientConnections | null,
): FastifyServerFactory {
  const limits = settings.limits.connections;
  return (handler) => {
    const server = open(settings, handler);
    server.maxConnections = limits.all;
    server.timeout = limits.silence;
    // An expectation other than 100-continue is not supported; the request is answered like any other.
    server.on('checkExpectation', handler);
    closeSilent(server, limits.silence);
    closeSlow(server, limits.body);
    clients?.watch(server);
    return server;
  };
}

function open(
  { tls, limits }: Settings,
  handler: (req: IncomingMessage, res: ServerResponse) => void,
): Server {
  const { headers, keepAlive } = limits.connections;
  const options: ServerOptions = {
    headersTimeout: headers,
    // Large uploads may take hours: what matters is that they make progress.
    requestTimeout: 0,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: Math.min(checkIntervalMs, headers),
    // Checked elsewhere, where the answer is the error object.
    requireHostHeader: false,
  };
  if (tls === null) return createHttpServer(options, handler);
  const files = { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) };
  return createHttpsServer({ ...options, ...files, ciphers, handshakeTimeout: headers }, handler);
}

/** Closes silent connections, unless the service has to act: the request is complete, and its answer has not begun. */
function closeSilent(server: Server, silence: number): void {
  const latest = new WeakMap<Socket, [IncomingMessage, ServerResponse]>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, [request, response]);
  });
  server.on('timeout', (socket: Socket) => {
    const [request, response] = latest.get(socket) ?? [];
    const isOurTurn = request !== undefined && isWithUs(request) && response?.headersSent === false;
    if (isOurTurn) socket.setTimeout(silence);
    else socket.destroy();
  });
}

/** Whether all of a request has arrived, or more of it than was read. */
const isWithUs = (request: IncomingMessage): boolean => request.complete || request.readableLength > 0;

/** Bytes that any real line brings within a window. */
const fewestBytes = 1024;
/** How often within a window bodies are looked at: so late, in windows, one that is too slow may be closed. */
const checksPerWindow = 4;

/** How much of a request had arrived, and when (ms, monotonic). */
interface ReceivedSoFar {
  bytes: number;
  at: number;
}

/**
 * Closes connections whose bodies arrive more slowly than on any real line: a byte now and then is no upload. A request is
 * checked only after a full window, so that one that has only begun is never cut.
 */
function closeSlow(server: Server, window: number): void {
  /** Requests whose bodies are arriving, by connection, with what had arrived when their window began. */
  const arriving = new Map<Socket, Map<IncomingMessage, ReceivedSoFar>>();
  const arrived = (socket: Socket): ReceivedSoFar => ({ bytes: socket.bytesRead, at: performance.now() });
  server.on('request', (request: IncomingMessage) => {
    if (isEmpty(request)) return;
    const { socket } = request;
    const own = arriving.get(socket) ?? new Map<IncomingMessage, ReceivedSoFar>();
    // When a request is refused before its end, only the connection tells that it is over.
    if (!arriving.has(socket)) socket.once('close', () => arriving.delete(socket));
    arriving.set(socket, own.set(request, arrived(socket)));
    request.once('close', () => own.delete(request));
  });
  const timer = setInterval(() => {
    for (const [socket, requests] of arriving) {
      for (const [request, before] of requests) {
        const isEnough = isWithUs(request) || socket.bytesRead - before.bytes >= fewestBytes;
        if (isEnough) requests.set(request, arrived(socket));
        else if (performance.now() - before.at >= window) socket.destroy();
      }
    }
  }, window / checksPerWindow);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * `cut`: nobody answers. `stuck`: requests are not passed on. `deaf`: the service gets the request, but its answer is
 * lost. `failing`: 503 by a server in between. `hotel`: a page that asks for a sign-in. `captive`: a redirect to such a
 * page. `filter`: JSON that looks like an answer.
 */
export type LineState = 'open' | 'cut' | 'stuck' | 'deaf' | 'failing' | 'hotel' | 'captive' | 'filter';

export interface Line {
  url: string;
  state: LineState;
  /**
   * Every request that came in: its method, its path, and the status of its answer, null when there was none; `bytes`
   * counts the answer so far, as the service sent it, with its headers.
   */
  log: { method: string; path: string; status: number | null; bytes: number }[];
  /** Breaks all connections, in the middle of a transfer. */
  drop(): void;
  /** Called with each request before it is passed on; it may change the state for the request. */
  before?: (method: string, path: string) => void;
  /** What a request to this path waits for before it is passed on. */
  hold?: (path: string) => Promise<void> | undefined;
  /** Changes the body of an answer, as a service of another version would send it. */
  rewrite?: (path: string, body: string) => string;
  close(): Promise<void>;
}

/** A proxy between a client and the service that can be cut, and logs the requests. */
export async function openLine(target: string): Promise<Line> {
  const server = createServer((incoming, outgoing) => void pass(line, target, incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state: 'open',
    log: [],
    drop: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return line;
}

async function pass(
  line: Line,
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const entry = {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    status: null as number | null,
    bytes: 0,
  };
  line.log.push(entry);
  line.before?.(entry.method, entry.path);
  if (line.state === 'cut') return void incoming.socket.destroy();
  if (line.state === 'stuck') return;
  if (line.state === 'failing') return void outgoing.writeHead(503).end();
  if (line.state === 'hotel') {
    return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to our hotel</h1>');
  }
  if (line.state === 'captive')
    return void outgoing.writeHead(302, { location: 'http://hotel.example/' }).end();
  if (line.state === 'filter') {
    const empty = { applications: [], application: {}, paging: { total: 0 } };
    return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(empty));
  }
  const held = line.hold?.(entry.path);
  if (held !== undefined) await held;
  const { method } = incoming;
  const headers = { ...incoming.headers, ...(line.rewrite && { 'accept-encoding': 'identity' }) };
  const onward = request(new URL(entry.path, target), { method, headers }, (answer) => {
    if (line.state === 'deaf') {
      answer.resume();
      return void answer.on('end', () => incoming.socket.destroy());
    }
    entry.status = answer.statusCode ?? null;
    entry.bytes = headBytes(answer);
    answer.on('data', (part: Buffer) => {
      entry.bytes += part.length;
    });
    if (line.rewrite !== undefined) return void rewritten(line.rewrite, entry.path, answer, outgoing);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.once('close', () => incoming.complete || onward.destroy());
  incoming.pipe(onward);
}

async function rewritten(
  rewrite: NonNullable<Line['rewrite']>,
  path: string,
  answer: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = rewrite(path, await text(answer));
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(answer.statusCode === 204 ? undefined : body);
}

/** The number of bytes of an answer before its body: the status line, and each header on a line of its own. */
function headBytes({ statusCode, statusMessage, rawHeaders }: IncomingMessage): number {
  const status = `HTTP/1.1 ${statusCode} ${statusMessage}`;
  const headers = rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  return status.length + 2 + headers + 2;
}

import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { hasNginx, startNginx } from '../setup/servers/nginx.ts';

/** A proxy that distributes requests to the instances. */
export interface Front {
  name: string;
  stop(): Promise<void>;
}

/**
 * nginx where it is installed, otherwise a small proxy in this process. `ports`: the ports of the instances, on
 * loopback.
 */
export const startFront = (port: number, ports: readonly number[]): Promise<Front> =>
  hasNginx() ? startBehindNginx(port, ports) : startProxy(port, ports);

/** Requests that may be repeated: nothing is lost when the first attempt was carried out. */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Sends each request to the next instance; a request without a body whose instance is gone, or about to stop, to
 * another one.
 */
export async function startProxy(port: number, ports: readonly number[]): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, response) => {
    turn += 1;
    const order = ports.map((_, at) => ports[(turn + at) % ports.length] ?? 0);
    void pass(agent, incoming, response, order);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    agent.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { name: 'a proxy of its own', stop };
}

async function pass(
  agent: Agent,
  incoming: IncomingMessage,
  response: ServerResponse,
  ports: readonly number[],
) {
  const { method = 'GET', headers } = incoming;
  const isRepeatable = repeatable.has(method) && !headers['content-length'] && !headers['transfer-encoding'];
  for (const [at, port] of ports.entries()) {
    const isLast = at === ports.length - 1 || !isRepeatable;
    const answer = await ask(agent, incoming, port).catch(() => null);
    if (answer !== null && (isLast || answer.statusCode !== 503)) return send(answer, response);
    answer?.resume();
    if (isLast) break;
  }
  response.writeHead(502).end();
}

async function ask(agent: Agent, incoming: IncomingMessage, port: number): Promise<IncomingMessage> {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers });
  // Passes the failure on to the client that waits for the answer.
  outgoing.on('error', () => undefined);
  incoming.pipe(outgoing);
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  if (answer === undefined) throw new Error('There is no answer.');
  return answer;
}

function send(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
  answer.on('error', () => response.destroy());
  response.on('close', () => answer.destroy());
}

async function startBehindNginx(port: number, ports: readonly number[]): Promise<Front> {
  const { stop } = await startNginx(port, shared(port, ports));
  return { name: 'nginx', stop };
}

/**
 * By default nginx tries only repeatable requests on another instance, as wanted. It is told not to count failures:
 * otherwise it leaves an instance out for a second or two after one failure, and answers everybody with 502 when the
 * other one stops, or answers 503 once, in that time.
 */
const shared = (port: number, ports: readonly number[]): string => `
  upstream instances {
    ${ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://instances;
      proxy_connect_timeout 2s;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_next_upstream error timeout http_503;
    }
  }
`;

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hasNginx } from '../bench/nginx.ts';

/** What stands before the instances and shares the requests out. */
export interface Front {
  name: string;
  stop(): Promise<void>;
}

/** nginx where it is installed, otherwise a small proxy of this process. `ports`: those of the instances, on loopback. */
export const startFront = (port: number, ports: readonly number[]): Promise<Front> =>
  hasNginx() ? startNginx(port, ports) : startProxy(port, ports);

/** Requests that may be sent again: nothing is lost when the first answer was. */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Sends each request to the next instance; one without a body whose instance is gone, or about to stop, to another. */
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
  // Whoever waits for the answer learns of it; after that nobody does.
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

const env = { ...process.env, PATH: [process.env.PATH, '/usr/sbin'].join(delimiter) };

async function startNginx(port: number, ports: readonly number[]): Promise<Front> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-front-'));
  await writeFile(join(home, 'nginx.conf'), configuration(home, port, ports));
  await chmod(home, 0o755);
  const server = spawn('nginx', ['-p', home, '-c', join(home, 'nginx.conf'), '-e', 'stderr'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => server.kill('SIGKILL'));
  return { name: 'nginx', stop: () => ended(server, home) };
}

async function ended(server: ChildProcess, home: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
  await rm(home, { recursive: true, force: true });
}

/** By default nginx tries again elsewhere only what may be repeated, which is what is wanted. */
const configuration = (home: string, port: number, ports: readonly number[]): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${home}/pid;
events {}
http {
  access_log off;
  client_max_body_size 0;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  upstream instances {
    ${ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_next_upstream error timeout http_503;
    }
  }
}
`;

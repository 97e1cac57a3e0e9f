import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Front } from '../cluster/front.ts';
import { SystemServer } from '../setup/servers/system-server.ts';

/** HAProxy before instances: it asks for their health, and sends what may be repeated once more to another. */
export async function startHaproxy(port: number, ports: readonly number[]): Promise<Front> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-haproxy-'));
  const file = join(home, 'haproxy.cfg');
  await writeFile(file, configuration(port, ports));
  const server = new SystemServer('haproxy', ['-db', '-q', '-f', file]);
  await server.listens(port);
  const stop = async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  return { name: 'HAProxy', stop };
}

const configuration = (port: number, ports: readonly number[]): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response 503

frontend appshelf
  bind 127.0.0.1:${port}
  http-request disable-l7-retry unless { method GET HEAD PUT DELETE OPTIONS }
  default_backend instances

backend instances
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host 127.0.0.1
  default-server check inter 250ms fall 1 rise 1
${ports.map((one, at) => `  server instance${at} 127.0.0.1:${one}`).join('\n')}
`;

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../setup/free-port.ts';

/** Where Debian puts it, which is on no plain user's path. */
const env = { ...process.env, PATH: [process.env.PATH, '/usr/sbin'].join(delimiter) };

export const hasNginx = (): boolean => spawnSync('nginx', ['-v'], { env }).status === 0;

/** nginx sending the files of a directory with sendfile, as it comes. */
export async function startNginx(file: string): Promise<{ address: string; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-nginx-'));
  const port = await freePort();
  await writeFile(join(home, 'nginx.conf'), configuration(home, port, dirname(file)));
  await chmod(home, 0o755);
  const server = spawn('nginx', ['-p', home, '-c', join(home, 'nginx.conf'), '-e', 'stderr'], { env });
  const address = `http://127.0.0.1:${port}/${basename(file)}`;
  await listening(server, address);
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
    await rm(home, { recursive: true, force: true });
  };
  return { address, stop };
}

const configuration = (home: string, port: number, root: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${home}/pid;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;

async function listening(server: ChildProcess, address: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error('nginx did not start.');
    const answer = await fetch(address, { method: 'HEAD' }).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
}

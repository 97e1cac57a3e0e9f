import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from '../run/installed.ts';
import { SystemServer } from './system-server.ts';

export const hasNginx = (): boolean => isInstalled('nginx');

/** Starts an nginx at a port of loopback; `http` is all of its configuration for HTTP. */
export async function startNginx(port: number, http: string): Promise<{ stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-nginx-'));
  const file = join(home, 'nginx.conf');
  await writeFile(file, configuration(home, http));
  await chmod(home, 0o755);
  const server = new SystemServer('nginx', ['-p', home, '-c', file, '-e', 'stderr']);
  await server.listens(port);
  const stop = async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  return { stop };
}

const configuration = (home: string, http: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${home}/pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off;
  client_max_body_size 0;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
${http}
}
`;

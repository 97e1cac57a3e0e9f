import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../setup/free-port.ts';
import { isInstalled, systemEnvironment } from '../setup/run/installed.ts';
import { SystemServer } from '../setup/servers/system-server.ts';
import type { ObjectStore, RunningStore } from './object-store.ts';

const kinds = ['account', 'container', 'object'] as const;

/** OpenStack Swift with its S3 interface: one server of each kind, one copy of everything, on the disk. */
export const swift: ObjectStore = {
  name: 'swift',
  packages: 'swift-proxy swift-account swift-container swift-object memcached',
  isInstalled: () =>
    ['memcached', 'swift-ring-builder', 'swift-proxy-server', ...kinds.map(serverOf)].every(isInstalled),
  encrypts: false,
  start,
};

const serverOf = (kind: string): string => `swift-${kind}-server`;

async function start(directory: string): Promise<RunningStore> {
  await mkdir(join(directory, 'devices', 'd1'), { recursive: true });
  const servers: SystemServer[] = [];
  const serve = async (kind: string, port: number, text: string): Promise<void> => {
    const file = join(directory, `${kind}.conf`);
    await writeFile(file, text);
    const server = new SystemServer(serverOf(kind), [file], { log: join(directory, `${kind}.out`) });
    servers.push(server);
    await server.listens(port);
  };
  for (const kind of kinds) {
    const port = await freePort();
    await makeRing(directory, kind, port);
    await serve(kind, port, storageConfiguration(directory, kind, port));
  }
  // The proxy does not work without memcached.
  const cachePort = await freePort();
  const cache = new SystemServer('memcached', [
    '-l',
    '127.0.0.1',
    '-p',
    String(cachePort),
    '-u',
    userInfo().username,
  ]);
  servers.push(cache);
  await cache.listens(cachePort);
  const port = await freePort();
  await serve('proxy', port, proxyConfiguration(directory, port, cachePort));
  const stop = async () => {
    for (const server of servers.reverse()) await server.stop('SIGKILL');
  };
  const keys = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };
  return { endpoint: `http://127.0.0.1:${port}`, keys, stop };
}

/** Makes the ring with the single copy of a kind of data. */
async function makeRing(directory: string, kind: string, port: number): Promise<void> {
  const build = (...args: string[]) =>
    promisify(execFile)('swift-ring-builder', [join(directory, `${kind}.builder`), ...args], {
      env: systemEnvironment,
    });
  await build('create', '4', '1', '1');
  await build('add', `r1z1-127.0.0.1:${port}/d1`, '1');
  await build('rebalance');
}

const shared = (directory: string, port: number): string => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${directory}
devices = ${directory}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_level = CRITICAL
`;

const storageConfiguration = (directory: string, kind: string, port: number): string => `
${shared(directory, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

/** The filters of the proxy, with their settings; Swift adds those that it can't do without. */
const filtersWith = (cachePort: number) => ({
  catch_errors: '',
  gatekeeper: '',
  memcache: `memcache_servers = 127.0.0.1:${cachePort}`,
  listing_formats: '',
  bulk: '',
  s3api: 'location = us-east-1',
  tempauth: 'user_test_tester = testing .admin',
  slo: '',
  dlo: '',
});

function proxyConfiguration(directory: string, port: number, cachePort: number): string {
  const filters = filtersWith(cachePort);
  return `
${shared(directory, port)}
[pipeline:main]
pipeline = ${Object.keys(filters).join(' ')} proxy-server
${Object.entries(filters)
  .map(([name, setting]) => `[filter:${name}]\nuse = egg:swift#${name}\n${setting}`)
  .join('\n')}
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`;
}

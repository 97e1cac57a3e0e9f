import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../setup/free-port.ts';
import { isInstalled, systemEnvironment } from '../setup/run/installed.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { SystemServer } from '../setup/servers/system-server.ts';
import type { ObjectStore, RunningStore } from './object-store.ts';

const programs = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** Ceph's gateway on a cluster of one monitor and one store in memory. */
export const ceph: ObjectStore = {
  name: 'radosgw',
  packages: 'radosgw ceph-mon ceph-osd ceph-common',
  isInstalled: () => programs.every(isInstalled),
  encrypts: true,
  start,
};

const keys = { AWS_ACCESS_KEY_ID: 'object-store', AWS_SECRET_ACCESS_KEY: 'object-store-secret' };
/** The master key by which the gateway encrypts where `aws:kms` names it. */
export const kmsKey = 'test-key';

async function start(directory: string): Promise<RunningStore> {
  const [monitorPort, port] = [await freePort(), await freePort()];
  const [cluster, disk] = [randomUUID(), randomUUID()];
  for (const folder of ['mon', 'osd']) await mkdir(join(directory, folder));
  const file = join(directory, 'ceph.conf');
  await writeFile(file, configuration(directory, { cluster, monitorPort, port }));
  const env = { CEPH_CONF: file };
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { env: { ...systemEnvironment, ...env }, timeout: timeouts.step });
  const servers: SystemServer[] = [];
  const serve = (program: string, ...args: string[]): SystemServer => {
    const server = new SystemServer(program, [...args, '-f'], {
      env,
      log: join(directory, `${program}.out`),
    });
    servers.push(server);
    return server;
  };
  await makeKeys(directory, run);
  const map = join(directory, 'monmap');
  await run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, map);
  await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', join(directory, 'keyring'));
  await serve('ceph-mon', '-i', 'a').listens(monitorPort);
  await run('ceph', 'osd', 'new', disk);
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
  serve('ceph-osd', '-i', '0');
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = keys;
  const person = ['--uid=test', '--display-name=test', `--access-key=${id}`, `--secret-key=${secret}`];
  await run('radosgw-admin', 'user', 'create', ...person);
  await serve('radosgw', '-n', 'client.admin').listens(port);
  const stop = async () => {
    // A server that keeps everything in memory needs no orderly stop.
    for (const server of servers.reverse()) await server.stop('SIGKILL');
  };
  return { endpoint: `http://127.0.0.1:${port}`, keys, stop };
}

async function makeKeys(directory: string, run: (program: string, ...args: string[]) => Promise<unknown>) {
  const rights = {
    'mon.': ['--cap', 'mon', 'allow *'],
    'client.admin': ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'],
    'osd.0': ['--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *'],
  };
  const file = join(directory, 'keyring');
  await writeFile(file, '', { mode: 0o600 });
  for (const [name, caps] of Object.entries(rights))
    await run('ceph-authtool', file, '--gen-key', '-n', name, ...caps);
}

interface Place {
  cluster: string;
  monitorPort: number;
  port: number;
}

const configuration = (home: string, { cluster, monitorPort, port }: Place): string => `
[global]
fsid = ${cluster}
mon_host = [v2:127.0.0.1:${monitorPort}]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
keyring = ${home}/keyring
run_dir = ${home}
admin_socket = ${home}/$name.asok
log_file = ${home}/$name.log
mon_cluster_log_file = ${home}/cluster.log
mon_data = ${home}/mon
osd_data = ${home}/osd
rgw_data = ${home}/rgw
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_crypt_require_ssl = false
rgw_crypt_s3_kms_backend = testing
rgw_crypt_s3_kms_encryption_keys = ${kmsKey}=${randomBytes(32).toString('base64')}
`;

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { SyncClient } from '../catalog/sync-client.ts';
import { fromACursor, lastAsked, linesOf, manyDownloads } from '../reports/many-lines.ts';
import { freshDatabase } from '../setup/database/database.ts';
import startPostgres from '../setup/database/postgres.global.ts';
import { freePort } from '../setup/free-port.ts';
import { systemEnvironment } from '../setup/run/installed.ts';
import { startService, type TestService } from '../setup/service.ts';
import { apk, makeGroup, publishAndroid, publishVersion } from '../setup/world/publishing.ts';
import { reportWorld } from '../setup/world/report-world.ts';
import { pooler } from './tools.ts';

/** How PgBouncer gives out the server's connections, and what of that it needs. */
interface Pooling {
  mode: 'transaction' | 'session';
  /** Whether statements that are prepared once run on whichever connection a transaction gets. */
  prepares: boolean;
}

/** Whether it keeps what is prepared in mode `transaction`: its release notes, 1.21. */
function keepsPrepared(): boolean {
  const reported = execFileSync(pooler, ['--version'], { encoding: 'utf8', env: systemEnvironment });
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(reported) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

const poolings: Pooling[] = [
  { mode: 'transaction', prepares: false },
  { mode: 'session', prepares: true },
  ...(keepsPrepared() ? [{ mode: 'transaction', prepares: true } as const] : []),
];

process.env.TEST_DATABASE = 'postgres';
const stopServer = await startPostgres();
afterAll(() => stopServer());

/** PgBouncer before a database of its own; the address of the database through it. */
async function pooled({ mode, prepares }: Pooling): Promise<{ address: URL; end(): Promise<void> }> {
  const database = await freshDatabase('');
  if (!('url' in database.location)) throw new Error('This is a test of PostgreSQL.');
  const address = new URL(database.location.url);
  const { hostname, port, username, password } = address;
  address.port = String(await freePort());
  const home = await mkdtemp(join(tmpdir(), 'appshelf-pgbouncer-'));
  await writeFile(join(home, 'users.txt'), `"${username}" "${password}"\n`);
  await writeFile(
    join(home, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${address.port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(home, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 20 : 3}
max_client_conn = 200
${mode === 'transaction' && prepares ? 'max_prepared_statements = 200' : ''}
`,
  );
  const running = await startPooler(home);
  const end = async () => {
    running.kill();
    await once(running, 'exit');
    await rm(home, { recursive: true, force: true });
    await database.remove();
  };
  return { address, end };
}

/** It refuses to run as root, and so does root's folder of others. */
async function startPooler(home: string): Promise<ChildProcess> {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (owner.uid !== undefined) await chown(home, owner.uid, owner.gid);
  await chmod(home, 0o755);
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const child = spawn(pooler, [join(home, 'pgbouncer.ini')], {
    ...owner,
    env: systemEnvironment,
    stdio: [...stdio],
  });
  child.stderr.setEncoding('utf8');
  for await (const line of child.stderr) if (String(line).includes('process up')) break;
  return child;
}

/** Publishes, asks, rates and syncs, many at once. */
async function use(service: TestService): Promise<void> {
  const application = await publishAndroid(service, 'org.example.pooled');
  const users = await Promise.all(Array.from({ length: 8 }, () => service.makeUser()));
  const group = await makeGroup(service, 'Crew', { apps: [{ id: application.psk }], users });
  const sessions = await Promise.all(users.map((user) => service.signIn(user)));
  const clients = sessions.map((session) => new SyncClient(service, session));
  for (let build = 2; build < 6; build += 1) {
    const file = { bytes: apk('org.example.pooled', build), name: 'app.apk' };
    await publishVersion(service, application, { groups: [group] }, file);
    await Promise.all(
      sessions.map(async (session, at) => {
        const params = { application: application.id };
        await service.ok(rateApplication, {
          ...session,
          params,
          body: { like: (at + build) % 2 === 0 ? 1 : 0 },
        });
        await clients[at]?.settle();
        const { applications } = await service.ok(listCatalog, session);
        expect(applications.map(({ version }) => version.version_num)).toEqual([`${build}.0`]);
      }),
    );
  }
  for (const client of clients) {
    await client.settle();
    expect(client.entries).toEqual(await client.anew());
  }
}

/** Reads CSV of so many rows that a cursor gives them. */
async function readManyLines(service: TestService): Promise<void> {
  await reportWorld(service, { users: 40, rows: manyDownloads, organizations: 2 });
  let request: string[] = [];
  const lines = await linesOf(service, async () => {
    request = await lastAsked(service);
  });
  expect(request).toContain(fromACursor);
  expect(new Set(lines.split('\r\n')).size).toBe(manyDownloads + 1);
}

it.each(poolings)(
  'serves through PgBouncer in mode $mode, statements prepared: $prepares',
  async (pooling) => {
    const { address, end } = await pooled(pooling);
    const service = await startService({
      database: {
        url: address.href,
        // In mode `session` each connection of the service has one of the server for itself.
        poolSize: pooling.mode === 'session' ? 8 : 20,
        prepares: pooling.prepares,
        // In mode `transaction` they would be set on connections that others get, too.
        timeouts: pooling.mode === 'session' ? { statement: 60_000, idleTransaction: 60_000 } : {},
      },
      limits: { numbersEvery: 0 },
    });
    try {
      await expect(use(service)).resolves.toBeUndefined();
      await expect(readManyLines(service)).resolves.toBeUndefined();
    } finally {
      await service.stop();
      await end();
    }
  },
);

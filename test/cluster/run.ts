/**
 * `npm run cluster`: two instances of the built service on a PostgreSQL server and an S3 server of their own, for trying:
 * with PgBouncer and nginx where they are installed. docs/cluster.md says what it starts. Ends with Ctrl-C, and leaves nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfChanged } from '../../mock-server/launch/build.ts';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import { startBucketServer, testBucket } from '../setup/bucket/bucket-server.ts';
import { onServer } from '../setup/database/database.ts';
import { startPostgresServer } from '../setup/database/postgres-server.ts';
import { freePort } from '../setup/free-port.ts';
import { ServiceProcess } from '../setup/service-process.ts';
import { startFront } from './front.ts';
import { startPooler } from './pooler.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** What is to be stopped, the last first; PostgreSQL ends with this process. */
const started: (() => Promise<void>)[] = [];
let isStopping = false;

async function stop(code: number): Promise<never> {
  for (const end of started.reverse()) await end().catch((error: unknown) => say(String(error)));
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping.');
    void stop(0);
  });
}

async function startAll(): Promise<void> {
  await buildIfChanged();
  const home = await mkdtemp(join(tmpdir(), 'appshelf-cluster-'));
  started.push(() => rm(home, { recursive: true, force: true }));
  const { url } = await startPostgresServer();
  await onServer(url, 'create database appshelf');
  const database = new URL('/appshelf', url).href;
  const bucket = await startBucketServer();
  started.push(bucket.stop);
  const pooler = await startPooler(database);
  if (pooler !== null) started.push(pooler.stop);

  const port = Number(process.env.PORT || 8080);
  const instancePorts = [await freePort(), await freePort()];
  const shared = {
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    CATALOG_DIR: catalogDir,
    DATABASE_URL: pooler?.url ?? database,
    DATABASE_PREPARE: String(pooler === null),
    // Behind a pooler that gives each transaction another connection they would be set on those of others.
    ...(pooler !== null && { DATABASE_STATEMENT_SECONDS: '0', DATABASE_IDLE_TRANSACTION_SECONDS: '0' }),
    BLOB_URL: `s3://${testBucket}/files?endpoint=${bucket.endpoint}`,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ORGANIZATION_NAME: 'Cluster Works',
    ADMIN_USER_ID: 'admin',
    ADMIN_PASSWORD: 'appshelf-demo',
    ADMIN_EMAIL: 'admin@example.org',
  };
  for (const [at, one] of instancePorts.entries()) {
    const own = { PORT: String(one), DATA_DIR: join(home, `instance-${at + 1}`) };
    const instance = new ServiceProcess({ ...shared, ...own });
    await instance.start();
    started.push(instance.stop);
    say(`instance ${at + 1}   http://127.0.0.1:${one}`);
  }
  const front = await startFront(port, instancePorts);
  started.push(front.stop);
  say(`files        ${bucket.endpoint}/${testBucket}`);
  say(`database     ${database}${pooler === null ? '' : `, through PgBouncer at ${pooler.url}`}`);
  say(
    `\nhttp://localhost:${port} leads to both, through ${front.name}. Sign in as admin, appshelf-demo. Ctrl-C ends it all.`,
  );
}

await startAll().catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack)}\n`);
  return stop(1);
});

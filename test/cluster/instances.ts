import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticateUser } from '../../contract/identity.ts';
import { root } from '../../mock-server/launch/paths.ts';
import type { BucketLocation } from '../../mock-server/platform/blobs/bucket/location.ts';
import type { DatabaseLocation } from '../../mock-server/platform/database/connect.ts';
import { startBucketServer } from '../setup/bucket/bucket-server.ts';
import { placeIn } from '../setup/bucket/fresh-bucket.ts';
import { freshDatabase } from '../setup/database/database.ts';
import { freePort } from '../setup/free-port.ts';
import { Requests } from '../setup/requests.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { ServiceProcess } from '../setup/service-process.ts';
import { type Administrator, People, password } from '../setup/world/people.ts';

/** One of several instances, with its signed-in administrator. */
export interface Instance {
  process: ServiceProcess;
  /** The port that it listens on, on loopback. */
  port: number;
  /** Its settings. */
  environment: Record<string, string>;
  people: People;
}

/** Two instances in their own processes: on one database and one bucket, with nothing else in common. */
export interface Cluster {
  one: Instance;
  other: Instance;
  mail: MailServer;
  database: DatabaseLocation;
  /** Where its files are, past what is put in front of the server. */
  place: BucketLocation;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Seconds by which the clock of the other instance is ahead of the machine's. */
  otherAhead?: number;
  /** Whether the mail server accepts a mail without ever confirming it. */
  hasSilentMail?: boolean;
  /** Settings beside those that a cluster needs. */
  more?: Record<string, string>;
  /** Puts something in front of the S3 server; returns its address. */
  before?: (endpoint: string) => Promise<string>;
}

export async function startCluster({
  otherAhead = 0,
  hasSilentMail = false,
  more = {},
  before,
}: ClusterOptions = {}): Promise<Cluster> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-cluster-'));
  const database = await freshDatabase(home);
  if (!('url' in database.location)) throw new Error('Several instances share a PostgreSQL server.');
  const [bucket, mail] = await Promise.all([
    startBucketServer(),
    MailServer.start({ isSilent: hasSilentMail }),
  ]);
  // A server in real use is shared by all tests, each with files of its own.
  const place = placeIn(bucket.endpoint);
  const endpoint = (await before?.(bucket.endpoint)) ?? bucket.endpoint;
  const shared = { ...settings(database.location.url, { ...place, endpoint }, mail), ...more };
  const first = await start(join(home, 'one'), { ...shared, ...administrator });
  const clock = {
    NODE_OPTIONS: `--import=${join(root, 'test/setup/shifted-clock.ts')}`,
    CLOCK_AHEAD: String(otherAhead),
  };
  const second = await start(join(home, 'other'), { ...shared, ...(otherAhead !== 0 && clock) });
  const admin = await signedIn(first.url);
  return {
    one: instance(first, admin),
    other: instance(second, admin),
    mail,
    database: database.location,
    place,
    stop: async () => {
      await Promise.all([first.process.stop(), second.process.stop(), mail.stop()]);
      await bucket.stop();
      await database.remove();
      await rm(home, { recursive: true, force: true });
    },
  };
}

const administrator = {
  ORGANIZATION_NAME: 'Clustered',
  ADMIN_USER_ID: 'admin',
  ADMIN_PASSWORD: password,
  ADMIN_EMAIL: 'admin@example.org',
};

const settings = (database: string, { bucket, prefix, endpoint }: BucketLocation, mail: MailServer) => ({
  DATABASE_URL: database,
  BLOB_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}`,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  DRAIN_SECONDS: '1',
});

async function start(directory: string, shared: Record<string, string>) {
  const port = await freePort();
  const environment = { ...shared, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: directory };
  const process = new ServiceProcess(environment);
  await process.start();
  return { process, port, environment, url: `http://127.0.0.1:${port}` };
}

const instance = (
  { url, ...started }: Awaited<ReturnType<typeof start>>,
  admin: Administrator,
): Instance => ({
  ...started,
  people: new People(url, admin),
});

async function signedIn(url: string) {
  const { ADMIN_USER_ID: userId } = administrator;
  const body = { user_id: userId, password, remember_me: true };
  const { token, organization, user } = await new Requests(url).ok(authenticateUser, { body });
  return { token, orgId: organization.id, id: user.id, userId, password };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticateUser } from '../../contract/identity.ts';
import { type App, buildApp } from '../../mock-server/app.ts';
import type { Config } from '../../mock-server/config.ts';
import type { ServiceContext } from '../../mock-server/context.ts';
import { defaultLimits, type Limits } from '../../mock-server/settings/limits.ts';
import { freshBucket } from './bucket/fresh-bucket.ts';
import { freshDatabase } from './database/database.ts';
import { timeouts } from './run/timeouts.ts';
import { testWorkers } from './workers.ts';
import { type Administrator, People, password } from './world/people.ts';

/**
 * Cheap password hashing and no limit on sign-ins, because the tests sign in often; a long timeout for public stores;
 * and the service never counts as too busy, because it shares its process with the tests.
 */
const testLimits: Limits = {
  ...defaultLimits,
  passwordMemory: 64,
  passwordPasses: 1,
  signInFailures: 100_000,
  resetsPerAddress: 100_000,
  publicStoreTimeout: timeouts.step,
  pressure: { delay: Number.POSITIVE_INFINITY, heapPercent: 100, memoryLeft: 0 },
};

/** Addresses that nothing answers at, and that the service may not even ask. */
const noPushServices = {
  apns: 'http://127.0.0.1:9/',
  apnsSandbox: 'http://127.0.0.1:9/',
  fcm: 'http://127.0.0.1:9/',
  googleToken: 'http://127.0.0.1:9/',
};

/** A running service on a fresh database and data directory, with an administrator who is signed in. */
export class TestService extends People {
  readonly platform: ServiceContext;
  /** The server, which takes requests without a connection. */
  readonly server: App['server'];
  readonly #stop: () => Promise<void>;

  constructor(
    url: string,
    { platform, server }: Pick<App, 'platform' | 'server'>,
    admin: Administrator,
    stop: () => Promise<void>,
  ) {
    super(url, admin);
    this.platform = platform;
    this.server = server;
    this.#stop = stop;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

/** Settings that differ from those of all tests. */
export type Overrides = Omit<Partial<Config>, 'limits'> & { limits?: Partial<Limits> };

/** A configuration for tests: on loopback, at a free port, without log. */
export async function testConfig(
  overrides: Overrides = {},
): Promise<{ config: Config; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
  const database = await freshDatabase(dataDir);
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    dataDir,
    database: database.location,
    bucket: freshBucket(),
    downloads: { by: 'service' },
    secretKey: null,
    secretKeyFile: null,
    secretKeyIsPassed: false,
    tls: null,
    trustProxy: null,
    drainTime: 0,
    logLevel: 'silent',
    catalogDir: null,
    firstAdministrator: {
      organizationName: 'Test Organization',
      userId: 'admin',
      password,
      email: 'admin@example.org',
    },
    demo: false,
    outgoingAllow: [],
    webPushAllow: [],
    outgoingPublic: true,
    publicStores: null,
    pushServices: noPushServices,
    smtp: null,
    mailDomains: null,
    breachedPasswords: null,
    malwareScan: null,
    metricsToken: null,
    metricsAddress: null,
    auditSyslog: null,
    ...overrides,
    limits: { ...testLimits, ...overrides.limits },
  };
  const remove = async () => {
    await database.remove();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { config, remove };
}

/** Starts the real service on a loopback port. Call `stop` when done: it removes the service's data. */
export async function startService(overrides: Overrides = {}): Promise<TestService> {
  const { config, remove } = await testConfig(overrides);
  return startOn(config, remove);
}

/** Starts the real service with a configuration of `testConfig`; `after` is called once the service has stopped. */
export async function startOn(config: Config, after: () => Promise<void>): Promise<TestService> {
  const app = await buildApp(config, { workers: testWorkers() });
  const url = await app.server.listen({ host: config.host, port: config.port });
  const first = config.firstAdministrator;
  if (first === null) throw new Error('A test service needs a first administrator.');
  const stop = async () => {
    await app.close();
    await after();
  };
  const signedOut = { token: '', orgId: '', id: '', userId: first.userId, password: first.password };
  const anonymous = new TestService(url, app, signedOut, stop);
  const { token, organization, user } = await anonymous.ok(authenticateUser, {
    body: { user_id: first.userId, password: first.password, remember_me: true },
  });
  return new TestService(url, app, { ...signedOut, token, orgId: organization.id, id: user.id }, stop);
}

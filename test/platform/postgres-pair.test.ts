import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { onServer } from '../setup/database/database.ts';
import { type Line, lineTo } from '../setup/database/database-line.ts';
import { type Pair, startPair } from '../setup/database/postgres-server.ts';
import type { TestUser } from '../setup/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishVersion,
} from '../setup/publishing.ts';
import { startService, type TestService } from '../setup/service.ts';

let pair: Pair;
let primary: Line;
let replica: Line;
let service: TestService;
let group: number | string;
let users: TestUser[];
let sessions: { token: string; udid: string }[];
let application: PublishedApplication;
let build = 1;
beforeAll(async () => {
  pair = await startPair();
  await onServer(pair.primary.url, 'create database app template template0');
  [primary, replica] = [await lineTo(pair.primary.port), await lineTo(pair.standby.port)];
  const urlOf = ({ port }: Line): string => {
    const url = new URL(pair.primary.url);
    url.pathname = 'app';
    url.port = String(port);
    return url.href;
  };
  service = await startService({
    database: { url: urlOf(primary), readUrl: urlOf(replica), poolSize: 6 },
  });
  application = await publishAndroid(service, 'org.example.pair');
  users = await Promise.all([0, 1, 2].map(() => service.makeUser()));
  group = await makeGroup(service, 'Crew', { apps: [{ id: application.psk }], users });
  sessions = await Promise.all(users.map((user) => service.signIn(user)));
});
afterAll(async () => {
  await service.stop();
  await primary.cut();
  await replica.cut();
  await pair.stop();
});

async function publish(): Promise<string> {
  build += 1;
  const file = { bytes: apk('org.example.pair', build), name: 'app.apk' };
  await publishVersion(service, application, { groups: [group] }, file);
  return `${build}.0`;
}

/** What each person is shown. */
const shown = () =>
  Promise.all(
    sessions.map(async (session) => {
      const { applications } = await service.ok(listCatalog, session);
      return applications.map(({ version }) => version.version_num);
    }),
  );

async function onStandby<R>(statement: string): Promise<R[]> {
  const address = new URL(pair.standby.url);
  address.pathname = 'app';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    return (await client.query(statement)).rows as R[];
  } finally {
    await client.end();
  }
}

/** Waits until the standby has what the primary has written. */
async function caughtUp(): Promise<void> {
  const client = new pg.Client({ connectionString: pair.primary.url });
  await client.connect();
  const { rows } = await client.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
  await client.end();
  const isThere = `select pg_last_wal_replay_lsn() >= '${rows[0]?.at}'::pg_lsn as there`;
  await expect.poll(async () => (await onStandby<{ there: boolean }>(isThere))[0]?.there).toBe(true);
}

it('reads lists from the replica, unless it lags behind what a person has changed or been told', async () => {
  const first = await publish();
  await caughtUp();
  const before = replica.trips();
  expect(await shown()).toEqual(users.map(() => [first]));
  expect(replica.trips()).toBeGreaterThan(before);

  await onStandby('select pg_wal_replay_pause()');
  const second = await publish();
  expect(await shown()).toEqual(users.map(() => [second]));
  const [session] = sessions;
  if (session === undefined) throw new Error('Nobody is signed in.');
  const params = { application: application.id };
  await service.ok(rateApplication, { ...session, params, body: { like: 1 } });
  const read = await service.ok(readCatalogApplication, { ...session, params });
  expect(read.application.catalog_info.user_liked).toBe(1);
  await onStandby('select pg_wal_replay_resume()');
  await caughtUp();
});

it('answers everything while the replica is gone, and reads from it when it is back', async () => {
  await replica.cut();
  const next = await publish();
  expect(await shown()).toEqual(users.map(() => [next]));
  await replica.mend();
  await expect
    .poll(
      async () => {
        const latest = await publish();
        await caughtUp();
        const before = replica.trips();
        expect(await shown()).toEqual(users.map(() => [latest]));
        return replica.trips() > before;
      },
      { interval: 500 },
    )
    .toBe(true);
});

/** Rates and reads until told to stop; what was acknowledged must be there, and nothing but 503 may be refused. */
async function underLoad(blow: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const statuses = new Set<number>();
  let done = 0;
  const people = sessions.map(async (session) => {
    const params = { application: application.id };
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const like = turn % 2 === 0 ? 1 : 0;
      const written = await service.call(rateApplication, { ...session, params, body: { like } });
      statuses.add(written.status);
      const read = await service.call(readCatalogApplication, { ...session, params });
      statuses.add(read.status);
      if (written.status !== 200 || read.status !== 200) continue;
      done += 1;
      expect(read.body).toMatchObject({ application: { catalog_info: { user_liked: like } } });
    }
  });
  const worked = async () => {
    const before = done;
    await expect.poll(() => done).toBeGreaterThan(before + 10);
  };
  await worked();
  await blow();
  await worked();
  over.abort();
  await Promise.all(people);
  for (const status of statuses) expect([200, 503]).toContain(status);
}

it('loses nothing that it acknowledged when the server is killed and comes back', async () => {
  await expect(
    underLoad(async () => {
      await pair.primary.kill();
      await pair.primary.start();
    }),
  ).resolves.toBeUndefined();
});

it('goes on with the standby when the server is lost for good', async () => {
  // An acknowledged write is one that the standby has, too.
  await onServer(pair.primary.url, `alter system set synchronous_standby_names = '*'`);
  await onServer(pair.primary.url, 'select pg_reload_conf()');
  await caughtUp();
  await expect(
    underLoad(async () => {
      await pair.primary.kill();
      await primary.cut();
      await onServer(pair.standby.url, 'select pg_promote()');
      await primary.mend(pair.standby.port);
    }),
  ).resolves.toBeUndefined();
  const latest = await publish();
  expect(await shown()).toEqual(users.map(() => [latest]));
});

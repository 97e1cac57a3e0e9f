import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { addVersion, readApplication } from '../../../contract/applications.ts';
import { listCatalog, readCatalogApplication } from '../../../contract/catalog.ts';
import { authenticateUser } from '../../../contract/identity.ts';
import { listInstalled, postInstalled } from '../../../contract/inventory.ts';
import { rateApplication } from '../../../contract/reviews.ts';
import { readCaller } from '../../../contract/users.ts';
import type { Answer } from '../../setup/answers.ts';
import { onServer } from '../../setup/database/database.ts';
import { type Line, lineTo } from '../../setup/database/database-line.ts';
import { startPair } from '../../setup/database/postgres-server.ts';
import { startService } from '../../setup/service.ts';
import type { TestUser } from '../../setup/world/people.ts';
import { apk, makeGroup, publishAndroid, publishVersion } from '../../setup/world/publishing.ts';

let build = 1;
const pair = await startPair();
await onServer(pair.primary.url, 'create database app template template0');
const [primary, replica] = [await lineTo(pair.primary.port), await lineTo(pair.standby.port)];
const urlOf = ({ port }: Line): string => {
  const url = new URL(pair.primary.url);
  url.pathname = 'app';
  url.port = String(port);
  return url.href;
};
const service = await startService({
  database: { url: urlOf(primary), readUrl: urlOf(replica), poolSize: 6 },
});
const application = await publishAndroid(service, 'org.example.pair');
const users = await Promise.all([0, 1, 2].map(() => service.makeUser()));
const group = await makeGroup(service, 'Crew', { apps: [{ id: application.psk }], users });
const sessions = await Promise.all(users.map((user) => service.signIn(user)));
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

/** The catalog that each person is shown. */
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

/** Something that is done repeatedly: it writes, and checks that what was acknowledged is there. */
type Work = (turn: number) => Promise<{ written: Answer; read: () => Promise<Answer>; there: object }>;

const rates =
  (session: { token: string; udid: string }): Work =>
  async (turn) => {
    const params = { application: application.id };
    const like = turn % 2 === 0 ? 1 : 0;
    return {
      written: await service.call(rateApplication, { ...session, params, body: { like } }),
      read: () => service.call(readCatalogApplication, { ...session, params }),
      there: { application: { catalog_info: { user_liked: like } } },
    };
  };

const publishes: Work = async () => {
  build += 1;
  const params = { application: application.id };
  const { token } = service.admin;
  const app_file = { bytes: apk('org.example.pair', build), name: 'app.apk' };
  const written = await service.upload(addVersion, {
    token,
    params,
    data: { groups: [group] },
    files: { app_file },
  });
  return {
    written,
    read: () => service.call(readApplication, { token, params }),
    there: { application: { version: { version_num: `${build}.0` } } },
  };
};

const takesStock =
  (session: { token: string; udid: string }): Work =>
  async (turn) => {
    const version_num = `0.${turn}`;
    return {
      written: await service.call(postInstalled, {
        ...session,
        body: { applications: [{ id: application.id, version_num }] },
      }),
      read: () => service.call(listInstalled, session),
      there: { applications: [{ installed_version_num: version_num }] },
    };
  };

/** A person who was signed in stays known. */
const signsIn =
  ({ userId, password }: TestUser): Work =>
  async () => {
    const written = await service.call(authenticateUser, { body: { user_id: userId, password } });
    const { token = '' } = written.body as { token?: string };
    return {
      written,
      read: () => service.call(readCaller, { token }),
      there: { user: { user_id: userId } },
    };
  };

/**
 * Rates, publishes, sends inventories and signs in until told to stop; what was acknowledged must be there, and the
 * only permitted refusal is 503.
 */
async function underLoad(blow: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const statuses = new Set<number>();
  const [first, second, third] = sessions;
  const [person] = users;
  if (!first || !second || !third || !person) throw new Error('Somebody is missing.');
  const work: Record<string, Work> = {
    first: rates(first),
    second: rates(second),
    third: takesStock(third),
    publishes,
    signsIn: signsIn(person),
  };
  const done = new Map(Object.keys(work).map((name) => [name, 0]));
  const people = Object.entries(work).map(async ([name, once]) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const { written, read, there } = await once(turn);
      statuses.add(written.status);
      if (written.status !== 200) continue;
      const { status, body } = await read();
      statuses.add(status);
      if (status !== 200) continue;
      expect(body).toMatchObject(there);
      done.set(name, (done.get(name) ?? 0) + 1);
    }
  });
  const worked = async () => {
    const before = new Map(done);
    const lazy = () => [...done].filter(([name, times]) => times < (before.get(name) ?? 0) + 3);
    await expect.poll(lazy).toEqual([]);
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

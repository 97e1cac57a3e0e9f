import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  findSession,
  sessionTables,
} from '../../mock-server/features/identity/sessions/found-session-store.ts';
import { callerOf } from '../../mock-server/features/identity/sessions/known-session.ts';
import { hashToken } from '../../mock-server/features/identity/sessions/tokens.ts';
import { connect, type Database } from '../../mock-server/platform/database/connect.ts';
import { now } from '../../mock-server/platform/database/identifiers.ts';
import { unguarded } from '../../mock-server/platform/database/unguarded.ts';
import type { DeviceCaller } from '../../mock-server/platform/http/contexts.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
/** As another process has: it writes to the same database. */
let elsewhere: Database;
let session: { token: string; udid: string };

beforeAll(async () => {
  service = await startService();
  elsewhere = await connect(service.platform.config.database);
});

afterAll(async () => {
  await elsewhere.close();
  await service.stop();
});

const here = (): Database => service.platform.database;

/** The session as a request gets it; null when the request is to be refused. */
const asked = (): Promise<DeviceCaller | null> =>
  new Promise((resolve, reject) => {
    service.server.gatekeeper.known(session.token, session.udid, (error, caller) =>
      error === null ? resolve(caller) : reject(error),
    );
  });

/** What the database says. */
async function said(): Promise<DeviceCaller | null> {
  const { orgId } = service.admin;
  const hash = hashToken(session.token);
  const row = await findSession(here().db, orgId, hash, session.udid, now());
  return row === undefined ? null : callerOf(orgId, hash, row);
}

async function signedIn(): Promise<void> {
  session = await service.signIn(await service.makeUser());
  expect(await asked()).not.toBeNull();
  expect(await asked()).toEqual(await said());
}

/** The rows that a session is read from, each as a condition. */
async function rowsOf(caller: DeviceCaller): Promise<Record<keyof typeof sessionTables, string>> {
  const inOrganization = `org_id = '${caller.orgId}'`;
  await sql
    .raw(
      `insert into activity_revisions (org_id, revision) values ('${caller.orgId}', 1) on conflict do nothing`,
    )
    .execute(unguarded(here().db));
  return {
    tokens: `${inOrganization} and id = '${caller.token.id}'`,
    users: `${inOrganization} and id = '${caller.user.id}'`,
    devices: `${inOrganization} and id = '${caller.device.id}'`,
    pairing: `${inOrganization} and device = '${caller.device.id}'`,
    organizations: `id = '${caller.orgId}'`,
    activity: inOrganization,
  };
}

/** What a column holds. */
type Cell = string | number | null;

/** Another value that is valid there: a moment in the past where one may be, the next number, JSON that stays JSON. */
function another(value: Cell): string {
  if (typeof value === 'number') return String(value + 1);
  if (value === null || /^\d{4}-\d\d-/.test(value)) return `'2020-01-01T00:00:00.000Z'`;
  return quoted(`${value} `);
}

const quoted = (value: Cell): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

/** Writes into a row; false where its constraints don't allow that. */
async function write(database: Database, change: string): Promise<boolean> {
  try {
    await database.transaction((tx) => sql.raw(change).execute(unguarded(tx)));
    return true;
  } catch {
    return false;
  }
}

test.each(['here', 'elsewhere'])(
  'whatever is changed %s of what a session is read of shows at once',
  async (place) => {
    await signedIn();
    const caller = await said();
    if (caller === null) throw new Error('Nobody is signed in.');
    const database = place === 'here' ? here() : elsewhere;
    const ended: string[] = [];
    for (const [name, condition] of Object.entries(await rowsOf(caller))) {
      const { table } = sessionTables[name as keyof typeof sessionTables];
      const { rows } = await sql
        .raw<Record<string, Cell>>(`select * from ${table} where ${condition}`)
        .execute(unguarded(here().db));
      for (const [column, value] of Object.entries(rows[0] ?? {})) {
        // A row with another key would not be found again.
        if (condition.includes(`${column} = `)) continue;
        await asked();
        const set = (text: string) => `update ${table} set "${column}" = ${text} where ${condition}`;
        // A column that is empty may be one of numbers.
        const isChanged = (await write(database, set(another(value)))) || (await write(database, set('1')));
        const expected = await said();
        expect(await asked(), `${table}.${column}`).toEqual(expected);
        if (expected === null) ended.push(`${name}.${column}`);
        if (isChanged) await write(database, set(quoted(value)));
        expect(await asked(), `${table}.${column}, set back`).toEqual(await said());
      }
    }
    expect(ended).toEqual(
      expect.arrayContaining([
        'tokens.prune',
        'tokens.idle_ends',
        'users.disabled',
        'users.until',
        'users.deleted',
      ]),
    );
    expect(ended).toEqual(
      expect.arrayContaining([
        'devices.disabled_reason',
        'devices.until',
        'pairing.disabled_reason',
        'pairing.until',
      ]),
    );
  },
);

test.each(['here', 'elsewhere'])(
  'who is disabled %s is refused by the next request, however many ask meanwhile',
  async (place) => {
    await signedIn();
    const id = (await said())?.user.id ?? '';
    const database = place === 'here' ? here() : elsewhere;
    const over = new AbortController();
    const askers = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        await asked();
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    for (let turn = 0; turn < 60; turn++) {
      const disabled = turn % 2;
      await database.transaction(async (tx) => {
        await sql`update users set disabled = ${disabled} where id = ${id}`.execute(unguarded(tx));
        // Others ask between the change and its commit.
        await new Promise((resolve) => setImmediate(resolve));
      });
      expect((await asked()) === null, `turn ${turn}`).toBe(disabled === 1);
    }
    over.abort();
    await Promise.all(askers);
  },
);

test('what was undone has changed nothing', async () => {
  await signedIn();
  const before = await said();
  const undone = here().transaction(async (tx) => {
    await sql`update users set disabled = 1 where id = ${before?.user.id}`.execute(unguarded(tx));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await asked()).toEqual(before);
});

test('a session is over at its end, though nothing is written then', async () => {
  await signedIn();
  const end = new Date(Date.now() + 300).toISOString();
  await sql`update tokens set prune = ${end} where hash = ${hashToken(session.token)}`.execute(
    unguarded(here().db),
  );
  expect(await asked()).not.toBeNull();
  await vi.waitUntil(async () => (await asked()) === null, { timeout: timeouts.step });
  expect(new Date().toISOString() >= end).toBe(true);
});

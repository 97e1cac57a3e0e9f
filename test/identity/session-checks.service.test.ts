import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { hashToken } from '../../mock-server/features/identity/sessions/tokens.ts';
import { connect, type Database } from '../../mock-server/platform/database/connect.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import type { DeviceCaller } from '../../mock-server/platform/http/contexts.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import type { TestService } from '../setup/service.ts';

const service = await openService();
/** Another process's connection to the same database. */
const elsewhere = await connect(service.platform.config.database);

afterAll(() => elsewhere.close());

type Session = Pick<Awaited<ReturnType<TestService['signIn']>>, 'token' | 'udid'>;

const signedIn = async (): Promise<Session> => service.signIn(await service.makeUser());

const callerOf = ({ token, udid }: Session): Promise<DeviceCaller> =>
  service.server.gatekeeper.authenticateOnDevice(token, udid);

const statusOf = async (session: Session): Promise<number> =>
  (await service.call(listCatalog, session)).status;

/** Whether an open stream of the session would go on. */
const isLiving = async (caller: DeviceCaller): Promise<boolean> =>
  (await service.server.gatekeeper.filterActive([caller])).size === 1;

const write = (database: Database, change: string): Promise<unknown> =>
  database.transaction((tx) => sql.raw(change).execute(withoutGuard(tx)));

const longAgo = `'2020-01-01T00:00:00.000Z'`;

/** A row of a session's tables, as a condition. */
const rows = {
  tokens: ({ token }: DeviceCaller) => `id = '${token.id}'`,
  users: ({ user }: DeviceCaller) => `id = '${user.id}'`,
  devices: ({ device }: DeviceCaller) => `id = '${device.id}'`,
  device_users: ({ device }: DeviceCaller) => `device = '${device.id}'`,
};

/** What ends a session: a column with its value, and the value of one that goes on. */
const endings: [table: keyof typeof rows, column: string, ended: string, living: string, status: number][] = [
  ['tokens', 'prune', longAgo, `'2999-01-01T00:00:00.000Z'`, 401],
  ['tokens', 'idle_ends', longAgo, 'null', 401],
  ['users', 'disabled', '1', '0', 403],
  ['users', 'until', longAgo, 'null', 403],
  ['users', 'deleted', longAgo, 'null', 401],
  ['devices', 'disabled_reason', '1', 'null', 403],
  ['devices', 'until', longAgo, 'null', 403],
  ['device_users', 'disabled_reason', '1', 'null', 403],
  ['device_users', 'until', longAgo, 'null', 403],
];

test.each(endings)(
  'the next request and the stream of a session end with %s.%s, also when another process wrote it',
  async (table, column, ended, living, status) => {
    const session = await signedIn();
    const caller = await callerOf(session);
    const set = (value: string) => `update ${table} set ${column} = ${value} where ${rows[table](caller)}`;
    for (const database of [service.platform.database, elsewhere]) {
      await write(database, set(ended));
      expect([await statusOf(session), await isLiving(caller)]).toEqual([status, false]);
      await write(database, set(living));
      expect([await statusOf(session), await isLiving(caller)]).toEqual([200, true]);
    }
  },
);

test('a request gets the revisions of the person and the device that another process has just raised', async () => {
  const session = await signedIn();
  const before = await callerOf(session);
  const raise = (table: string, column: string, row: string) =>
    write(elsewhere, `update ${table} set ${column} = ${column} + 1 where ${row}`);
  await raise('users', 'revision', rows.users(before));
  await raise('devices', 'revision', rows.devices(before));
  const after = await callerOf(session);
  const raised = (name: 'user' | 'device') =>
    (after.revisions?.[name] ?? 0) - (before.revisions?.[name] ?? 0);
  expect([raised('user'), raised('device')]).toEqual([1, 1]);
  const { user, device } = after.revisions ?? {};
  expect([...(await service.server.gatekeeper.filterActive([before])).values()]).toEqual([{ user, device }]);
});

test('no device that others name beside it keeps a session that is over, or ends one that goes on', async () => {
  const [stored, over] = [await signedIn(), await signedIn()];
  const [caller, past] = [await callerOf(stored), await callerOf(over)];
  await write(elsewhere, `update tokens set prune = ${longAgo} where ${rows.tokens(past)}`);
  const strange = ['', ' ', '"', '\\', '","', '"},{"', '{', 'null', 'ä€😀', '\t\n'].map((id) => ({
    ...caller,
    device: { ...caller.device, id },
  }));
  const living = await service.server.gatekeeper.filterActive([...strange, past, caller, past]);
  expect([...living.keys()]).toEqual([`${hashToken(stored.token)} ${stored.udid}`]);
});

test.each(['here', 'elsewhere'])(
  'who is disabled %s is refused by the next request, however many ask meanwhile',
  async (place) => {
    const session = await signedIn();
    const condition = rows.users(await callerOf(session));
    const database = place === 'here' ? service.platform.database : elsewhere;
    for (let turn = 0; turn < 20; turn++) {
      const disabled = turn % 2;
      const written = write(database, `update users set disabled = ${disabled} where ${condition}`);
      await Promise.allSettled(Array.from({ length: 8 }, () => callerOf(session)));
      await written;
      expect(await statusOf(session), `turn ${turn}`).toBe(disabled === 1 ? 403 : 200);
    }
  },
);

test('a session is over at its end, though nothing is written then', async () => {
  const session = await signedIn();
  const end = new Date(Date.now() + 300).toISOString();
  await write(elsewhere, `update tokens set prune = '${end}' where ${rows.tokens(await callerOf(session))}`);
  expect(await statusOf(session)).toBe(200);
  await vi.waitUntil(async () => (await statusOf(session)) === 401, { timeout: timeouts.step });
  expect(new Date().toISOString() >= end).toBe(true);
});

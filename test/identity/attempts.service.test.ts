import { afterAll, describe, expect, test } from 'vitest';
import { authenticateCatalog } from '../../contract/catalog.ts';
import {
  acceptInvitation,
  authenticateUser,
  authenticateUserV1,
  changePassword,
} from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { updateUser } from '../../contract/users.ts';
import { restartInvitation } from '../../mock-server/features/identity/resets/invitation-mails.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { startOn, type TestService, testConfig } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import { rulesForUsers } from './passwords.ts';

const { config, remove } = await testConfig({
  trustProxy: ['loopback'],
  publicUrl: 'https://apps.example.org',
});
/** Two processes on one database, behind a proxy that names the addresses attempts come from. */
const service = await startOn(config, remove);
const twin = await startOn(config, async () => undefined);
afterAll(async () => {
  await twin.stop();
  await service.stop();
});

const from = (address: string) => ({ 'x-forwarded-proto': 'https', 'x-forwarded-for': address });
const device = (udid: string) => ({
  remember_me: false,
  register_catalog: false,
  device_info: { udid, operating_system: 114, form_factor: 1 as const },
});

interface Guess {
  user: string;
  password: string;
  address?: string;
  at?: TestService;
}
async function guess({ user, password, address = '203.0.113.9', at = service }: Guess): Promise<number> {
  const body = { user_id: user, password };
  return (await at.call(authenticateUser, { headers: from(address), body })).status;
}
const onDevice = async ({ userId, password }: TestUser, udid: string, address: string): Promise<number> => {
  const body = { user_id: userId, password, ...device(udid) };
  return (await service.call(authenticateCatalog, { headers: from(address), body })).status;
};
async function guessTen(user: string, address?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < 10; at++) {
    statuses.push(await guess({ user, password: `wrong-${at}`, ...(address && { address }) }));
  }
  return statuses;
}
/** Nine wrong attempts, and a tenth, which locks the account. */
const locked = [...Array.from({ length: 9 }, () => 401), 403];

test('a hundred guesses at once, by every route and both processes, are no more than ten', async () => {
  const { userId, password } = await service.makeUser();
  const body = (at: number) => ({ user_id: userId, password: `wrong-${at}` });
  const headers = from('203.0.113.9');
  const routes = [
    (at: number) => service.call(authenticateUser, { headers, body: body(at) }),
    (at: number) => twin.call(authenticateUserV1, { headers, body: body(at) }),
    (at: number) =>
      service.call(changePassword, { headers, body: { ...body(at), new_password: 'x-9-never' } }),
    (at: number) => twin.call(authenticateCatalog, { headers, body: { ...body(at), ...device('a-guess') } }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => routes[at % routes.length]?.(at)),
  );
  const statuses = answers.map((answer) => answer?.status ?? 0);
  // The tenth failure locks the account, and its answer says so.
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(10);
  expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(90);
  expect(new Set(statuses)).toEqual(new Set([401, 403]));
  expect(await guess({ user: userId, password })).toBe(403);
});

test('right passwords at once are all let in, more than may fail', async () => {
  const { userId, password } = await service.makeUser();
  const many = Array.from({ length: 16 }, (_, at) =>
    guess({ user: userId, password, at: at % 2 === 0 ? service : twin }),
  );
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
});

describe('who guesses from elsewhere', () => {
  test('locks out everybody elsewhere, and not the person in the network or on the device that is known', async () => {
    const person = await service.makeUser();
    expect(await onDevice(person, 'own-phone', '198.51.100.7')).toBe(200);
    expect(await guessTen(person.userId)).toEqual(locked);
    const { userId: user, password } = person;
    expect(await guess({ user, password, address: '192.0.2.1' })).toBe(403);
    expect(await guess({ user, password, address: '198.51.100.200' })).toBe(200);
    expect(await onDevice(person, 'own-phone', '192.0.2.1')).toBe(200);
    expect(await onDevice(person, 'another-phone', '203.0.113.77')).toBe(403);
  });

  test('in the network of the person locks that, and no other that is known', async () => {
    const person = await service.makeUser();
    const { userId: user, password } = person;
    for (const address of ['198.51.100.7', '2001:db8::7']) {
      expect(await guess({ user, password, address })).toBe(200);
    }
    expect(await guessTen(user, '198.51.100.8')).toEqual(locked);
    expect(await guess({ user, password, address: '198.51.100.7' })).toBe(403);
    expect(await guess({ user, password, address: '2001:db8::ffff' })).toBe(200);
  });

  test('does not lock out who has just chosen their first password there', async () => {
    const { id, userId: user } = await service.makeUser();
    const { database } = service.platform;
    const invited = withoutGuard(database.db).updateTable('users').set({ status: 'invited' });
    await invited.where('id', '=', id).execute();
    const invitation = await database.transaction((tx) =>
      restartInvitation(tx, { org_id: service.admin.orgId, id }, 60_000),
    );
    const password = 'Chosen-by-myself-7';
    await service.ok(acceptInvitation, { headers: from('198.51.100.9'), body: { invitation, password } });
    expect(await guessTen(user)).toEqual(locked);
    expect(await guess({ user, password, address: '192.0.2.9' })).toBe(403);
    expect(await guess({ user, password, address: '198.51.100.10' })).toBe(200);
  });

  test('an administrator unlocks the account', async () => {
    const { userId: user, password, id } = await service.makeUser();
    expect(await guessTen(user)).toEqual(locked);
    await service.ok(updateUser, {
      token: service.admin.token,
      params: { user: id },
      body: { disabled: false },
    });
    expect(await guess({ user, password })).toBe(200);
  });
});

test('a lock that a wrong clock set for a year is not believed', async () => {
  const { userId, id } = await service.makeUser();
  expect(await guessTen(userId)).toEqual(locked);
  const ends = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();
  await withoutGuard(service.platform.database.db)
    .updateTable('attempts')
    .set({ ends, last: ends })
    .where('key', 'like', `%${id}%`)
    .execute();
  expect(await guess({ user: userId, password: 'wrong' })).toBe(401);
});

test('a name that nobody has is locked as those are that somebody has, whatever the threshold', async () => {
  const request = { token: service.admin.token, params: { org_id: service.admin.orgId } };
  const { password_complexity_for_users: users } = rulesForUsers;
  for (const account_lockout_threshold of [3, 0]) {
    await service.ok(updateOrganization, {
      ...request,
      body: {
        password_complexity: {
          password_complexity_for_users: {
            ...users,
            password_expiration_in_minutes: 0,
            min_length: 5,
            account_lockout_threshold,
          },
        },
      },
    });
    const { userId } = await service.makeUser();
    const known = await guessTen(userId);
    expect(await guessTen(`nobody.${account_lockout_threshold}`)).toEqual(known);
    const first = account_lockout_threshold === 0 ? locked.map(() => 401) : [401, 401, 403];
    expect(known.slice(0, first.length)).toEqual(first);
  }
});

test('failures from one address are counted for all processes', async () => {
  const { config, remove } = await testConfig({ limits: { signInFailures: 6 } });
  const one = await startOn(config, remove);
  const other = await startOn(config, async () => undefined);
  try {
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const body = { user_id: `somebody.${at}`, password: 'wrong-one' };
        return (await (at % 2 === 0 ? one : other).call(authenticateUser, { body })).status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(18);
  } finally {
    await other.stop();
    await one.stop();
  }
});

import { afterAll, describe, expect, test } from 'vitest';
import { listCatalog } from '../../../contract/catalog.ts';
import {
  authenticateUser,
  changePassword,
  createApiToken,
  deleteApiToken,
  endSession,
} from '../../../contract/identity.ts';
import { deleteUser, deleteUsers, readCaller, updateUser } from '../../../contract/users.ts';
import { buildApp } from '../../../mock-server/app.ts';
import { startSession } from '../../../mock-server/features/identity/sessions/sessions.ts';
import { signIn } from '../../../mock-server/features/identity/sign-in/sign-in.ts';
import { openService } from '../../setup/open-service.ts';
import { TestService } from '../../setup/service.ts';
import type { TestUser } from '../../setup/world/people.ts';

/** Document 1, States and transitions: what ends a token ends it at once, on every instance of the service. */
const service = await openService();
const other = await buildApp(service.platform.config);
const url = await other.server.listen({ host: '127.0.0.1', port: 0 });
const second = new TestService(url, other, service.admin, () => other.close());
afterAll(() => second.stop());

interface Access {
  user: TestUser;
  session: string;
  api: { token: string; id: string };
  device: { token: string; udid: string };
}

/** A user with every kind of token, each used on the second instance already. */
async function access(): Promise<Access> {
  const user = await service.makeUser();
  const { session: api } = await service.ok(createApiToken, {
    token: service.admin.token,
    params: { organization: service.admin.orgId },
    body: { user: user.id },
  });
  const { token, udid } = await service.signIn(user);
  const all = { user, api, session: await service.userToken(user), device: { token, udid } };
  expect(await statuses(all)).toEqual([200, 200, 200, 200]);
  return all;
}

/** What the second instance answers to each token: session, API token, catalog token without and with its device. */
async function statuses({ session, api, device }: Access): Promise<number[]> {
  const answers = [];
  for (const token of [session, api.token, device.token])
    answers.push(await second.call(readCaller, { token }));
  answers.push(await second.call(listCatalog, device));
  return answers.map((answer) => answer.status);
}

const attemptOn = (at: TestService, { userId, password }: TestUser) =>
  at.call(authenticateUser, { body: { user_id: userId, password, remember_me: true } });

const request = (user: TestUser) => ({ token: service.admin.token, params: { user: user.psk } });

describe('on another instance, at once', () => {
  test('a deleted user can no longer use the App Catalog or the service', async () => {
    const [one, two] = [await access(), await access()];
    await service.ok(deleteUser, request(one.user));
    await service.ok(deleteUsers, { token: service.admin.token, body: { user_ids: [two.user.userId] } });
    for (const gone of [one, two]) expect(await statuses(gone)).toEqual([401, 401, 401, 401]);
  });

  test('a disabled user can not; enabled again, only by signing in again', async () => {
    const all = await access();
    await service.ok(updateUser, { ...request(all.user), body: { disabled: true } });
    expect(await statuses(all)).toEqual([401, 401, 401, 401]);
    await service.ok(updateUser, { ...request(all.user), body: { disabled: false } });
    expect(await statuses(all)).toEqual([401, 401, 401, 401]);
    await second.ok(readCaller, { token: await second.userToken(all.user) });
  });

  test('a user whose until_date is reached can not', async () => {
    const all = await access();
    const until_date = new Date(Date.now() - 1).toISOString();
    await service.ok(updateUser, { ...request(all.user), body: { until_date } });
    expect(await statuses(all)).toEqual([403, 403, 403, 403]);
    await expect(second.userToken(all.user)).rejects.toThrow('answered 403');
  });

  test('until_date is reached without any request', async () => {
    const all = await access();
    const until_date = new Date(Date.now() + 700).toISOString();
    await service.ok(updateUser, { ...request(all.user), body: { until_date } });
    await expect.poll(() => statuses(all)).toEqual([403, 403, 403, 403]);
  });

  test('a password set by an administrator ends every token', async () => {
    const all = await access();
    await service.ok(updateUser, { ...request(all.user), body: { password: 'Another-horse-8' } });
    expect(await statuses(all)).toEqual([401, 401, 401, 401]);
  });

  test('an old password that is being checked while it is replaced opens nothing', async () => {
    const user = await service.makeUser();
    const attempt = {
      userId: user.userId,
      password: user.password,
      origin: { address: '127.0.0.1', device: null },
      loopback: true,
      toComply: false,
      way: 'service' as const,
    };
    const person = await signIn(second.platform, attempt);
    await service.ok(updateUser, { ...request(user), body: { password: 'Another-horse-8' } });
    const options = { remember: true, kind: 'user', device: null } as const;
    const late = second.platform.database.transaction((tx) => startSession(tx, person, options));
    await expect(late).rejects.toMatchObject({ errorName: 'wrong_credentials' });
  });

  test.each(['password', 'disabled', 'deleted'] as const)(
    'of sign-ins at the very moment of the change none goes on: %s',
    async (way) => {
      const user = await service.makeUser();
      const attempts = Array.from({ length: 12 }, (_, at) => attemptOn(at % 2 ? service : second, user));
      const change = {
        password: () => service.call(updateUser, { ...request(user), body: { password: 'Another-horse-8' } }),
        disabled: () => service.call(updateUser, { ...request(user), body: { disabled: true } }),
        deleted: () => service.call(deleteUser, request(user)),
      }[way]();
      const answers = await Promise.all([...attempts, attemptOn(service, user)]);
      expect((await change).status).toBe(200);
      if (way === 'disabled') await service.ok(updateUser, { ...request(user), body: { disabled: false } });
      for (const { status } of answers) expect([200, 401, 403]).toContain(status);
      const given = answers.flatMap(({ body }) => (body as { token?: string }).token ?? []);
      for (const token of given) {
        expect((await second.call(readCaller, { token })).status).toBe(401);
      }
    },
  );

  test('a person who knows the old password can’t replace the one that an administrator set', async () => {
    const user = await service.makeUser();
    const own = { user_id: user.userId, password: user.password, new_password: 'Mine-again-9' };
    const [mine, set] = await Promise.all([
      second.call(changePassword, { body: own }),
      service.call(updateUser, { ...request(user), body: { password: 'Another-horse-8' } }),
    ]);
    expect([200, 401]).toContain(mine.status);
    expect(set.status).toBe(200);
    await second.userToken({ ...user, password: 'Another-horse-8' });
  });

  test('a deleted API token ends no other token', async () => {
    const all = await access();
    await service.ok(deleteApiToken, { token: service.admin.token, params: { api_token: all.api.id } });
    expect(await statuses(all)).toEqual([200, 401, 200, 200]);
  });

  test('a session that its user ends is over', async () => {
    const all = await access();
    await service.ok(endSession, { token: all.session });
    expect(await statuses(all)).toEqual([401, 200, 200, 200]);
  });
});

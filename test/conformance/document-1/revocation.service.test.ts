import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCatalog } from '../../../contract/catalog.ts';
import { createApiToken, deleteApiToken, endSession } from '../../../contract/identity.ts';
import { deleteUser, deleteUsers, readCaller, updateUser } from '../../../contract/users.ts';
import { buildApp } from '../../../mock-server/app.ts';
import { startService, TestService, type TestUser } from '../../setup/service.ts';

/** Document 1, States and transitions: what ends a token ends it at once, on every instance of the service. */
let service: TestService;
let second: TestService;
beforeAll(async () => {
  service = await startService();
  const other = await buildApp(service.platform.config);
  const url = await other.server.listen({ host: '127.0.0.1', port: 0 });
  second = new TestService(url, other.platform, service.admin, () => other.close());
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

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

/** What each kind of token is answered on the second instance: session, API token, catalog token alone and with its device. */
async function statuses({ session, api, device }: Access): Promise<number[]> {
  const answers = [];
  for (const token of [session, api.token, device.token])
    answers.push(await second.call(readCaller, { token }));
  answers.push(await second.call(listCatalog, device));
  return answers.map((answer) => answer.status);
}

const asked = (user: TestUser) => ({ token: service.admin.token, params: { user: user.psk } });

describe('on another instance, at once', () => {
  test('a deleted user can no longer use the App Catalog or the service', async () => {
    const [one, two] = [await access(), await access()];
    await service.ok(deleteUser, asked(one.user));
    await service.ok(deleteUsers, { token: service.admin.token, body: { user_ids: [two.user.userId] } });
    for (const gone of [one, two]) expect(await statuses(gone)).toEqual([401, 401, 401, 401]);
  });

  test('a disabled user can not; enabled again, only by signing in again', async () => {
    const all = await access();
    await service.ok(updateUser, { ...asked(all.user), body: { disabled: true } });
    expect(await statuses(all)).toEqual([401, 401, 401, 401]);
    await service.ok(updateUser, { ...asked(all.user), body: { disabled: false } });
    expect(await statuses(all)).toEqual([401, 401, 401, 401]);
    await second.ok(readCaller, { token: await second.userToken(all.user) });
  });

  test('a user whose until_date is reached can not', async () => {
    const all = await access();
    const until_date = new Date(Date.now() - 1).toISOString();
    await service.ok(updateUser, { ...asked(all.user), body: { until_date } });
    expect(await statuses(all)).toEqual([403, 403, 403, 403]);
    await expect(second.userToken(all.user)).rejects.toThrow('answered 403');
  });

  test('until_date is reached by the clock alone', async () => {
    const all = await access();
    const until_date = new Date(Date.now() + 700).toISOString();
    await service.ok(updateUser, { ...asked(all.user), body: { until_date } });
    await expect.poll(() => statuses(all), { timeout: 10_000 }).toEqual([403, 403, 403, 403]);
  });

  test('a password set by an administrator ends every token', async () => {
    const all = await access();
    await service.ok(updateUser, { ...asked(all.user), body: { password: 'Another-horse-8' } });
    expect(await statuses(all)).toEqual([401, 401, 401, 401]);
  });

  test('a deleted API token ends alone', async () => {
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

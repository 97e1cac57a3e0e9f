import { expect, test } from 'vitest';
import { authenticateUser, authenticateUserV1 } from '../../../contract/identity.ts';
import { operations } from '../../../contract/operations.ts';
import { readCaller } from '../../../contract/users.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';

/** Document 1, Versioning. */
const service = await openService();

const credentials = () => ({ user_id: service.admin.userId, password: service.admin.password });

test('1. the version is part of the path; some resources exist in one version only', async () => {
  for (const { path } of operations) expect(path).toMatch(/^\/v[123]\//);
  const headers = { 'x-token': service.admin.token };
  for (const path of ['/v1/users/info', '/v3/users/info', '/v2/session/']) {
    // Beside what exists in one version only, an address may name something else, of which nobody reads.
    expect([404, 405]).toContain(refusal(await service.fetch(path, { headers })).status);
  }
});

test('2. older versions keep working', async () => {
  for (const operation of [authenticateUser, authenticateUserV1]) {
    const { token } = await service.ok(operation, { body: credentials() });
    expect((await service.call(readCaller, { token })).status).toBe(200);
  }
});

test('2. a resource that has a newer version is flagged with a note naming the replacement', async () => {
  const { body } = await service.fetch('/openapi.json');
  const { paths } = body as {
    paths: Record<string, Record<string, { deprecated?: boolean; description: string }>>;
  };
  const older = paths['/v1/users/authenticate/']?.post;
  expect(older?.deprecated).toBe(true);
  expect(older?.description).toContain('POST /v2/users/authenticate/');
  expect(paths['/v2/users/authenticate/']?.post).not.toHaveProperty('deprecated');
});

test('3. an explicit version keeps its fields whatever newer ones have', async () => {
  const v1 = await service.ok(authenticateUserV1, { body: credentials() });
  const v2 = await service.ok(authenticateUser, { body: credentials() });
  expect([Object.hasOwn(v1.user, 'id'), Object.hasOwn(v1.user, 'psk')]).toEqual([false, true]);
  expect([Object.hasOwn(v2.user, 'id'), Object.hasOwn(v2.user, 'psk')]).toEqual([true, false]);
});

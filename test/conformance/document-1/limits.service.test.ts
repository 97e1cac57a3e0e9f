import { expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import type { BodyOf } from '../../../contract/common/request.ts';
import { addGroup, listGroups } from '../../../contract/groups.ts';
import { authenticateUser, createApiToken, readSession } from '../../../contract/identity.ts';
import { type AddUser, addUser, listUsers } from '../../../contract/users.ts';
import { createId, getNow, nextPsk } from '../../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { openService } from '../../setup/open-service.ts';
import { uncommon } from '../../setup/world/people.ts';

/** Document 1, Limits: each at its edge and one beyond. */
const service = await openService();
const token = service.admin.token;

const person = (more: Partial<AddUser>) => ({
  user_id: 'x',
  password: uncommon,
  first_name: 'A',
  last_name: 'B',
  ...more,
});
const status = async <O extends typeof addUser | typeof addGroup>(operation: O, body: BodyOf<O>) =>
  (await service.call<Operation>(operation, { token, body })).status;

test('list responses: up to 1000 records by default, more when asked', async () => {
  const groups = 1_005;
  await service.platform.database.transaction(async (tx) => {
    const first = await nextPsk(tx, service.admin.orgId, 'groups', groups);
    for (let at = 0; at < groups; at += 201) {
      const rows = Array.from({ length: 201 }, (_, n) => ({
        org_id: service.admin.orgId,
        id: createId(),
        psk: first + at + n,
        name: `Group ${at + n}`,
        description: '',
        is_default: 0 as const,
        created: getNow(),
      }));
      await withoutGuard(tx).insertInto('groups').values(rows).execute();
    }
  });
  const answer = await service.ok(listGroups, { token });
  expect([answer.groups.length, answer.total_available]).toEqual([1000, groups + 1]);
  expect((await service.ok(listGroups, { token, query: { page: '0,5000' } })).groups).toHaveLength(
    groups + 1,
  );
  expect((await service.ok(listGroups, { token, query: { page: '1000' } })).groups).toHaveLength(6);
});

test('user_id: 200 characters', async () => {
  expect(await status(addUser, person({ user_id: 'u'.repeat(200) }))).toBe(200);
  expect(await status(addUser, person({ user_id: 'v'.repeat(201) }))).toBe(400);
});

test('password: min 5 characters, no spaces', async () => {
  expect(await status(addUser, person({ user_id: 'five', password: uncommon.slice(0, 5) }))).toBe(200);
  expect(await status(addUser, person({ user_id: 'four', password: '1234' }))).toBe(400);
  expect(await status(addUser, person({ user_id: 'space', password: '123 45' }))).toBe(400);
});

test('group name: 128 characters; description: 500 characters', async () => {
  expect(await status(addGroup, { name: 'n'.repeat(128), description: 'd'.repeat(500) })).toBe(200);
  expect(await status(addGroup, { name: 'm'.repeat(129), description: '' })).toBe(400);
  expect(await status(addGroup, { name: 'm', description: 'd'.repeat(501) })).toBe(400);
});

test('session timeout: 10 minutes by default; Remember Me: 10080 minutes', async () => {
  const { userId: user_id, password } = service.admin;
  const ttl = async (remember_me: boolean) =>
    (await service.ok(authenticateUser, { body: { user_id, password, remember_me } })).ttl_in_seconds;
  expect([await ttl(false), await ttl(true)]).toEqual([600, 604_800]);
});

test('API token lifetime: unlimited', async () => {
  const params = { organization: service.admin.orgId };
  const { session } = await service.ok(createApiToken, { token, params, body: { user: service.admin.id } });
  const shown = await service.ok(readSession, { token: session.token });
  expect(shown.session.prune).toBe('9999-12-31T23:59:59.999999');
});

test('a value far beyond any limit is refused with 4xx', async () => {
  const long = 'x'.repeat(100_000);
  for (const field of ['user_id', 'password', 'first_name', 'last_name', 'email', 'phone']) {
    expect(await status(addUser, person({ [field]: long }))).toBe(400);
  }
  for (const query of [
    { search: long.slice(0, 8000) },
    { sort: long.slice(0, 8000) },
    { page: long.slice(0, 8000) },
  ]) {
    expect((await service.refused(listUsers, { token, query })).status).toBe(400);
  }
});

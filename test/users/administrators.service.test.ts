import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/common/operation.ts';
import { deleteUser, deleteUsers, listUsers, updateUser } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import type { TestUser } from '../setup/world/people.ts';

/** An organization never loses its last administrator, whatever requests are made at the same time. */
const service = await openService();

interface Administrator extends TestUser {
  token: string;
}

/** An organization of its own with two administrators. */
async function pair(): Promise<[Administrator, Administrator]> {
  const { orgId: org, admin, token } = await service.makeOrganization();
  const second = await service.makeUser({ role: 5, org });
  return [
    { ...admin, token },
    { ...second, token: await service.userToken(second) },
  ];
}

type Ways = Record<string, (who: TestUser) => [Operation, object]>;
const ways: Ways = {
  deletes: (who) => [deleteUser, { params: { user: who.psk } }],
  'deletes in bulk': (who) => [deleteUsers, { body: { user_ids: [who.userId] } }],
  demotes: (who) => [updateUser, { params: { user: who.psk }, body: { role: 1 } }],
  disables: (who) => [updateUser, { params: { user: who.psk }, body: { disabled: true } }],
  ends: (who) => [updateUser, { params: { user: who.psk }, body: { until_date: '2020-01-01T00:00:00Z' } }],
  'will end': (who) => [
    updateUser,
    { params: { user: who.psk }, body: { until_date: '2090-01-01T00:00:00Z' } },
  ],
};

/** How many administrators are left who are enabled and have no end date. */
async function left(one: Administrator, other: Administrator): Promise<number> {
  for (const { token } of [one, other]) {
    const answer = await service.call(listUsers, { token });
    if (answer.status !== 200) continue;
    const { users } = answer.body as { users: { role: number; disabled: boolean; until_date: string }[] };
    return users.filter((user) => user.role === 5 && !user.disabled && user.until_date.startsWith('9999'))
      .length;
  }
  return 0;
}

describe.each(Object.entries(ways))('%s', (_, way) => {
  test('themself: refused for the last administrator', async () => {
    const { token, admin } = await service.makeOrganization();
    const [operation, request] = way(admin);
    const answer = await service.call(operation, { token, ...request });
    expect([200, 409]).toContain(answer.status);
    expect(JSON.stringify(answer.body)).toContain('"code":1011');
    expect((await service.call(listUsers, { token })).status).toBe(200);
  });

  test('two administrators each other at once: one stays', async () => {
    const [one, other] = await pair();
    const [first, second] = [way(other), way(one)];
    const answers = await Promise.all([
      service.call(first[0], { token: one.token, ...first[1] }),
      service.call(second[0], { token: other.token, ...second[1] }),
    ]);
    for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status);
    expect(await left(one, other)).toBe(1);
  });

  test('two administrators themselves at once: one stays', async () => {
    const [one, other] = await pair();
    const answers = await Promise.all(
      [one, other].map((who) => service.call(way(who)[0], { token: who.token, ...way(who)[1] })),
    );
    for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status);
    expect(await left(one, other)).toBe(1);
  });
});

test('an administrator with an end date may go as long as another has none', async () => {
  const [one, other] = await pair();
  const request = { token: one.token, params: { user: other.psk } };
  await service.ok(updateUser, { ...request, body: { until_date: '2090-01-01T00:00:00Z' } });
  const own = { token: one.token, params: { user: one.psk } };
  expect((await service.refused(deleteUser, own)).status).toBe(409);
  expect(await service.ok(deleteUser, request)).toEqual({ delete_user_response: true });
});

import { describe, expect, test } from 'vitest';
import { listInstalled, postInstalled } from '../../../contract/inventory.ts';
import { changeReview, listReviews } from '../../../contract/reviews.ts';
import { deleteOldWrites } from '../../../mock-server/platform/http/writes/delete-old-writes.ts';
import { openService } from '../../setup/open-service.ts';
import { assign, join, makeGroup, publishAndroid } from '../../setup/world/publishing.ts';

const service = await openService();
const group = await makeGroup(service, 'Crew');
const app = await publishAndroid(service, 'org.example.app');
await assign(service, group, { id: app.id });
const user = await service.makeUser();
await join(service, group, user);
const session = await service.signIn(user);

interface Turn {
  sequence: number;
  writer?: string;
  subject?: string;
  key?: string;
}

const rating = (
  like: number,
  { sequence, writer = 'the-first-writer', subject = 'rate:app', key }: Turn,
) => ({
  ...session,
  params: { application: app.id },
  headers: {
    'x-writer': writer,
    'x-subject': subject,
    'x-sequence': String(sequence),
    ...(key !== undefined && { 'idempotency-key': key }),
  },
  body: { like },
});
const like = async () =>
  (await service.ok(listReviews, { ...session, params: { application: app.id } })).user_review?.like;

describe('writes of one subject', () => {
  test('are refused when a later one of their writer was done already', async () => {
    await service.ok(changeReview, rating(1, { sequence: 7 }));
    expect(await service.refused(changeReview, rating(0, { sequence: 6 }))).toMatchObject({
      status: 409,
      code: 1036,
    });
    expect(await like()).toBe(1);
    await service.ok(changeReview, rating(0, { sequence: 8 }));
    expect(await like()).toBe(0);
  });

  test('get their first answer again, also when later ones were done meanwhile', async () => {
    const first = rating(1, { sequence: 20, key: 'the-first-write' });
    const answer = await service.ok(changeReview, first);
    await service.ok(changeReview, rating(0, { sequence: 21 }));
    expect(await service.ok(changeReview, first)).toEqual(answer);
    expect(await like()).toBe(0);
  });

  test('that failed count for nothing', async () => {
    const wrong = { ...rating(1, { sequence: 40, key: 'a-wrong-write' }), body: { title: 'Only a title' } };
    expect((await service.refused(changeReview, wrong)).code).toBe(20);
    await service.ok(changeReview, rating(1, { sequence: 30, key: 'a-wrong-write' }));
    expect(await like()).toBe(1);
  });

  test('of other writers, devices and subjects are not compared', async () => {
    await service.ok(changeReview, rating(1, { sequence: 100 }));
    await service.ok(changeReview, rating(1, { sequence: 1, writer: 'the-second-writer' }));
    await service.ok(changeReview, rating(1, { sequence: 1, subject: 'rate:other' }));
    const second = await service.signIn(user, { udid: 'second-device' });
    await service.ok(changeReview, { ...rating(0, { sequence: 1 }), ...second });
    expect(await like()).toBe(0);
  });

  test('that come at once leave the last one', async () => {
    const order = [204, 201, 205, 203, 202];
    await Promise.all(
      order.map((sequence) => service.call(changeReview, rating(sequence === 205 ? 0 : 1, { sequence }))),
    );
    expect(await like()).toBe(0);
  });

  test.each([
    ['only a part of their place', { 'x-writer': 'the-first-writer', 'x-sequence': '1' }],
    ['a number that is none', { 'x-writer': 'the-first-writer', 'x-subject': 'a', 'x-sequence': '1.5' }],
    ['a key of a few letters', { 'idempotency-key': 'short' }],
  ])('with %s are refused', async (_, headers) => {
    const refused = await service.refused(changeReview, { ...rating(1, { sequence: 1 }), headers });
    expect([refused.status, refused.code]).toEqual([400, 1000]);
  });
});

test('a key belongs to its device: another device’s write under it is done as well', async () => {
  const second = await service.signIn(user, { udid: 'third-device' });
  const body = { applications: [{ id: app.id }] };
  const headers = { 'idempotency-key': 'inventory-of-both' };
  for (const device of [session, second]) {
    await service.ok(postInstalled, { ...device, headers, body });
    expect((await service.ok(listInstalled, device)).applications).toHaveLength(1);
  }
});

test('what is remembered of writes goes when it is old, and not before', async () => {
  const { db } = service.platform.database;
  const count = async () => [
    (await db.selectFrom('idempotency').select('key').execute()).length,
    (await db.selectFrom('write_sequences').select('writer').execute()).length,
  ];
  await service.ok(changeReview, rating(1, { sequence: 1000, key: 'an-old-write' }));
  const before = await count();
  await deleteOldWrites(db, Date.now() - 3_600_000);
  expect(await count()).toEqual(before);
  await deleteOldWrites(db, Date.now() + 3_600_000);
  expect(await count()).toEqual([0, 0]);
});

import { describe, expect, test } from 'vitest';
import type { BodyOf, QueryOf } from '../../../contract/common/request.ts';
import { countLikes, listReviews, rateApplication } from '../../../contract/reviews.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { publishAndroid } from '../../setup/world/publishing.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { personWith, type Session, sessionOf } from './people.ts';

/** Document 3, Review; POST /v1/applications/<application>/likes/; GET /v2/applications/<application>/likes/reviews/. */
const service = await openService();
const app = await publishAndroid(service, 'org.example.reviewed');

const member = async (of = app) => (await personWith(service, [{ id: of.psk }])).session;
const rate = (session: Session, body: BodyOf<typeof rateApplication>, application = app.id) =>
  service.ok(rateApplication, { ...session, params: { application }, body });
const refused = (session: Session, body: unknown) =>
  service.refused(unchecked(rateApplication), { ...session, params: { application: app.id }, body });
const reviews = (session: Session, of = app, query: QueryOf<typeof listReviews> = {}) =>
  service.ok(listReviews, { ...session, params: { application: of.id }, query });

const table: FieldTable = {
  id: 'string',
  application_id: 'string',
  version_id: 'string',
  device_id: 'string',
  like: 'integer',
  vote: 'integer',
  title: 'string',
  comment: 'string',
  created: 'timestamp',
  updated: 'timestamp',
  user: 'object',
};

describe('a review', () => {
  test('has every field of its table, of its type, and no other', async () => {
    const session = await member();
    await rate(session, { like: 1, title: 'Good', comment: 'Really.' });
    const { reviews: listed, user_review: own } = await reviews(session);
    for (const review of [...listed, own ?? {}]) {
      expect(wrongFields(table, review)).toEqual([]);
      expect(Object.keys(review).toSorted()).toEqual(Object.keys(table).toSorted());
    }
    expect(Object.keys(own?.user ?? {}).toSorted()).toEqual(['first_name', 'id', 'last_name']);
    expect(own).toMatchObject({
      application_id: app.id,
      version_id: app.versionId,
      device_id: session.udid,
      like: 1,
      title: 'Good',
      comment: 'Really.',
    });
  });
});

describe('POST likes', () => {
  test.each([0, 1])('like %i answers liked true: true for likes and dislikes', async (like) => {
    expect(await rate(await member(), { like })).toEqual({ liked: true });
  });

  test('a rating may be sent without a text', async () => {
    const session = await member();
    await rate(session, { like: 0 });
    const { user_review: own, reviews: listed } = await reviews(session);
    expect(own).toMatchObject({ like: 0, title: null, comment: null });
    expect(listed.map(({ id }) => id)).not.toContain(own?.id);
  });

  test('re-posting replaces rating and review: updated changes, created stays', async () => {
    const session = await member();
    await rate(session, { like: 1, title: 'First', comment: 'One.' });
    const { user_review: first, total_available: before } = await reviews(session);
    await rate(session, { like: 0, title: 'Second', comment: 'Two.' });
    const { user_review: second, total_available: after } = await reviews(session);
    expect(second).toMatchObject({ id: first?.id, created: first?.created, like: 0, title: 'Second' });
    expect(Date.parse(second?.updated ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.updated ?? ''));
    expect(second?.updated).not.toBe(first?.updated);
    expect(after).toBe(before);
    await rate(session, { like: 1 });
    expect((await reviews(session)).user_review).toMatchObject({ like: 1, title: null, comment: null });
  });

  test('is one for each user, on whatever device', async () => {
    const { session, user } = await personWith(service, [{ id: app.psk }]);
    const second = await sessionOf(service, user, { udid: 'second-device' });
    await rate(session, { like: 1, title: 'a', comment: 'b' });
    await rate(second, { like: 0, title: 'c', comment: 'd' });
    expect((await reviews(session)).user_review).toMatchObject({ title: 'c', device_id: second.udid });
  });

  test.each([
    { comment: 'text' },
    { comment: 'text', title: '' },
    { comment: 'text', title: ' \n' },
    { title: 'text' },
  ])('code 20 when a review is half: %o', async (half) => {
    const session = await member();
    expect(await refused(session, { like: 1, ...half })).toMatchObject({ status: 400, code: 20 });
    expect((await reviews(session)).user_review).toBe(null);
  });

  test.each([-1, 2, 0.5, '1', '', true, null, [1], {}, 1e300, undefined])(
    'like %o is refused',
    async (like) => {
      expect(await refused(await member(), { like })).toMatchObject({ status: 400, code: 1000 });
    },
  );

  test.each([
    undefined,
    null,
    [],
    'like',
    { like: 1, title: 1, comment: 'b' },
    { like: 1, title: null, comment: 'b' },
    { like: 1, title: 'a', comment: ['b'] },
    { like: 1, title: 'x'.repeat(201), comment: 'b' },
    { like: 1, title: 'a', comment: 'x'.repeat(10_001) },
    { like: 1, title: 'a\u0000', comment: 'b' },
    { like: 1, title: 'a', comment: '\udc00' },
  ])('bad input %#', async (body) => {
    expect((await refused(await member(), body)).status).toBe(400);
  });

  test('texts come back as they were sent, in every script', async () => {
    const session = await member();
    const text = { title: '👩‍🔧 <b>"Отлично" & مثال</b>', comment: 'Zeile 1\nZeile 2\t'.repeat(20).trim() };
    await rate(session, { like: 1, ...text });
    expect((await reviews(session)).user_review).toMatchObject(text);
  });

  test('Content-Type is required', async () => {
    const { token, udid } = await member();
    const headers = { 'x-token': token, 'x-udid': udid, 'content-type': 'text/plain' };
    const path = `/v1/applications/${app.id}/likes/`;
    expect((await service.fetch(path, { method: 'POST', headers, body: '{"like":1}' })).status).toBe(415);
  });

  test('many at once by one user leave one rating that is counted once', async () => {
    const own = await publishAndroid(service, 'org.example.at.once');
    const session = await member(own);
    await Promise.all([1, 0, 1, 0, 1, 0].map((like) => rate(session, { like }, own.id)));
    const counts = await service.ok(countLikes, { ...session, params: { application: own.id } });
    const { num_likes = 0, num_dislikes = 0 } = counts.number_of_likes[String(own.psk)] ?? {};
    expect(num_likes + num_dislikes).toBe(1);
  });
});

describe('GET reviews', () => {
  test('answers reviews, user_review and total_available', async () => {
    const own = await publishAndroid(service, 'org.example.listed');
    const [writer, reader] = [await member(own), await member(own)];
    const empty = await reviews(reader, own);
    expect(empty).toEqual({ reviews: [], user_review: null, total_available: 0 });
    await rate(writer, { like: 1, title: 'a', comment: 'b' }, own.id);
    const answer = await reviews(reader, own);
    expect(answer).toMatchObject({ reviews: [{ title: 'a' }], user_review: null, total_available: 1 });
    expect((await reviews(writer, own)).user_review).toEqual(answer.reviews[0]);
    expect(await reviews(reader, own, { page: '1,5' })).toMatchObject({ reviews: [], total_available: 1 });
  });
});

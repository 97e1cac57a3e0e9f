import { describe, expect, test } from 'vitest';
import { addApplication } from '../../contract/applications.ts';
import { listCatalog } from '../../contract/catalog.ts';
import type { BodyOf } from '../../contract/common/request.ts';
import { addGroup, removeGroupUsers } from '../../contract/groups.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import {
  changeReview,
  countLikes,
  deleteReview,
  listReviews,
  rateApplication,
} from '../../contract/reviews.ts';
import { syncCatalog } from '../../contract/sync.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';

const apk = 'node_modules/sample-apps/pre-built/ContactManager.apk';

const service = await openService();
const { token } = service.admin;
const group = (await service.ok(addGroup, { token, body: { name: 'Crew', description: '' } })).group.psk;
const data = { enabled: true, groups: [group] };
const app = (await service.uploaded(addApplication, { token, data, files: { app_file: apk } })).application;
const web = (await service.ok(addApplication, { token, body: { ...data, url: 'https://example.org/' } }))
  .application;

async function member() {
  const user = await service.makeUser({ groups: [group] });
  return { ...user, ...(await service.signIn(user)) };
}
const rate = <B = BodyOf<typeof rateApplication>>(
  who: { token: string; udid: string },
  body: B,
  application = app.id,
) => ({
  token: who.token,
  udid: who.udid,
  params: { application },
  body,
});
const countOf = async (who: { token: string; udid: string }) =>
  (await service.ok(countLikes, { ...who, params: { application: app.id } })).number_of_likes[
    String(app.psk)
  ];

describe('rating', () => {
  test('counts at once, in the counts and in the catalog', async () => {
    const who = await member();
    const before = await countOf(who);
    expect(await service.ok(rateApplication, rate(who, { like: 1 }))).toEqual({ liked: true });
    expect((await countOf(who))?.num_likes).toBe((before?.num_likes ?? 0) + 1);
    const { applications } = await service.ok(listCatalog, who);
    expect(applications.find((entry) => entry.id === app.id)?.catalog_info.user_liked).toBe(1);
  });

  test('sent twice with one idempotency key it is done once', async () => {
    const who = await member();
    const before = await countOf(who);
    const headers = { 'idempotency-key': 'the-same-key-twice' };
    const call = { ...rate(who, { like: 1 }), headers };
    const answers = await Promise.all([service.ok(rateApplication, call), service.ok(rateApplication, call)]);
    expect(answers).toEqual([{ liked: true }, { liked: true }]);
    expect((await countOf(who))?.num_likes).toBe((before?.num_likes ?? 0) + 1);
    const other = await service.refused(rateApplication, { ...rate(who, { like: 0 }), headers });
    expect(other.status).toBe(409);
  });

  test('many people at once are all counted', async () => {
    const people = [];
    for (let person = 0; person < 8; person++) people.push(await member());
    const [first] = people;
    const before = first && (await countOf(first));
    await Promise.all(people.map((who) => service.ok(rateApplication, rate(who, { like: 1 }))));
    expect((first && (await countOf(first)))?.num_likes).toBe((before?.num_likes ?? 0) + 8);
  });
});

describe('a change of the own review', () => {
  const written = { like: 1, title: 'Good', comment: 'It is.' };
  const change = async (who: { token: string; udid: string }, body: BodyOf<typeof changeReview>) =>
    (await service.ok(changeReview, rate(who, body))).user_review;

  test('changes only what is sent, and counts ratings once', async () => {
    const who = await member();
    const before = await countOf(who);
    const first = await change(who, written);
    expect(first).toMatchObject(written);
    expect(await change(who, { like: 0 })).toMatchObject({ ...written, like: 0, id: first.id });
    expect(await change(who, { title: ' Better ' })).toMatchObject({ ...written, like: 0, title: 'Better' });
    expect(await change(who, { comment: null })).toMatchObject({ like: 0, title: null, comment: null });
    expect(await change(who, {})).toMatchObject({ like: 0, title: null, comment: null });
    const { user_review } = await service.ok(listReviews, { ...who, params: { application: app.id } });
    expect(user_review).toMatchObject({ id: first.id, created: first.created, like: 0, title: null });
    const after = await countOf(who);
    expect(after?.num_dislikes).toBe((before?.num_dislikes ?? 0) + 1);
    expect(after?.num_likes).toBe(before?.num_likes);
  });

  test('in which nobody sees anything leaves a rating without a text', async () => {
    const who = await member();
    const unseen = { like: 1, title: '\u200b', comment: ' \u2060\u3164\n' };
    expect(await change(who, unseen)).toMatchObject({ like: 1, title: null, comment: null });
    await service.ok(rateApplication, rate(who, unseen));
    const { user_review } = await service.ok(listReviews, { ...who, params: { application: app.id } });
    expect(user_review).toMatchObject({ like: 1, title: null, comment: null });
  });

  test('of two devices at once keeps what each said', async () => {
    const who = await member();
    const other = await service.signIn(who, { udid: 'second-device' });
    await change(who, { like: 1 });
    await Promise.all([change(who, { title: 'Good', comment: 'It is.' }), change(other, { like: 0 })]);
    const { user_review } = await service.ok(listReviews, { ...who, params: { application: app.id } });
    expect(user_review).toMatchObject({ like: 0, title: 'Good', comment: 'It is.' });
  });

  test.each([
    ['a text before any rating', undefined, { title: 'a', comment: 'b' }, 20],
    ['a title where there is no comment', { like: 1 }, { title: 'a' }, 20],
    ['a comment where there is no title', { like: 1 }, { comment: 'a' }, 20],
    ['a title with the text taken away', written, { title: 'a', comment: null }, 20],
    ['an empty title of a text', written, { title: ' ' }, 20],
    ['a title of a text in which nobody sees anything', written, { title: '\u200b\u2800\u3164' }, 20],
    ['a comment in which nobody sees anything', written, { comment: '\u200e\u00ad' }, 20],
    ['a like of 2', written, { like: 2 }, 1000],
    ['a title of null', written, { title: null }, 1000],
  ])('%s is refused, and changes nothing', async (_, before, body, code) => {
    const who = await member();
    if (before !== undefined) await change(who, before);
    const refused = await service.refused(unchecked(changeReview), rate(who, body));
    expect([refused.status, refused.code]).toEqual([400, code]);
    const { user_review } = await service.ok(listReviews, { ...who, params: { application: app.id } });
    const unchanged = before === undefined ? null : { title: null, comment: null, ...before };
    expect(user_review === null ? null : { ...user_review, ...unchanged }).toEqual(user_review);
    expect(user_review === null).toBe(unchanged === null);
  });

  test('is for those who may rate', async () => {
    const outsider = await service.signIn(await service.makeUser());
    expect((await service.refused(changeReview, rate(outsider, { like: 1 }))).code).toBe(11);
    expect((await service.refused(changeReview, rate(await member(), { like: 1 }, web.id))).code).toBe(1019);
  });
});

describe('deleting the own review', () => {
  const written = { like: 1, title: 'Good', comment: 'It is.' };
  const own = (who: { token: string; udid: string }) => ({
    token: who.token,
    udid: who.udid,
    params: { application: app.id },
  });
  const likedIn = async (who: { token: string; udid: string }) =>
    (await service.ok(listCatalog, who)).applications.find(({ id }) => id === app.id)?.catalog_info;

  test('takes rating and text away, and its count, at once and in every catalog', async () => {
    const [who, other] = [await member(), await member()];
    const before = await countOf(who);
    await service.ok(rateApplication, rate(who, { ...written, comment: 'To be quoted.' }));
    expect(await likedIn(other)).toMatchObject({ review_quote: 'To be quoted.' });
    expect(await likedIn(who)).toMatchObject({ user_liked: 1 });
    expect(await service.ok(deleteReview, own(who))).toEqual({ deleted: true });
    expect(await countOf(who)).toEqual(before);
    expect(await likedIn(who)).toMatchObject({ user_liked: null, num_likes: before?.num_likes });
    const left = await likedIn(other);
    expect(left).toMatchObject({ user_liked: null, num_likes: before?.num_likes });
    expect(left?.review_quote).not.toBe('To be quoted.');
    const { reviews, user_review } = await service.ok(listReviews, own(who));
    expect(user_review).toBeNull();
    expect(reviews.filter(({ user }) => user.id === who.id)).toEqual([]);
  });

  test('again, or where there was none, changes nothing', async () => {
    const who = await member();
    await service.ok(rateApplication, rate(await member(), { like: 0 }));
    const before = await countOf(who);
    expect(await service.ok(deleteReview, own(who))).toEqual({ deleted: false });
    await service.ok(rateApplication, rate(who, { like: 0 }));
    expect(await service.ok(deleteReview, own(who))).toEqual({ deleted: true });
    expect(await service.ok(deleteReview, own(who))).toEqual({ deleted: false });
    expect(await countOf(who)).toEqual(before);
  });

  test('comes to other devices with the next synchronization', async () => {
    const who = await member();
    const other = await service.signIn(who, { udid: 'second-device' });
    await service.ok(rateApplication, rate(who, { like: 1 }));
    const first = await service.ok(syncCatalog, other);
    await service.ok(deleteReview, own(who));
    const { entries, own: parts } = await service.ok(syncCatalog, {
      ...other,
      query: { cursor: first.cursor },
    });
    const reported = [...entries, ...parts].map(({ id, catalog_info }) => [id, catalog_info.user_liked]);
    expect(reported).toEqual([[app.id, null]]);
  });

  test('is possible where reviews are switched off, and for what has left the catalog', async () => {
    const who = await member();
    await service.ok(rateApplication, rate(who, written));
    const organization = { token: service.admin.token, params: { org_id: service.admin.orgId } };
    await service.ok(updateOrganization, { ...organization, body: { reviews_enabled: false } });
    expect(await service.ok(deleteReview, own(who))).toEqual({ deleted: true });
    await service.ok(updateOrganization, { ...organization, body: { reviews_enabled: true } });
    await service.ok(rateApplication, rate(who, written));
    const leaving = { token: service.admin.token, params: { group: String(group) } };
    await service.ok(removeGroupUsers, { ...leaving, body: { user_psk: [who.psk] } });
    expect(await service.ok(deleteReview, own(who))).toEqual({ deleted: true });
  });

  test('is refused for what the caller neither sees nor reviewed', async () => {
    const outsider = await service.signIn(await service.makeUser());
    expect((await service.refused(deleteReview, own(outsider))).code).toBe(11);
    const unknown = { ...own(await member()), params: { application: 'nothing' } };
    expect((await service.refused(deleteReview, unknown)).code).toBe(11);
  });
});

describe('reviews', () => {
  test('list what people wrote, newest first, with the own one apart', async () => {
    const [first, second] = [await member(), await member()];
    await service.ok(rateApplication, rate(first, { like: 1, title: 'First', comment: 'One.' }));
    await service.ok(rateApplication, rate(second, { like: 0, title: 'Second', comment: 'Two.' }));
    const answer = await service.ok(listReviews, { ...first, params: { application: app.id } });
    expect(answer.reviews.slice(0, 2).map((review) => review.title)).toEqual(['Second', 'First']);
    expect(answer.user_review).toMatchObject({ title: 'First', device_id: first.udid });
    expect(answer.total_available).toBe(answer.reviews.length);
  });
});

import { expect, test } from 'vitest';
import { installApplication } from '../../contract/downloads.ts';
import { listMessages, readMessages, replyToReview } from '../../contract/messages.ts';
import { sendApplicationMessage, sendGroupMessage } from '../../contract/notifications.ts';
import { listReviews, rateApplication } from '../../contract/reviews.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { iPad } from '../setup/world/people.ts';
import { apk, assign, join, makeGroup, publishAndroid, publishVersion } from '../setup/world/publishing.ts';

const service = await openService();
const token = service.admin.token;
const group = await makeGroup(service, 'Field Crew');
const ann = await service.makeUser();
await join(service, group, ann);
const onPhone = await service.signIn(ann);
const onTablet = await service.signIn(ann, { ...iPad, udid: 'tablet' });
const application = await publishAndroid(service, 'org.example.depot');
await assign(service, group, { id: application.id });

const messages = async (where = onPhone) => (await service.ok(listMessages, where)).messages;

test('a message to a group is among the messages of its members, without any device to push to', async () => {
  const params = { group: String(group) };
  expect(await service.ok(sendGroupMessage, { token, params, body: { message: 'One\nTwo' } })).toEqual({
    group_message_notification_sent: false,
  });
  await expect
    .poll(() => messages(), { timeout: timeouts.step })
    .toMatchObject([
      { kind: 'group_message', title: 'Field Crew', text: 'One\nTwo', application: null, is_read: false },
    ]);
  const stranger = await service.signIn(await service.makeUser());
  expect(await messages(stranger)).toEqual([]);
});

test('what is read on one device is read on every one, once and for all', async () => {
  const [message] = await messages();
  const read = { body: { messages: [message?.id ?? ''] }, headers: { 'idempotency-key': 'read-once' } };
  for (let i = 0; i < 2; i++)
    expect(await service.ok(readMessages, { ...onPhone, ...read })).toEqual({ read: true });
  expect(await messages(onTablet)).toMatchObject([{ is_read: true }]);
});

test('nobody reads the messages of others', async () => {
  await service.ok(sendGroupMessage, { token, params: { group: String(group) }, body: { message: 'Mine' } });
  await expect.poll(() => messages(), { timeout: timeouts.step }).toHaveLength(2);
  const [message] = await messages();
  const stranger = await service.signIn(await service.makeUser());
  await service.ok(readMessages, { ...stranger, body: { messages: [message?.id ?? ''] } });
  expect((await messages())[0]).toMatchObject({ text: 'Mine', is_read: false });
});

test('a new version is told to those who installed the one before, and a message to those who downloaded it', async () => {
  const answer = await service.call(installApplication, {
    params: { application: application.id },
    query: onPhone,
  });
  await service.fetch(answer.headers.get('location') ?? '');
  const bytes = apk('org.example.depot', 2);
  await publishVersion(service, application, {}, { bytes, name: 'app.apk' });
  await expect
    .poll(async () => (await messages())[0], { timeout: timeouts.step })
    .toMatchObject({
      kind: 'update_notice',
      title: 'org.example.depot',
      version: '2.0',
      application: application.id,
    });
  const params = { application: application.id };
  await service.ok(sendApplicationMessage, { token, params, body: { message: 'Mind the gap' } });
  await expect
    .poll(async () => (await messages())[0], { timeout: timeouts.step })
    .toMatchObject({ kind: 'application_message', text: 'Mind the gap', version: null });
});

test('a reply to a review reaches its author alone', async () => {
  const params = { application: application.id };
  await service.ok(rateApplication, {
    ...onPhone,
    params,
    body: { like: 1, title: 'Good', comment: 'It is.' },
  });
  const { user_review: review } = await service.ok(listReviews, { ...onPhone, params });
  const request = { token, params: { ...params, review: review?.id ?? '' } };
  expect(await service.ok(replyToReview, { ...request, body: { message: 'Thank you' } })).toEqual({
    reply_sent: true,
  });
  expect((await messages())[0]).toMatchObject({
    kind: 'review_reply',
    text: 'Thank you',
    application: application.id,
  });
  const long = await service.refused(replyToReview, { ...request, body: { message: 'x'.repeat(1001) } });
  expect(long.code).toBe(1102);
  const unknown = { token, params: { ...params, review: 'unknown' }, body: { message: 'Hello' } };
  expect((await service.refused(replyToReview, unknown)).status).toBe(404);
  const other = await service.makeOrganization();
  const theirs = { ...request, token: other.token, body: { message: 'Hello' } };
  expect((await service.refused(replyToReview, theirs)).status).toBe(404);
});

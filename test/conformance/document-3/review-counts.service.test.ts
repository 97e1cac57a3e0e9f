import { describe, expect, test } from 'vitest';
import { updateApplication } from '../../../contract/applications.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { countAllLikes, countLikes, rateApplication, reviewOperations } from '../../../contract/reviews.ts';
import { openService } from '../../setup/open-service.ts';
import { publishAndroid, publishWeb } from '../../setup/world/publishing.ts';
import { personWith, sessionOf } from './people.ts';

/** Document 3, Reviews: the counts of likes, and what every request must send. */
const service = await openService();
const app = await publishAndroid(service, 'org.example.counted');
const other = await publishAndroid(service, 'org.example.elsewhere');
await publishWeb(service, 'Web');
const session = (await personWith(service, [{ id: app.psk }])).session;
for (const like of [1, 1, 0]) {
  const { session: rater } = await personWith(service, [{ id: app.psk }]);
  await service.ok(rateApplication, { ...rater, params: { application: app.id }, body: { like } });
}

const all = async () => (await service.ok(countAllLikes, session)).number_of_likes;
const none = { num_dislikes: 0, num_likes: 0 };
const counted = { num_dislikes: 1, num_likes: 2 };

test('num_likes_for_app: number_of_likes keyed by application psk', async () => {
  for (const application of [app.id, app.psk]) {
    const answer = await service.ok(countLikes, { ...session, params: { application } });
    expect(answer).toEqual({ number_of_likes: { [app.psk]: counted } });
  }
});

describe('likes: the same counts for every ratable application of the organization', () => {
  test('also those that the caller’s groups do not have; no web application', async () => {
    expect(await all()).toEqual({ [app.psk]: counted, [other.psk]: none });
  });

  test('none that is disabled or has reviews switched off', async () => {
    const { token, orgId } = service.admin;
    const params = { application: other.id };
    for (const [off, on] of [
      [{ enabled: false }, { enabled: true }],
      [{ reviews_enabled: false }, { reviews_enabled: true }],
    ]) {
      await service.ok(updateApplication, { token, params, body: off });
      expect(await all()).toEqual({ [app.psk]: counted });
      await service.ok(updateApplication, { token, params, body: on });
    }
    const ofAll = (reviews_enabled: boolean) =>
      service.ok(updateOrganization, { token, params: { org_id: orgId }, body: { reviews_enabled } });
    await ofAll(false);
    expect(await all()).toEqual({});
    await ofAll(true);
  });

  test('only of this organization', async () => {
    const { admin } = await service.makeOrganization();
    const theirs = await service.ok(countAllLikes, await sessionOf(service, admin));
    expect(theirs).toEqual({ number_of_likes: {} });
  });
});

test.each(reviewOperations)('$method $path is there with and without the last slash', async (operation) => {
  const headers = { 'x-token': session.token, 'x-udid': session.udid, 'content-type': 'application/json' };
  const path = operation.path.replace(':application', app.id).replace(/\/$/, '');
  const init = {
    method: operation.method,
    headers,
    ...(operation.method !== 'GET' && { body: '{"like":1}' }),
  };
  for (const address of [path, `${path}/`]) expect((await service.fetch(address, init)).status).toBe(200);
});

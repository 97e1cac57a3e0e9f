import { describe, expect, test } from 'vitest';
import { updateApplication } from '../../../contract/applications.ts';
import type { BodyOf } from '../../../contract/common/request.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { countLikes, listReviews, rateApplication } from '../../../contract/reviews.ts';
import { openService } from '../../setup/open-service.ts';
import { iPad } from '../../setup/world/people.ts';
import { publishAndroid, publishIos } from '../../setup/world/publishing.ts';
import { addKind, type KindName } from '../kinds.ts';
import { personWith, type Session, sessionOf } from './people.ts';

/** Document 3, Reviews: who may rate what. */
const service = await openService();
const app = await publishAndroid(service, 'org.example.reviewed');

const member = async (of = app) => (await personWith(service, [{ id: of.psk }])).session;
const call = (session: Session, body: BodyOf<typeof rateApplication>, application: string) => ({
  ...session,
  params: { application },
  body,
});
const rate = (session: Session, body: BodyOf<typeof rateApplication>, application: string) =>
  service.ok(rateApplication, call(session, body, application));
const refused = (session: Session, body: BodyOf<typeof rateApplication>, application = app.id) =>
  service.refused(rateApplication, call(session, body, application));

describe('code 11 when the user may not access the application', () => {
  const odd = ['nothing', '0', '999999999999999', '😀', 'x'.repeat(200)];
  test.each(odd)('%s', async (application) => {
    const session = await member();
    for (const operation of [rateApplication, listReviews, countLikes]) {
      const request = {
        ...session,
        params: { application },
        ...(operation.method === 'POST' && { body: { like: 1 } }),
      };
      expect(await service.refused(operation, request)).toMatchObject({ status: 403, code: 11 });
    }
  });

  test('of no group of the user, disabled, or of another organization', async () => {
    const { session: outsider } = await personWith(service, []);
    const { admin } = await service.makeOrganization();
    const off = await publishAndroid(service, 'org.example.off');
    const before = await member(off);
    const { token } = service.admin;
    await service.ok(updateApplication, { token, params: { application: off.id }, body: { enabled: false } });
    const cases: [Session, string][] = [
      [outsider, app.id],
      [await sessionOf(service, admin), app.id],
      [before, off.id],
    ];
    for (const [session, application] of cases) {
      expect(await refused(session, { like: 1 }, application)).toMatchObject({ status: 403, code: 11 });
      for (const operation of [listReviews, countLikes]) {
        const request = { ...session, params: { application } };
        expect((await service.refused(operation, request)).code).toBe(11);
      }
    }
  });
});

describe('only native apps can be rated', () => {
  test.each<KindName>(['web', 'androidStore'])('%s can’t', async (name) => {
    const { application } = await addKind(service, name, { enabled: true });
    const { session } = await personWith(service, [{ id: application.psk }]);
    expect(await refused(session, { like: 1 }, application.id)).toMatchObject({ status: 400, code: 1019 });
  });

  test('an iOS application can', async () => {
    const ios = await publishIos(service, 'org.example.ios');
    const { session } = await personWith(service, [{ id: ios.psk }], iPad);
    expect(await rate(session, { like: 1 }, ios.id)).toEqual({ liked: true });
  });

  test('none where the application or the organization has reviews switched off', async () => {
    const session = await member();
    const { token, orgId } = service.admin;
    const ofApp = (reviews_enabled: boolean) =>
      service.ok(updateApplication, { token, params: { application: app.id }, body: { reviews_enabled } });
    const ofAll = (reviews_enabled: boolean) =>
      service.ok(updateOrganization, { token, params: { org_id: orgId }, body: { reviews_enabled } });
    for (const set of [ofApp, ofAll]) {
      await set(false);
      expect((await refused(session, { like: 1 })).code).toBe(11);
      await set(true);
    }
  });
});

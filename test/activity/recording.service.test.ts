import { expect, test } from 'vitest';
import { applyPolicies, reportEvents } from '../../contract/application-policies.ts';
import { listCatalog } from '../../contract/catalog.ts';
import { type FeedName, readFeed } from '../../contract/feeds.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { readReport } from '../../contract/reports.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { tokenOf } from '../policies/application-tokens.ts';
import { openService } from '../setup/open-service.ts';
import { assign, makeGroup, publishAndroid } from '../setup/world/publishing.ts';
import { sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';

const service = await openService();
const { token } = service.admin;

const day = 86_400_000;
const before = (days: number) => new Date(Date.now() - days * day).toISOString();
const rowsOf = async (feed_name: FeedName) =>
  (await service.ok(readFeed, { token, params: { feed_name } })).rows;
const usageReport = async (query: object = {}) =>
  (await service.ok(readReport, { token, params: { report_name: 'app_usage' }, query })).report;

test('what applications report is in the feeds once, and the last week of it in the report', async () => {
  const user = await service.makeUser();
  const app = await publishAndroid(service, 'org.example.used');
  const body = { configurations: [{ policy_id: 'vendor.access-control' }] };
  await service.ok(applyPolicies, { token, params: { application: app.id }, body });
  const headers = { 'x-application-token': await tokenOf(service, app.id) };
  const reported = { version: '1.0', device: 'Pixel 8', user: user.userId };
  const events = [
    { id: 'used-today', kind: 'usage' as const, at: before(0), ...reported },
    { id: 'used-8-days', kind: 'usage' as const, at: before(8), ...reported },
    { id: 'used-a-year', kind: 'usage' as const, at: before(365), ...reported, user: 'somebody' },
    { id: 'used-signed', kind: 'sign_in' as const, at: before(0), succeeded: false, ...reported },
  ];
  for (const expected of [4, 0]) {
    expect((await service.ok(reportEvents, { headers, body: { events } })).accepted).toBe(expected);
  }
  const rows = await rowsOf('app_usage_activity');
  expect(rows).toHaveLength(3);
  const named = { app_id: app.id, version: '1.0', user_id: user.userId, last_name: user.userId };
  expect(rows.filter(({ user_id }) => user_id === user.userId)).toMatchObject([named, named]);
  expect(rows.find(({ user_id }) => user_id === 'somebody')).toMatchObject({
    email: null,
    device_id: 'Pixel 8',
  });
  expect(await rowsOf('login_activity')).toContainEqual(
    expect.objectContaining({ app_id: app.id, login_type: 'application', result: 0, user_id: user.userId }),
  );
  expect(await usageReport()).toMatchObject({ total_available: 1, entries: [named] });
  const all = await usageReport({ date: `${before(400).slice(0, 10)},${before(0).slice(0, 10)}` });
  expect(all).toMatchObject({ total_available: 2, entries_returned: 2 });
});

test('a signature is in its feed, with who asked for it and with what', async () => {
  const app = await publishAndroid(service, 'org.example.signed.here');
  const credentials = await storeCredentials(service, { description: 'Release key' });
  await sign(service, app.id, credentials);
  await signingEnds(service, app.id, 'signed');
  expect(await rowsOf('signing_activity')).toMatchObject([
    {
      app_id: app.id,
      version: app.versionNum,
      platform: 2,
      user_id: 'admin',
      certificate_name: 'Release key',
    },
  ]);
});

test('reviews, changes of inventories and openings of the catalog are recorded', async () => {
  const app = await publishAndroid(service, 'org.example.opened');
  const group = await makeGroup(service);
  await assign(service, group, { id: app.psk });
  const user = await service.makeUser({ groups: [group] });
  const { token: own, udid } = await service.signIn(user);
  const request = { token: own, headers: { 'x-udid': udid } };
  await service.ok(rateApplication, { ...request, params: { application: app.id }, body: { like: 1 } });
  for (const _ of [1, 2]) {
    await service.ok(postInstalled, {
      ...request,
      body: { applications: [{ id: app.id, version_num: '1.0' }] },
    });
  }
  const { platform } = service;
  await platform.deviceActivity.flush();
  await platform.database.db
    .updateTable('device_users')
    .set({ last_active: before(1) })
    .where('user', '=', user.id)
    .execute();
  for (const _ of [1, 2]) {
    await service.ok(listCatalog, request);
    await platform.deviceActivity.flush();
  }
  const recorded = await platform.database.db
    .selectFrom('activity')
    .select(['kind', 'application', 'details'])
    .where('user', '=', user.id)
    .where('kind', '!=', 'sign_in')
    .orderBy('kind')
    .execute();
  expect(
    recorded.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as unknown })),
  ).toEqual([
    { kind: 'catalog_open', application: null, details: {} },
    {
      kind: 'inventory_change',
      application: null,
      details: { installed: [{ application: app.id, version: app.versionId }], removed: [] },
    },
    { kind: 'review', application: app.id, details: { like: 1, text: false } },
  ]);
});

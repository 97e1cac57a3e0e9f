import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addApplication, deleteApplication } from '../../contract/applications.ts';
import { directApplication, reportOpenings } from '../../contract/downloads.ts';
import { readReport } from '../../contract/reports.ts';
import { PublicStores } from '../setup/servers/public-stores.ts';
import { startService } from '../setup/service.ts';
import { iPad } from '../setup/world/people.ts';
import { assign, makeGroup, publishAndroid, publishWeb } from '../setup/world/publishing.ts';

const stores = await PublicStores.start();
const service = await startService(stores.config);
const web = await publishWeb(service, 'Intranet');
const hidden = await publishWeb(service, 'Hidden');
const native = await publishAndroid(service, 'org.example.opened');
const group = await makeGroup(service);
await assign(service, group, { id: web.id }, { id: native.id });
const person = await service.signIn(await service.makeUser({ groups: [group] }));
afterAll(async () => {
  await service.stop();
  stores.stop();
});

const opened = async (application: string, times = 1, key: string = randomUUID()) => {
  const body = { openings: [{ application, times }] };
  return (await service.ok(reportOpenings, { ...person, headers: { 'idempotency-key': key }, body })).unknown;
};
const popular = async (query: { download_type?: number } = {}) => {
  const request = {
    token: service.admin.token,
    params: { report_name: 'most_popular_apps' },
    query,
  } as const;
  const { entries } = (await service.ok(readReport, request)).report;
  return entries.map(({ app_name, download_type, downloads }) => [app_name, download_type, downloads]);
};

test('what the catalog opened by itself is counted, once for each write', async () => {
  const key = randomUUID();
  expect(await opened(web.id, 2, key)).toEqual([]);
  expect(await opened(web.id, 2, key)).toEqual([]);
  expect(await opened(web.id)).toEqual([]);
  expect(await popular()).toEqual([['Intranet', 'Web', 3]]);
  expect(await popular({ download_type: 0 })).toEqual([]);
});

test('what has a package, is not in the person’s catalog or is gone is named, and not counted', async () => {
  const gone = await publishWeb(service, 'Gone');
  await service.ok(deleteApplication, { token: service.admin.token, params: { application: gone.id } });
  for (const { id } of [native, hidden, gone]) expect(await opened(id)).toEqual([id]);
  expect(await popular()).toEqual([['Intranet', 'Web', 3]]);
});

test('nobody opens anything a hundred times at once, or less than once', async () => {
  for (const times of [0, 101, 1.5]) {
    const body = { openings: [{ application: web.id, times }] };
    expect(await service.refused(reportOpenings, { ...person, body })).toMatchObject({ status: 400 });
  }
});

test('applications of a public store, and direct installs, are counted each by its kind', async () => {
  const { token } = service.admin;
  stores.apple('1001', {
    trackName: 'Depot',
    bundleId: 'org.example.depot',
    version: '1.0',
    features: ['iosUniversal'],
  });
  const url = 'https://apps.apple.com/de/app/depot/id1001';
  const { application: store } = await service.ok(addApplication, { token, body: { url, enabled: true } });
  const group = await makeGroup(service, 'Tablets');
  await assign(service, group, { id: store.psk });
  const tablet = await service.signIn(await service.makeUser({ groups: [group] }), iPad);
  const body = { openings: [{ application: store.id, times: 2 }] };
  expect(await service.ok(reportOpenings, { ...tablet, body })).toMatchObject({ unknown: [] });
  expect(await popular({ download_type: 2 })).toEqual([['Depot', 'Public store', 2]]);

  const direct = await publishAndroid(service, 'org.example.handed', { no_auth_delivery_enabled: true });
  const request = {
    params: { application: direct.id },
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile' },
  };
  const answer = await service.call(directApplication, request);
  expect((await service.fetch(answer.headers.get('location') ?? '')).status).toBe(200);
  expect(await popular({ download_type: 3 })).toMatchObject([[expect.any(String), 'Direct install', 1]]);
});

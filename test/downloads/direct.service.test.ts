import { describe, expect, test } from 'vitest';
import { addApplication } from '../../contract/applications.ts';
import * as downloads from '../../contract/downloads.ts';
import { openService } from '../setup/open-service.ts';
import { apk, type PublishedApplication, publishAndroid, publishIos } from '../setup/world/publishing.ts';

const agents = {
  iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
  desk: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36',
};

const service = await openService();
const open = { no_auth_delivery_enabled: true };
const android = await publishAndroid(service, 'org.example.open', open);
const ios = await publishIos(service, 'org.example.open.ios', open);

const ask = (app: PublishedApplication, agent: keyof typeof agents) =>
  service.call(downloads.directApplication, {
    params: { application: app.id },
    headers: { 'user-agent': agents[agent] },
  });
const locationOf = async (app: PublishedApplication, agent: keyof typeof agents) => {
  const answer = await ask(app, agent);
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
};

describe('direct install', () => {
  test('shows the page about it on a desk, and where it does not run', async () => {
    expect(await locationOf(android, 'desk')).toBe(`/direct/${android.id}`);
    expect(await locationOf(ios, 'android')).toBe(`/direct/${ios.id}`);
    expect(await locationOf(android, 'iPhone')).toBe(`/direct/${android.id}`);
  });

  test('of a version, and of its file as it was uploaded', async () => {
    const params = { version: android.versionId };
    const headers = { 'user-agent': agents.android };
    for (const operation of [downloads.directVersion, downloads.directOriginal]) {
      const answer = await service.call(operation, { params, headers });
      expect(answer.status).toBe(302);
      expect((await service.fetch(answer.headers.get('location') ?? '')).status).toBe(200);
    }
  });
});

describe('what does not allow it', () => {
  test('finds an application and a version by number, whatever other organizations publish', async () => {
    const open = { no_auth_delivery_enabled: true };
    const ours = await publishAndroid(service, 'org.example.numbers', open);
    const { orgId, token } = await service.makeOrganization();
    await service.uploaded(addApplication, {
      token,
      data: { enabled: true, ...open },
      files: { app_file: { bytes: apk('org.example.elsewhere'), name: 'app.apk' } },
    });
    for (const table of ['applications', 'versions'] as const) {
      const numbers = (await service.platform.database.db.selectFrom(table).select('psk').execute()).map(
        ({ psk }) => psk,
      );
      expect(new Set(numbers).size).toBe(numbers.length);
    }
    const statuses = (application: number, version: number, org?: string) => {
      const request = {
        params: { application, version },
        headers: { 'user-agent': agents.android },
        ...(org !== undefined && { org }),
      };
      const operations = [downloads.directApplication, downloads.directVersion, downloads.directOriginal];
      return Promise.all(
        operations.map(async (operation) => (await service.call(operation, request)).status),
      );
    };
    const { psk: version } = await service.platform.database.db
      .selectFrom('versions')
      .select('psk')
      .where('id', '=', ours.versionId)
      .executeTakeFirstOrThrow();
    expect(await statuses(ours.psk, version)).toEqual([302, 302, 302]);
    expect(await statuses(ours.psk, version, service.admin.orgId)).toEqual([302, 302, 302]);
    expect(await statuses(ours.psk, version, orgId)).toEqual([403, 403, 403]);
  });

  test('an id finds what it names; org/<org_id> lets it be found in that organization only', async () => {
    const headers = { 'user-agent': agents.android };
    const { orgId } = await service.makeOrganization();
    for (const [org, status] of [
      [service.admin.orgId, 302],
      [orgId, 403],
    ] as const) {
      const app = { params: { application: android.id }, headers, org };
      expect((await service.call(downloads.directApplication, app)).status).toBe(status);
      const version = { params: { version: android.versionId }, headers, org };
      expect((await service.call(downloads.directVersion, version)).status).toBe(status);
    }
  });
});

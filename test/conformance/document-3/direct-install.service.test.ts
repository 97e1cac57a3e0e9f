import { parse } from 'plist';
import { describe, expect, test } from 'vitest';
import { updateApplication } from '../../../contract/applications.ts';
import * as downloads from '../../../contract/downloads.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { signDirectLink } from '../../../mock-server/features/identity/links.ts';
import { openService } from '../../setup/open-service.ts';
import {
  apk,
  type PublishedApplication,
  publishAndroid,
  publishIos,
  publishVersion,
  publishWeb,
} from '../../setup/world/publishing.ts';

/** Direct install: document 3, Downloads and installs; document 1, Organization; document 2, Application object. */
const service = await openService();
const app = await publishAndroid(service, 'org.example.direct');
const ios = await publishIos(service, 'org.example.direct.ios');

const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/131.0' };
const directs = [downloads.directApplication, downloads.directVersion, downloads.directOriginal];
const ask = (
  operation: (typeof directs)[number],
  of: PublishedApplication,
  headers: Record<string, string> = phone,
) => service.call(operation, { params: { application: of.id, version: of.versionId }, headers });
const allow = (of: PublishedApplication, no_auth_delivery_enabled: boolean) =>
  service.ok(updateApplication, {
    token: service.admin.token,
    params: { application: of.id },
    body: { no_auth_delivery_enabled },
  });
const allowAll = (no_auth_app_delivery_enabled: boolean) =>
  service.ok(updateOrganization, {
    token: service.admin.token,
    params: { org_id: service.admin.orgId },
    body: { no_auth_app_delivery_enabled },
  });
const statuses = async (of = app) =>
  Promise.all(directs.map(async (operation) => (await ask(operation, of)).status));

describe('direct install', () => {
  test('is off by default, on where the application says so, off again', async () => {
    expect(await statuses()).toEqual([403, 403, 403]);
    await allow(app, true);
    expect(await statuses()).toEqual([302, 302, 302]);
    await allow(app, false);
    expect(await statuses()).toEqual([403, 403, 403]);
  });

  test('for the whole organization overrides the per-app setting', async () => {
    await allowAll(true);
    expect(await statuses()).toEqual([302, 302, 302]);
    await allowAll(false);
    expect(await statuses()).toEqual([403, 403, 403]);
  });

  test('needs no token, no device and no header', async () => {
    await allow(app, true);
    for (const path of [
      `applications/${app.id}`,
      `versions/${app.versionId}`,
      `versions/${app.versionId}/original`,
    ]) {
      for (const end of ['', '/']) {
        expect((await service.fetch(`/v1/downloads/direct/${path}${end}`)).status).toBe(302);
      }
    }
  });

  test('gives the package, counted for nobody', async () => {
    await allow(app, true);
    for (const operation of directs) {
      const address = (await ask(operation, app)).headers.get('location') ?? '';
      const file = await service.fetch(address);
      expect(file.headers.get('content-type')).toBe('application/vnd.android.package-archive');
    }
    const { db } = service.platform.database;
    const rows = await db.selectFrom('downloads').select(['kind', 'user', 'device']).execute();
    expect(rows).toEqual(directs.map(() => ({ kind: 'direct', user: null, device: null })));
  });

  test('gives an iPhone the manifest', async () => {
    await allow(ios, true);
    const answer = await ask(downloads.directApplication, ios, {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)',
    });
    const uri = new URL(answer.headers.get('location') ?? '');
    expect(uri.protocol).toBe('itms-services:');
    const { body } = await service.fetch(uri.searchParams.get('url') ?? '');
    const { items } = parse(String(body)) as unknown as { items: { assets: { url: string }[] }[] };
    expect((await service.fetch(items[0]?.assets[0]?.url ?? '')).status).toBe(200);
  });

  test('of an application gives its latest version, of a version this one', async () => {
    const first = await publishAndroid(service, 'org.example.versions', { no_auth_delivery_enabled: true });
    const second = await publishVersion(
      service,
      first,
      {},
      { bytes: apk('org.example.versions', 2), name: 'a.apk' },
    );
    const fileOf = async (operation: (typeof directs)[number]) =>
      new URL((await ask(operation, first)).headers.get('location') ?? '').pathname;
    expect(await fileOf(downloads.directApplication)).toBe(`/downloads/direct/${second.fileId}`);
    expect(await fileOf(downloads.directVersion)).toBe(`/downloads/direct/${first.fileId}`);
  });
});

describe('what is refused alike, with code 11', () => {
  test('an application that does not allow it, is disabled, no native one, or does not exist', async () => {
    await allow(app, false);
    const web = await publishWeb(service, 'Web');
    const off = await publishAndroid(service, 'org.example.off', {
      no_auth_delivery_enabled: true,
      enabled: false,
    });
    const none = { ...app, id: 'nothing', versionId: 'nothing' };
    const messages = new Set<string>();
    for (const one of [app, web, off, none]) {
      for (const operation of directs) {
        const params = { application: one.id, version: one.versionId };
        const refused = await service.refused(operation, { params, headers: phone });
        expect(refused).toMatchObject({ status: 403, code: 11 });
        messages.add(refused.message);
      }
    }
    expect(messages.size).toBe(1);
  });

  test.each(['0', '1', '-1', '999999999999999', '😀', "' or '1'='1", 'x'.repeat(200)])(
    'identifier %s',
    async (identifier) => {
      const params = { application: identifier, version: identifier };
      for (const operation of directs) {
        expect(await service.refused(operation, { params })).toMatchObject({ status: 403, code: 11 });
      }
    },
  );
});

describe('a direct link', () => {
  const path = () => `/v1/downloads/direct/versions/${ios.versionId}`;
  const at = async (token: string) => {
    const { status, body } = await service.fetch(`${path()}?download_token=${token}`);
    return [status, (body as { error?: { code: number } }).error?.code];
  };

  test('that is forged, over, or of another address is refused', async () => {
    await allow(ios, true);
    const link = { orgId: service.admin.orgId, id: '' };
    const { secrets } = service.platform;
    const good = signDirectLink(secrets, path(), { ...link, expires: Date.now() + 60_000 });
    expect((await at(good))[0]).toBe(200);
    const over = signDirectLink(secrets, path(), { ...link, expires: Date.now() - 1000 });
    const elsewhere = signDirectLink(secrets, '/v1/downloads/direct/versions/x', {
      ...link,
      expires: Date.now() + 60_000,
    });
    for (const token of [over, elsewhere, `${good}x`, 'nothing', ''])
      expect(await at(token)).toEqual([403, 1017]);
  });

  test('ends with the permission', async () => {
    await allow(app, true);
    const address = (await ask(downloads.directApplication, app)).headers.get('location') ?? '';
    await allow(app, false);
    expect((await service.fetch(address)).status).toBe(403);
  });
});

import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import type { ParamsOf } from '../../../contract/common/request.ts';
import * as downloads from '../../../contract/downloads.ts';
import { postInstalled } from '../../../contract/inventory.ts';
import { openService } from '../../setup/open-service.ts';
import { apk, publishAndroid, publishIos, publishVersion, publishWeb } from '../../setup/world/publishing.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { addKind } from '../kinds.ts';
import { personWith, sessionOf } from './people.ts';

/** Document 3, Downloads and installs: Response for Android. */
const service = await openService();
const free = await publishAndroid(service, 'org.example.free', { app_name: 'Free' });
const must = await publishAndroid(service, 'org.example.must', { app_name: 'Must' });
const ios = await publishIos(service, 'org.example.ios');
const web = await publishWeb(service, 'Web');
const apps = [{ id: free.psk }, { id: must.psk, is_mandatory: true }, { id: ios.psk }, { id: web.psk }];
const person = await personWith(service, apps);

const ask = <O extends Operation>(operation: O, params?: ParamsOf<O>, who = person.session) =>
  service.call<Operation>(operation, { params, query: { ...who } });
const listOf = async (operation: Operation, who = person.session) => {
  const { status, body } = await ask(operation, undefined, who);
  expect(status).toBe(200);
  return (body as { applications: Record<string, unknown>[] }).applications;
};
const ids = (entries: Record<string, unknown>[]) => entries.map(({ id }) => id);

describe('single-app install', () => {
  const installs = [
    { operation: downloads.installApplication, params: () => ({ application: free.id }) },
    { operation: downloads.installApplication, params: () => ({ application: free.psk }) },
    { operation: downloads.installVersion, params: () => ({ version: free.versionId }) },
  ];
  test.each(installs)(
    '$operation.path: a redirect page pointing to a download URL carrying a download_token',
    async (request) => {
      const answer = await ask(request.operation, request.params());
      expect(answer.status).toBe(302);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      const address = new URL(answer.headers.get('location') ?? '');
      expect(address.searchParams.get('download_token')).toBeTruthy();
      expect(answer.body).toContain(`<a href="${address.href}">`);
      const file = await service.fetch(address.href);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toBe('application/vnd.android.package-archive');
    },
  );

  test('the address carries neither the token nor the device of the user', async () => {
    const answer = await ask(downloads.installApplication, { application: free.id });
    expect(answer.headers.get('location')).not.toContain(person.session.token);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  test('HEAD answers the redirect without its page', async () => {
    const { token, udid } = person.session;
    const address = `/v1/downloads/install/applications/${free.id}?token=${token}&udid=${udid}`;
    const head = await service.fetch(address, { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([302, '']);
    expect(head.headers.get('location')).toContain('download_token=');
  });

  test('of a version installs this very version', async () => {
    const app = await publishAndroid(service, 'org.example.versions');
    await publishVersion(service, app, {}, { bytes: apk('org.example.versions', 2), name: 'a.apk' });
    const { session } = await personWith(service, [{ id: app.psk }]);
    const answer = await ask(downloads.installVersion, { version: app.versionId }, session);
    expect(answer.headers.get('location')).toContain(`/${app.fileId}?`);
  });

  test.each(['https://exämple.org/ünï?a=b&c=“d”', 'https://example.org/a b"><script>'])(
    'of an address leads there, whatever is in it: %s',
    async (url) => {
      const web = await publishWeb(service, 'Odd', { url });
      const { session } = await personWith(service, [{ id: web.psk }]);
      const answer = await ask(downloads.installApplication, { application: web.id }, session);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(new URL(url).href);
      expect(answer.body).not.toContain('<script');
    },
  );
});

describe('the all, mandatory and update calls', () => {
  test('answer a JSON body with application entries with version, install_file and install_uri', async () => {
    const entries = await listOf(downloads.installAll);
    const table: FieldTable = {
      id: 'string',
      type: 'integer',
      bundle_id: 'string',
      version: 'object',
      install_file: 'object',
      install_uri: 'string',
      catalog_info: 'object',
    };
    for (const entry of entries) {
      expect(wrongFields(table, entry)).toEqual([]);
      expect(entry.version).toMatchObject({ install_file: entry.install_file });
      const redirect = await service.fetch(String(entry.install_uri));
      expect((await service.fetch(redirect.headers.get('location') ?? '')).status).toBe(200);
    }
  });

  test('all: applications available to the user and suitable for the device type', async () => {
    expect(ids(await listOf(downloads.installAll))).toEqual([free.id, must.id]);
  });

  test('mandatory: all mandatory native apps of the user', async () => {
    expect(ids(await listOf(downloads.installMandatory))).toEqual([must.id]);
  });

  test('update: updates of apps suitable for the device and already installed on it', async () => {
    const app = await publishAndroid(service, 'org.example.update');
    const { session } = await personWith(service, [{ id: app.psk }, { id: free.psk }]);
    const body = {
      applications: [
        { bundle_id: 'org.example.update', version_num: '1.0' },
        { id: free.id, version_num: '1.0' },
      ],
    };
    await service.ok(postInstalled, { ...session, body });
    await publishVersion(service, app, {}, { bytes: apk('org.example.update', 2), name: 'a.apk' });
    const entries = await listOf(downloads.installUpdates, session);
    expect(entries).toMatchObject([{ id: app.id, version: { version_num: '2.0' } }]);
  });

  test.each([downloads.installAll, downloads.installMandatory, downloads.installUpdates])(
    '$path with nothing to install: the error object with code 20',
    async (operation) => {
      const web = await publishWeb(service, 'Nothing');
      const { session } = await personWith(service, [{ id: web.psk, is_mandatory: true }]);
      const refused = await service.refused(operation, { query: { ...session } });
      expect(refused).toMatchObject({ status: 400, code: 20, error_details: null });
    },
  );

  test('all on a Windows phone has what it can install', async () => {
    const { application } = await addKind(service, 'windowsPhone', { enabled: true });
    const { session } = await personWith(service, [{ id: application.psk }], { operating_system: 401 });
    expect(ids(await listOf(downloads.installAll, session))).toEqual([application.id]);
  });

  test('are there with and without a last slash', async () => {
    const { token, udid } = person.session;
    const paths = ['/v2/downloads/install/applications/all', '/v2/downloads/mandatory/applications/all'];
    for (const path of paths.flatMap((one) => [one, `${one}/`])) {
      expect((await service.fetch(`${path}?token=${token}&udid=${udid}`)).status).toBe(200);
    }
  });
});

test('the udid tells the device type: the same user gets XML on iOS and a redirect on Android', async () => {
  const app = await publishAndroid(service, 'org.example.both');
  const ios = await publishIos(service, 'org.example.both.ios');
  const { session, user } = await personWith(service, [{ id: app.psk }, { id: ios.psk }]);
  const tablet = await sessionOf(service, user, { udid: 'both-ipad', operating_system: 1 });
  const onPhone = await service.call(downloads.installAll, { query: { ...session } });
  const onTablet = await service.call(downloads.installAll, { query: { ...session, udid: tablet.udid } });
  expect(onPhone.headers.get('content-type')).toMatch(/^application\/json/);
  expect(onTablet.headers.get('content-type')).toMatch(/xml/);
});

import { describe, expect, test } from 'vitest';
import type { Hybrid, NewApplication } from '../../../contract/application-fields.ts';
import { addApplication, updateApplication } from '../../../contract/applications.ts';
import { writeZip } from '../../../mock-server/app-packages/zip/write-zip.ts';
import { buildProfile } from '../../../mock-server/demo/build-profile.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { apk, codes, ipa } from '../../setup/world/publishing.ts';

const service = await openService();

type File = { bytes: Uint8Array; name: string };
const upload = (data: NewApplication, file?: File) => ({
  token: service.admin.token,
  data,
  ...(file && { files: { app_file: file } }),
});
const add = (data: NewApplication, file?: File) => service.uploaded(addApplication, upload(data, file));
const refused = async (data: NewApplication, file?: File) =>
  refusal(await service.upload(addApplication, upload(data, file)));

describe('a web application', () => {
  test('is made from its address, in JSON or in a form', async () => {
    const { token } = service.admin;
    const body = { url: 'https://wiki.example.org/start', app_name: 'Wiki' };
    const { application, warnings } = await service.ok(addApplication, { token, body });
    expect(application).toMatchObject({
      type: 1,
      operating_system: 0,
      form_factor: 3,
      bundle_id: '',
      url: 'https://wiki.example.org/start',
      name: 'Wiki',
    });
    expect(application.version).toMatchObject({
      version_num: '1.0',
      install_file: { path: 'https://wiki.example.org/start', size: 0 },
      notify_users: false,
    });
    expect(warnings).toEqual([]);
    expect((await add(body)).application.type).toBe(1);
  });

  test('is named by its address when nothing else is said', async () => {
    const { application } = await add({ url: 'https://wiki.example.org/start' });
    expect(application.name).toBe('https://wiki.example.org/start');
    const long = await add({ url: `https://wiki.example.org/${'a'.repeat(100)}` });
    expect(long.application.name).toHaveLength(50);
  });
});

describe('a public-store application', () => {
  test.each([
    ['https://apps.apple.com/de/app/some-app/id361309726', 2, 1, ''],
    ['https://itunes.apple.com/app/id361309726?mt=8', 2, 1, ''],
    ['https://play.google.com/store/apps/details?id=org.example.store&hl=de', 5, 102, 'org.example.store'],
  ])('is recognised by its address %s', async (url, type, operating_system, bundle_id) => {
    const { application, warnings } = await add({ url, app_name: 'From a store' });
    expect(application).toMatchObject({ type, operating_system, bundle_id, url });
    expect(application.version?.install_file.path).toBe(url);
    expect(codes(warnings)).toEqual(['store_not_asked']);
  });

  const guid = '5f3a46b2-1c3d-e011-854c-00237de2db9e';
  test.each([
    `https://www.windowsphone.com/s?appid=${guid}`,
    `https://windowsphone.com/s?appId={${guid}}`.replaceAll('{', '%7B').replaceAll('}', '%7D'),
    `https://www.windowsphone.com/de-de/store/app/some-app/${guid}`,
  ])('of the Windows Phone store is recognised by %s, which says no more', async (url) => {
    const { application, warnings } = await add({ url });
    expect(application).toMatchObject({ type: 9, operating_system: 401, url, bundle_id: '' });
    expect(codes(warnings)).toEqual(['store_closed']);
  });

  test.each([
    'https://www.windowsphone.com/',
    'https://www.windowsphone.com/s?appid=1',
    `https://www.windowsphone.com/s/${guid}`,
    `https://windowsphone.com.example.org/s?appid=${guid}`,
    'https://apps.apple.com/',
    'https://apps.apple.com/us/story/id1441574571',
    'https://apps.apple.com/us/developer/some-name/id123',
    'https://play.google.com/store/games',
    'https://play.google.com/store/books/details?id=abc',
    'https://play.google.com/store/apps/dev?id=org.example.developer',
    'https://play.google.com/store/apps/details?id=no-package',
    'https://apple.com.example.org/id1',
  ])('is not seen in %s, which names none', async (url) => {
    expect((await add({ url })).application.type).toBe(1);
  });
});

describe('a hybrid application', () => {
  test('keeps what its web view may do; links never open in tabs on Android', async () => {
    const options = { show_navbar: true, allow_tabs: true, file_open_support: true };
    const stored = async (platform: Hybrid['platform']) => {
      const { application } = await add({
        hybrid: { url: 'https://tabs.example.org/', platform, ...options },
      });
      const row = await service.platform.database.db
        .selectFrom('applications')
        .select('hybrid')
        .where('id', '=', application.id)
        .executeTakeFirstOrThrow();
      return JSON.parse(row.hybrid ?? '') as unknown;
    };
    expect(await stored('iOS')).toEqual({ url: 'https://tabs.example.org/', platform: 'iOS', ...options });
    expect(await stored('Android')).toMatchObject({ allow_tabs: false, show_navbar: true });
  });
});

const profile = (type = 'Configuration') => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>PayloadType</key><string>${type}</string>
  <key>PayloadIdentifier</key><string>org.example.wifi</string>
  <key>PayloadDisplayName</key><string>Depot network</string>
  <key>PayloadOrganization</key><string>Example</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadContent</key><array><dict>
    <key>PayloadType</key><string>com.apple.wifi.managed</string>
    <key>Password</key><string>hunter2</string>
  </dict></array>
</dict></plist>`;

describe('an iOS configuration profile', () => {
  test('is stored with its name and identifier, and shows nothing of what it sets up', async () => {
    const { application, warnings } = await add(
      {},
      { bytes: Buffer.from(profile()), name: 'wifi.mobileconfig' },
    );
    expect(application).toMatchObject({
      type: 4,
      operating_system: 1,
      bundle_id: 'org.example.wifi',
      name: 'Depot network',
    });
    expect(application.version).toMatchObject({ version_num: '1.0', sign_status: 0 });
    expect(application.version?.install_file).toMatchObject({
      mime: 'application/x-apple-aspen-config',
      size: Buffer.byteLength(profile()),
      binary_metadata: {},
    });
    expect(JSON.stringify(application)).not.toContain('hunter2');
    expect(warnings).toEqual([]);
  });

  test.each([
    ['another property list', Buffer.from(profile('Other'))],
    [
      'a provisioning profile',
      buildProfile({
        name: 'P',
        distribution: 'ad_hoc',
        bundleId: 'org.example.p',
        created: new Date(),
        expires: new Date(),
      }),
    ],
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['broken DER', Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])],
  ])('cannot be %s', async (_, bytes) => {
    expect(await refused({}, { bytes, name: 'wifi.mobileconfig' })).toMatchObject({
      status: 400,
      code: 1015,
      error_details: { reason: 'malformed_configuration' },
    });
  });
});

const zip = writeZip([{ name: 'AppxManifest.xml', data: Buffer.from('<Package/>') }]);
const msi = Buffer.from('d0cf11e0a1b11ae1000000', 'hex');

describe('a Windows file', () => {
  test.each([
    ['exe', Buffer.from('MZ and the rest'), 12, 'application/vnd.microsoft.portable-executable'],
    ['msi', msi, 13, 'application/x-msi'],
    ['zip', zip, 14, 'application/zip'],
    ['xap', zip, 10, 'application/x-silverlight-app'],
    ['appx', zip, 11, 'application/appx'],
  ])('.%s is stored and described, and what cannot be read is said', async (ending, bytes, type, mime) => {
    const { application, warnings } = await add({}, { bytes, name: `Stock Count.${ending.toUpperCase()}` });
    expect(application).toMatchObject({ type, name: 'Stock Count', bundle_id: '' });
    expect(application.version).toMatchObject({ version_num: '1.0', min_os_version: null, icon_path: '' });
    expect(application.version?.install_file).toMatchObject({
      mime,
      size: bytes.length,
      binary_metadata: {},
    });
    expect(codes(warnings)).toEqual(['file_not_read']);
  });

  test.each(['zip', 'xap', 'appx', 'mobileconfig'])(
    'that is a package by its content is one, named .%s',
    async (ending) => {
      const android = { bytes: apk(`org.example.named.${ending}`), name: `app.${ending}` };
      expect((await add({}, android)).application).toMatchObject({
        type: 3,
        bundle_id: `org.example.named.${ending}`,
      });
      const ios = { bytes: ipa(`org.example.named.${ending}`), name: `app.${ending}` };
      expect((await add({}, ios)).application).toMatchObject({
        type: 0,
        bundle_id: `org.example.named.${ending}`,
      });
    },
  );

  test('that holds a package among other files stays an archive', async () => {
    const bytes = writeZip([{ name: 'phone/app.apk', data: Buffer.from(apk('org.example.inner')) }]);
    expect((await add({}, { bytes, name: 'tools.zip' })).application).toMatchObject({ type: 14 });
  });

  test.each(['exe', 'msi', 'zip', 'xap', 'appx', 'apk', 'ipa', 'txt', ''])(
    'that is something else is refused under the ending “.%s”',
    async (ending) => {
      expect(await refused({}, { bytes: Buffer.from('#!/bin/sh'), name: `tool.${ending}` })).toMatchObject({
        status: 400,
        code: 1015,
        error_details: { reason: 'not_a_zip' },
      });
    },
  );
});

describe('a field that applies to some types', () => {
  test('is refused when it comes later, too', async () => {
    const { application } = await add({ url: 'https://later.example.org/' });
    const { token } = service.admin;
    const params = { application: application.id };
    const late = await service.refused(updateApplication, { token, params, body: { required: true } });
    expect(late).toMatchObject({ status: 400, code: 1019 });
  });

  test.each<[NonNullable<NewApplication['form_factor_override']>, number]>([
    [[], 3],
    [['phones'], 1],
    [['tablets'], 2],
    [['phones', 'tablets'], 3],
    [['tablets', 'phones'], 3],
  ])('form_factor_override %o makes the form factor %i', async (form_factor_override, form_factor) => {
    const { application } = await add({ url: 'https://form.example.org/', form_factor_override });
    expect(application).toMatchObject({
      form_factor,
      form_factor_override: [...form_factor_override].sort(),
    });
  });
});

import { describe, expect, test } from 'vitest';
import type { Hybrid, NewApplication } from '../../../contract/application-fields.ts';
import type { Application } from '../../../contract/application-objects.ts';
import { addApplication, addVersion } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import { installApplication } from '../../../contract/downloads.ts';
import { readManifest } from '../../../mock-server/app-packages/android/read-apk.ts';
import { readBinaryXml, type XmlElement } from '../../../mock-server/app-packages/android/resources/axml.ts';
import { parsePlist } from '../../../mock-server/app-packages/formats/plist/plist.ts';
import { readPackage } from '../../../mock-server/app-packages/read-package.ts';
import { withZip } from '../../../mock-server/app-packages/zip/open-zip.ts';
import { picture } from '../../fixtures/pictures.ts';
import { temporaryFiles } from '../../fixtures/temporary-files.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { iPad } from '../../setup/world/people.ts';
import { assign, codes, makeGroup } from '../../setup/world/publishing.ts';

const service = await openService();
const token = service.admin.token;
const files = temporaryFiles();

const url = 'https://shop.example.org/m?from=home&lang=de';
const add = (hybrid: Hybrid, more: NewApplication = {}) =>
  service.ok(addApplication, { token, body: { hybrid, ...more } });

/** The file of an application's latest version, as its publisher downloads it. */
async function fileOf({ version }: Application): Promise<Buffer> {
  const path = version?.install_file.path ?? '';
  const answer = await fetch(new URL(path, service.url), { headers: { 'x-token': token } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const packageOf = async (application: Application) => {
  const path = await files.write(await fileOf(application));
  const manifest = await withZip(path, readManifest);
  const options = (manifest.application()?.children ?? [])
    .filter(({ name }) => name === 'meta-data')
    .map((element) => [
      manifest.text(element, 'name'),
      manifest.text(element, 'value') ?? manifest.flag(element, 'value'),
    ]);
  return { ...(await readPackage(path)), options: Object.fromEntries(options) as Record<string, unknown> };
};

describe('for Android', () => {
  const hybrid = { url, platform: 'Android', show_navbar: true } as const;

  test('is a package of its own that opens its address with its options', async () => {
    const { application, warnings } = await add(hybrid, { app_name: 'Shop' });
    expect(codes(warnings)).toEqual(['not_signed']);
    expect(application).toMatchObject({ type: 3, is_hybrid: true, name: 'Shop', url });
    expect(application.bundle_id).toMatch(
      new RegExp(`^appshelf\\.hybrid\\.o${service.admin.orgId}\\.a[0-9a-z]{26}$`),
    );
    expect(application.version).toMatchObject({
      sign_status: 0,
      version_num: '1.0',
      binary_version: '1',
      min_os_version: '10',
      install_file: { mime: 'application/vnd.android.package-archive' },
    });
    const built = await packageOf(application);
    expect(built).toMatchObject({
      bundleId: application.bundle_id,
      label: 'Shop',
      version: '1.0',
      build: '1',
      signing: { signed: false },
      binaryMetadata: { permissions: ['android.permission.INTERNET'] },
      options: {
        'appshelf.address': url,
        'appshelf.show_navbar': true,
        'appshelf.file_open_support': false,
      },
    });
    expect(built.icon).not.toBe(null);
  });

  test('is built of an http address too, for that host alone, and says that it is not encrypted', async () => {
    const { application, warnings } = await add({ ...hybrid, url: 'http://depot.example.org:8080/' });
    expect(codes(warnings)).toEqual(['not_signed', 'not_encrypted']);
    const path = await files.write(await fileOf(application));
    const { security, named } = await withZip(path, async (zip) => {
      const manifest = await readManifest(zip);
      const root = manifest.application();
      const file = root === null ? null : manifest.text(root, 'networkSecurityConfig');
      return { security: await zip.read(file ?? '', 1_000), named: file };
    });
    expect(named).toBe('res/xml/network_security.xml');
    const { children } = readBinaryXml(security ?? Buffer.alloc(0));
    const flag = ({ plain }: XmlElement, name: string) => plain.get(name)?.value;
    const allowed = children.map((element) => [element.name, flag(element, 'cleartextTrafficPermitted')]);
    expect(allowed).toEqual([
      ['base-config', { kind: 'boolean', value: false }],
      ['domain-config', { kind: 'boolean', value: true }],
    ]);
    const domains = children.flatMap((element) => element.children);
    expect(domains.map((domain) => [domain.text, flag(domain, 'includeSubdomains')])).toEqual([
      ['depot.example.org', { kind: 'boolean', value: false }],
    ]);
    const params = { application: application.id };
    const encrypted = { hybrid: { url: 'https://depot.example.org/' } };
    const { warnings: none } = await service.ok(addVersion, { token, params, body: encrypted });
    expect(codes(none)).toEqual(['not_signed']);
  });

  test('is built again under the same identifier, with a higher number for machines', async () => {
    const { application: first } = await add(hybrid, { app_name: 'Shop' });
    const params = { application: first.id };
    const change = { hybrid: { url: 'https://shop.example.org/v2', file_open_support: true } };
    const { application: next, warnings } = await service.ok(addVersion, { token, params, body: change });
    expect(codes(warnings)).toEqual(['not_signed']);
    expect(next.version).toMatchObject({ version_num: '2.0', binary_version: '2', app_name: 'Shop' });
    expect(await packageOf(next)).toMatchObject({
      bundleId: first.bundle_id,
      label: 'Shop',
      build: '2',
      options: {
        'appshelf.address': change.hybrid.url,
        'appshelf.show_navbar': true,
        'appshelf.file_open_support': true,
      },
    });
    const { application: other } = await add(hybrid, { app_name: 'Shop' });
    expect(other.bundle_id).not.toBe(first.bundle_id);
  });

  test('never has one number for machines twice', async () => {
    const { application } = await add(hybrid);
    const params = { application: application.id };
    const request = Array.from({ length: 4 }, () => service.call(addVersion, { token, params, body: {} }));
    const answers = await Promise.all(request);
    const built = answers.filter(({ status }) => status === 200).length;
    expect(built).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(refusal(answer)).toMatchObject({ status: 409, code: 1011 });
    }
    const { application: last } = await service.ok(addVersion, { token, params, body: {} });
    expect(last.version?.binary_version).toBe(String(built + 2));
  });

  test('takes name, version and icon from a form', async () => {
    const data = { hybrid, app_name: 'Depot', version_num: '7.3' };
    const icon_file = { bytes: await picture('jpeg'), name: 'icon.jpeg' };
    const { application } = await service.uploaded(addApplication, { token, data, files: { icon_file } });
    const { application: generic } = await add(hybrid);
    expect(await packageOf(application)).toMatchObject({ label: 'Depot', version: '7.3' });
    expect((await packageOf(application)).icon).not.toEqual((await packageOf(generic)).icon);
  });

  test.each(['Lager 📦 👩‍🔧', `<b>"Tom" & 'Ada'</b> ]]>`, 'חנות\u200f 7', '@string/back', '漢'.repeat(50)])(
    'carries the name %j as it is',
    async (app_name) => {
      expect((await packageOf((await add(hybrid, { app_name })).application)).label).toBe(app_name);
    },
  );
});

describe('for iOS', () => {
  const hybrid = { url, platform: 'iOS' } as const;
  const clipOf = async (application: Application) => {
    const profile = parsePlist(await fileOf(application), 'malformed_configuration');
    const [clip] = profile.get('PayloadContent') as Map<string, unknown>[];
    return { profile, clip: clip ?? new Map<string, unknown>() };
  };

  test('is a web clip, which is said', async () => {
    const { application, warnings } = await add(hybrid, { app_name: 'Shop & <Co>' });
    expect(codes(warnings)).toEqual(['web_clip']);
    expect(application).toMatchObject({ type: 4, is_hybrid: true, url });
    expect(application.version?.install_file.mime).toBe('application/x-apple-aspen-config');
    const { profile, clip } = await clipOf(application);
    expect(profile.get('PayloadIdentifier')).toBe(application.bundle_id);
    expect(Object.fromEntries(clip)).toMatchObject({
      PayloadType: 'com.apple.webClip.managed',
      Label: 'Shop & <Co>',
      URL: url,
      FullScreen: true,
    });
  });

  test('opens an http address too, and says that it is not encrypted', async () => {
    const { application, warnings } = await add({ ...hybrid, url: 'http://depot.example.org/' });
    expect(codes(warnings)).toEqual(['web_clip', 'not_encrypted']);
    expect((await clipOf(application)).clip.get('URL')).toBe('http://depot.example.org/');
  });

  test.each([{ show_navbar: true }, { allow_tabs: true }])(
    'opens in the browser for %j, which only that has',
    async (options) => {
      const { clip } = await clipOf((await add({ ...hybrid, ...options })).application);
      expect(clip.get('FullScreen')).toBe(false);
    },
  );

  test('is delivered as what a device offers to install, and replaced by the next version', async () => {
    const user = await service.makeUser();
    const group = await makeGroup(service, 'Pads', { users: [user] });
    const { application } = await add(hybrid, { enabled: true });
    await assign(service, group, { id: application.psk });
    const who = await service.signIn(user, iPad);
    const { applications } = await service.ok(listCatalog, who);
    expect(applications).toMatchObject([{ id: application.id, url: null }]);
    const redirect = await service.call(installApplication, {
      params: { application: application.id },
      query: who,
    });
    const file = await service.fetch(redirect.headers.get('location') ?? '');
    expect(file.headers.get('content-type')).toBe('application/x-apple-aspen-config');
    const { profile } = await clipOf(application);
    const params = { application: application.id };
    const next = await clipOf((await service.ok(addVersion, { token, params, body: {} })).application);
    for (const key of ['PayloadIdentifier', 'PayloadUUID'])
      expect(next.profile.get(key)).toBe(profile.get(key));
  });
});

describe('is refused', async () => {
  const hybrid = { url, platform: 'Android' };
  const long = `https://example.org/${'a'.repeat(2000)}`;
  const cases: [string, object][] = [
    ['another scheme', { hybrid: { ...hybrid, url: 'ftp://example.org/' } }],
    ['a script', { hybrid: { ...hybrid, url: 'javascript:alert(1)' } }],
    ['a file', { hybrid: { ...hybrid, url: 'file:///etc/passwd' } }],
    ['a store', { hybrid: { ...hybrid, url: 'market://details?id=org.example' } }],
    ['a line break in the host', { hybrid: { ...hybrid, url: 'https://exam\nple.org/' } }],
    ['a mark of direction in the host', { hybrid: { ...hybrid, url: 'https://ex\u202eample.org/' } }],
    ['a zero in the path', { hybrid: { ...hybrid, url: 'https://example.org/\0' } }],
    ['a password in the address', { hybrid: { ...hybrid, url: 'https://a:b@example.org/' } }],
    ['an address of 2,020 characters', { hybrid: { ...hybrid, url: long } }],
    ['a name of 10,000 characters', { hybrid, app_name: 'a'.repeat(10_000) }],
    ['a name with a line break', { hybrid, app_name: 'Shop\nShop' }],
    ['a name that turns the text around it', { hybrid, app_name: 'Shop \u202egpj.exe' }],
    ['a name without visible characters', { hybrid, app_name: ' ' }],
    ['a name of characters that are drawn as nothing', { hybrid, app_name: '\u200b\u3164\u2800' }],
    ['another platform', { hybrid: { ...hybrid, platform: 'Windows' } }],
  ];
  test.each(cases)('%s, with a sentence', async (_name, body) => {
    const answer = await service.refused(unchecked(addApplication), { token, body });
    expect(answer).toMatchObject({ status: 400, code: 1000 });
    expect(answer.message).toMatch(/\.$/);
  });

  test.each([
    ['no picture', Buffer.from('<svg onload="alert(1)"/>')],
    ['half a picture', (await picture('png')).subarray(0, 60)],
    ['nothing', Buffer.alloc(0)],
  ])('%s as an icon', async (_name, bytes) => {
    const data = { hybrid: { url, platform: 'Android' as const } };
    const icon_file = { bytes, name: 'icon.png' };
    const answer = await service.upload(addApplication, { token, data, files: { icon_file } });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 1000 });
  });
});

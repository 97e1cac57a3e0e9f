import { expect, test } from 'vitest';
import { updateApplication } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import { installApplication } from '../../../contract/downloads.ts';
import { openService } from '../../setup/open-service.ts';
import { iPad } from '../../setup/world/people.ts';
import { assign, makeGroup } from '../../setup/world/publishing.ts';
import { addKind, type KindName, kinds } from '../kinds.ts';

const desk = { operating_system: 0, operating_system_name: 'Linux', form_factor: 0 } as const;
const user = () => service.makeUser({ groups: [group] });
/** Document 2, App type: every type with a file is delivered to the devices it is for, byte for byte. */
const service = await openService();
const group = await makeGroup(service, 'Everybody');
const who = await service.signIn(await user(), desk);

const given = async (name: KindName) => {
  const { application, warnings } = await addKind(service, name, { enabled: true });
  await assign(service, group, { id: application.psk });
  return { application, warnings };
};
const install = (application: string, person = who) =>
  service.call(installApplication, { params: { application }, query: person });

const files: [KindName, string, string][] = [
  ['androidNative', 'application/vnd.android.package-archive', '.apk'],
  ['windowsPhone', 'application/octet-stream', '.xap'],
  ['windowsStore', 'application/octet-stream', '.appx'],
  ['windowsExe', 'application/octet-stream', '.exe'],
  ['windowsMsi', 'application/octet-stream', '.msi'],
  ['windowsZip', 'application/octet-stream', '.zip'],
];
test.each(files)('%s is delivered as a file of %s that is never shown', async (name, type, ending) => {
  const { application } = await given(name);
  const redirect = await install(application.id);
  expect(redirect.status).toBe(302);
  const file = await fetch(new URL(redirect.headers.get('location') ?? '', service.url));
  expect((await file.arrayBuffer()).byteLength).toBe(application.version?.install_file?.size);
  expect(file.headers.get('content-type')).toBe(type);
  expect(file.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="[^"]+\\${ending}"`),
  );
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
});

test('iosConfiguration is delivered as what a device offers to install', async () => {
  const { application } = await given('iosConfiguration');
  const person = await service.signIn(await user(), iPad);
  const redirect = await install(application.id, person);
  const file = await service.fetch(redirect.headers.get('location') ?? '');
  expect(file.headers.get('content-type')).toBe('application/x-apple-aspen-config');
  expect(file.body).toContain('org.example.wifi');
});

test('iosNative is delivered by a manifest', async () => {
  const { application } = await given('iosNative');
  const manifest = await install(application.id, await service.signIn(await user(), iPad));
  expect(manifest.body).toContain('<string>software-package</string>');
});

const unread = (Object.keys(kinds) as KindName[]).filter(
  (name) => name.startsWith('windows') && 'file' in kinds[name],
);
test.each(unread)('what cannot be read from %s is said in a warning', async (name) => {
  const { warnings } = await addKind(service, name);
  expect(warnings).toEqual([{ error: 'file_not_read', message: expect.stringContaining('cannot be read') }]);
});

test.each<KindName>(['web', 'iosStore', 'androidStore', 'windowsPhoneStore'])(
  '%s leads to its address',
  async (name) => {
    const { application } = await given(name);
    const redirect = await install(application.id);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, application.url]);
  },
);

test('a disabled app is not listed to catalog users', async () => {
  const { application } = await given('web');
  const listed = async () =>
    (await service.ok(listCatalog, { ...who, query: { count: 1000 } })).applications.map(({ id }) => id);
  expect(await listed()).toContain(application.id);
  const params = { application: application.id };
  await service.ok(updateApplication, { token: service.admin.token, params, body: { enabled: false } });
  expect(await listed()).not.toContain(application.id);
});

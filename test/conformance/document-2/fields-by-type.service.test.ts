import { describe, expect, test } from 'vitest';
import type { Hybrid } from '../../../contract/application-fields.ts';
import { addApplication, addVersion, updateApplication } from '../../../contract/applications.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { addKind, type KindName, kindNames, requestFor } from '../kinds.ts';

/** Document 2, Editable fields that apply to some app types. */
const service = await openService();
const token = service.admin.token;

const packages: KindName[] = ['iosNative', 'androidNative'];
const addresses: KindName[] = ['web', 'iosStore', 'androidStore', 'windowsPhoneStore'];
const hybrids: KindName[] = ['iosHybrid', 'androidHybrid'];
const appliesTo: [Record<string, unknown>, KindName[]][] = [
  [{ no_auth_delivery_enabled: true }, [...packages, 'androidHybrid']],
  [{ add_to_start: true }, ['androidNative', 'androidHybrid', 'windowsExe']],
  [{ form_factor_override: ['phones'] }, [...packages, ...addresses, ...hybrids]],
  [{ required: true }, [...packages, 'androidHybrid']],
  [{ is_app_catalog: true }, [...packages, 'androidHybrid']],
];
const cases = appliesTo.flatMap(([fields, takers]) =>
  kindNames.map((kind) => ({
    field: Object.keys(fields)[0] ?? '',
    fields,
    kind,
    taken: takers.includes(kind),
  })),
);

test.each(cases.filter(({ taken }) => taken))('$field applies to $kind', async ({ kind, fields }) => {
  expect((await addKind(service, kind, fields)).application).toMatchObject(fields);
});

test.each(cases.filter(({ taken }) => !taken))(
  '$field does not apply to $kind, and is refused by name',
  async ({ field, kind, fields }) => {
    const refused = refusal(await service.upload(addApplication, requestFor(service, kind, fields)));
    expect(refused).toMatchObject({ status: 400, code: 1019, error_details: { field } });
    expect(refused.message).toContain(field);
  },
);

test.each(packages)('the defaults of %s', async (kind) => {
  const { application } = await addKind(service, kind);
  expect(application).toMatchObject({
    no_auth_delivery_enabled: false,
    add_to_start: false,
    form_factor_override: [],
    required: false,
    required_by: '9999-12-31T23:59:59.999999',
  });
  expect(application.version?.notify_users).toBe(true);
});

describe('required_by and notify_users are valid only for POST /v1/applications/<application>', () => {
  const fields = { required_by: '2031-01-31', notify_users: false };

  test('which takes them', async () => {
    const { application } = await addKind(service, 'androidNative');
    const params = { application: application.id };
    const { files } = requestFor(service, 'androidNative');
    const later = await service.uploaded(addVersion, { token, params, data: fields, files: files ?? {} });
    expect(later.application.version).toMatchObject({
      required_by: '2031-01-31T00:00:00.000+00:00',
      notify_users: false,
    });
    expect(later.application.required_by).toBe('2031-01-31T00:00:00.000+00:00');
  });

  test.each(Object.entries(fields))(
    '%s is refused when an application is added or updated',
    async (name, value) => {
      const data = { [name]: value };
      const added = await service.upload(addApplication, requestFor(service, 'androidNative', data));
      const { application } = await addKind(service, 'androidNative');
      const params = { application: application.id };
      for (const refused of [
        refusal(added),
        await service.refused(updateApplication, { token, params, body: data }),
      ]) {
        expect(refused).toMatchObject({ status: 400, code: 20, error_details: { field: name } });
        expect(refused.message).toContain(name);
      }
    },
  );

  test.each(kindNames)('their defaults are taken for %s in every operation', async (kind) => {
    const data = { required_by: null, notify_users: true };
    const { application } = await addKind(service, kind, data);
    const params = { application: application.id };
    await service.ok(updateApplication, { token, params, body: data });
    const { files = {} } = requestFor(service, kind);
    const next = await service.uploaded(addVersion, { token, params, data, files });
    expect(next.application.required_by).toBe('9999-12-31T23:59:59.999999');
  });

  test.each(['tomorrow', '31.1.2031', '2031-02-30', ''])(
    'required_by is no ISO 8601 date: “%s”',
    async (required_by) => {
      const { application } = await addKind(service, 'androidNative');
      const params = { application: application.id };
      const { files } = requestFor(service, 'androidNative');
      const answer = await service.upload(addVersion, {
        token,
        params,
        data: { required_by },
        files: files ?? {},
      });
      expect(refusal(answer)).toMatchObject({ status: 400, error_details: { field: 'required_by' } });
    },
  );
});

describe('url', () => {
  test.each(addresses)('is what %s is made from', async (kind) => {
    expect((await addKind(service, kind)).application.url).toMatch(/^https:/);
  });

  test.each(packages)('is null for %s', async (kind) => {
    expect((await addKind(service, kind)).application.url).toBe(null);
  });

  test.each(['', 'wiki', 'wiki.example.org', 'ftp://example.org/', 'javascript:alert(1)', 'https://'])(
    'is validated as a URL: “%s”',
    async (url) => {
      expect((await service.refused(addApplication, { token, body: { url } })).status).toBe(400);
    },
  );
});

describe('the Hybrid object', () => {
  const url = 'https://shop.example.org/m';
  const add = async (hybrid: Hybrid) =>
    (await service.ok(addApplication, { token, body: { hybrid } })).application;

  test.each(['url', 'platform'])('%s is mandatory when creating', async (field) => {
    const body = { hybrid: { url, platform: 'iOS', [field]: undefined } };
    expect((await service.refused(unchecked(addApplication), { token, body })).status).toBe(400);
  });

  test.each([
    { url: 'nowhere' },
    { platform: 'ios' },
    { platform: 'Windows' },
    { show_navbar: 'yes' },
    { allow_tabs: 1 },
    { file_open_support: null },
    { url: 'javascript:alert(1)' },
    { url: 'https://ada:secret@shop.example.org/' },
    { url: 'https://shop.exa\nmple.org/' },
    { url: 'https://shop\u202e.example.org/' },
    { url: 'https://shop.example.org/a b' },
    { url: `https://shop.example.org/${'a'.repeat(2000)}` },
  ])('%j is refused', async (wrong) => {
    const body = { hybrid: { url, platform: 'iOS', ...wrong } };
    expect((await service.refused(unchecked(addApplication), { token, body })).status).toBe(400);
  });

  test('replaces file and url', async () => {
    const body = { url, hybrid: { url, platform: 'iOS' as const } };
    expect(await service.refused(addApplication, { token, body })).toMatchObject({ status: 400, code: 20 });
  });

  test('without an icon receives a generic web-app icon', async () => {
    const icons = await Promise.all((['iOS', 'Android'] as const).map((platform) => add({ url, platform })));
    const [first, second] = icons.map((application) => application.version?.icon_path);
    expect(first).toMatch(/\/media\//);
    expect(second).toBe(first);
    const { headers } = await service.fetch(first ?? '');
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'image/png',
      'nosniff',
    ]);
  });

  test.each(['iOS', 'Android'] as const)(
    'is rebuilt by POST on the application, for %s',
    async (platform) => {
      const { id, bundle_id } = await add({ url, platform });
      const params = { application: id };
      const rebuilt = await service.ok(addVersion, { token, params, body: {} });
      expect(rebuilt.application).toMatchObject({
        id,
        bundle_id,
        is_hybrid: true,
        url,
        version: { version_num: '2.0' },
      });
      const body = { hybrid: { url: 'https://shop.example.org/n' } };
      const moved = await service.ok(addVersion, { token, params, body });
      expect(moved.application).toMatchObject({
        id,
        url: 'https://shop.example.org/n',
        version: { version_num: '3.0' },
      });
    },
  );
});

import { describe, expect, test } from 'vitest';
import { addApplication, listVersions, readApplication } from '../../../contract/applications.ts';
import { roles } from '../../../contract/common/codes.ts';
import { buildMachO } from '../../../mock-server/demo/build-mach-o.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { picture } from '../../fixtures/pictures.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { apk, codes, ipa, makeGroup } from '../../setup/world/publishing.ts';
import { addKind, requestFor } from '../kinds.ts';

/** Document 2, What the service does; Applications, POST /v1/applications/. */
const service = await openService();
const token = service.admin.token;

const url = 'https://wiki.example.org/start';

describe('POST /v1/applications/', () => {
  test('takes a JSON body, and a multipart body with a data part', async () => {
    const json = await service.ok(addApplication, { token, body: { url, app_name: 'Wiki' } });
    const form = await service.uploaded(addApplication, { token, data: { url, app_name: 'Wiki' } });
    expect([json.application.name, form.application.name]).toEqual(['Wiki', 'Wiki']);
  });

  test('is called with and without its last slash', async () => {
    for (const path of ['/v1/applications/', '/v1/applications']) {
      const { status } = await service.fetch(path, {
        method: 'POST',
        headers: { 'x-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      });
      expect(status).toBe(200);
    }
  });

  test('groups: a developer names at least one own group', async () => {
    const [own, other] = [await makeGroup(service, 'Own'), await makeGroup(service, 'Other')];
    const developer = await service.makeUser({ role: roles.developer, groups: [own] });
    const request = { token: await service.userToken(developer) };
    for (const groups of [{}, { groups: [] }]) {
      const refused = await service.refused(addApplication, { ...request, body: { url, ...groups } });
      expect(refused).toMatchObject({ status: 400, error_details: { field: 'groups' } });
    }
    const foreign = await service.makeOrganization();
    for (const group of [other, 999_999, foreign.orgId]) {
      const refused = await service.refused(addApplication, { ...request, body: { url, groups: [group] } });
      expect(refused.status).toBe(404);
    }
    expect((await service.call(addApplication, { ...request, body: { url, groups: [own] } })).status).toBe(
      200,
    );
  });

  test('what the server detects from the file is filled in and may be overridden', async () => {
    const detected = (await addKind(service, 'androidNative')).application.version;
    expect(detected).toMatchObject({ app_name: 'API Demos', version_num: '5.0.0' });
    const reported = { app_name: 'Demos', version_num: '5' };
    expect((await addKind(service, 'androidNative', reported)).application.version).toMatchObject(reported);
  });

  test('an app file, a url, or a hybrid object is required', async () => {
    const body = { app_name: 'Nothing' };
    expect(await service.refused(addApplication, { token, body })).toMatchObject({ status: 400, code: 20 });
    const both = requestFor(service, 'androidNative', { url });
    expect(refusal(await service.upload(addApplication, both))).toMatchObject({ status: 400, code: 20 });
  });

  test.each(['png', 'jpeg'] as const)(
    'icon_file: a custom icon for a public-store app, %s',
    async (format) => {
      const icon_file = { bytes: await picture(format), name: `icon.${format}` };
      const request = { ...requestFor(service, 'iosStore'), files: { icon_file } };
      const { application } = await service.uploaded(addApplication, request);
      const { headers } = await service.fetch(application.version?.icon_path ?? '');
      expect(headers.get('content-type')).toBe('image/png');
    },
  );

  test.each(['gif', 'webp', 'tiff'] as const)('icon file formats: PNG, JPEG; no %s', async (format) => {
    const icon_file = { bytes: await picture(format), name: 'icon.png' };
    const request = { ...requestFor(service, 'iosStore'), files: { icon_file } };
    expect(refusal(await service.upload(addApplication, request)).status).toBe(400);
  });

  test('warnings: arch_32_bits for a 32-bit iOS binary, with a message', async () => {
    const bytes = testIpa({ executable: buildMachO({ minOs: '9.0', processor: 'armv7' }) });
    const files = { app_file: { bytes, name: 'old.ipa' } };
    const { warnings } = await service.uploaded(addApplication, { token, files });
    expect(warnings).toContainEqual({ error: 'arch_32_bits', message: expect.stringMatching(/\S/) });
  });

  test('the application is disabled; its first version and install file are created', async () => {
    const { application } = await addKind(service, 'iosNative');
    expect(application).toMatchObject({ status: 0, enabled: false });
    const params = { application: application.id };
    const { versions } = await service.ok(listVersions, { token, params });
    expect(versions).toEqual([application.version]);
    expect(versions[0]?.install_file?.id).toBe(versions[0]?.latest_install_file_id);
  });
});

describe('an App Catalog', () => {
  const add = (bundleId: string, ios = false) =>
    service.uploaded(addApplication, {
      token,
      data: { is_app_catalog: true },
      files: { app_file: { bytes: ios ? ipa(bundleId) : apk(bundleId), name: ios ? 'a.ipa' : 'a.apk' } },
    });

  test('a new one of a platform turns the earlier one into a normal app, with a warning', async () => {
    const { application: first } = await add('org.example.first');
    const { application: second, warnings } = await add('org.example.second');
    expect(codes(warnings)).toContain('app_catalog_replaced');
    const isCatalog = async (application: string) =>
      (await service.ok(readApplication, { token, params: { application } })).application.is_app_catalog;
    expect([await isCatalog(first.id), await isCatalog(second.id)]).toEqual([false, true]);
  });

  test('of the other platform stays; without a push certificate an iOS one is warned of', async () => {
    const { application: android } = await add('org.example.stays');
    const { warnings } = await add('org.example.ios', true);
    expect(codes(warnings)).toContain('push_certificate_missing');
    expect(codes(warnings)).not.toContain('app_catalog_replaced');
    const params = { application: android.id };
    expect((await service.ok(readApplication, { token, params })).application.is_app_catalog).toBe(true);
  });
});

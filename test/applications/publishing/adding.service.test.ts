import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { NewApplication } from '../../../contract/application-fields.ts';
import { addApplication, publishApplication } from '../../../contract/applications.ts';
import { noEndDate } from '../../../contract/common/codes.ts';
import { listGroupApplications } from '../../../contract/groups.ts';
import { updateOrganization } from '../../../contract/organizations.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import type { UploadFile } from '../../setup/requests.ts';
import { apk, ipa, makeGroup, setTemplate } from '../../setup/world/publishing.ts';

const service = await openService();
await setTemplate(service, {
  cost_centre: { label: 'Cost centre', type: 'text' },
  on_vans: { label: 'On vans', type: 'checkbox' },
});

const add = (data: NewApplication, file?: UploadFile) =>
  service.uploaded(addApplication, {
    token: service.admin.token,
    data,
    ...(file && { files: { app_file: file } }),
  });
const refused = async (data: NewApplication, file?: UploadFile) => {
  const answer = await service.upload(addApplication, {
    token: service.admin.token,
    data,
    ...(file && { files: { app_file: file } }),
  });
  return refusal(answer);
};
const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

describe('an Android package', () => {
  test('is added with what can be read from it, and the defaults of the document', async () => {
    const bytes = await readFile(androidPackages.apiDemos);
    const { application, warnings } = await add({}, androidPackages.apiDemos);
    expect(application).toMatchObject({
      status: 0,
      enabled: false,
      type: 3,
      operating_system: 102,
      form_factor: 3,
      form_factor_override: [],
      bundle_id: 'io.appium.android.apis',
      url: null,
      is_adhoc: false,
      is_hybrid: false,
      is_app_catalog: false,
      push_enabled: false,
      no_auth_delivery_enabled: false,
      add_to_start: false,
      required: false,
      required_by: noEndDate,
      required_by_group: false,
      reviews_enabled: true,
      sort_weight: 1000,
      banner_image_url: null,
    });
    const { version } = application;
    expect(version?.id).toBe(application.latest_version_id);
    expect(version).toMatchObject({
      app_id: application.id,
      app_name: 'API Demos',
      version_num: '5.0.0',
      binary_version: '25',
      author: service.admin.userId,
      short_description: '',
      long_description: '',
      custom_metadata: null,
      min_os_version: '4.2',
      form_factor: 3,
      required: false,
      required_by: noEndDate,
      notify_users: true,
      sign_status: 1,
      wrap_status: 0,
      providerx_verification_status: 0,
    });
    expect(version?.release_date).toMatch(isoMoment);
    const day = version?.release_date.slice(0, 10);
    expect(version?.version_note).toBe(`API Demos - ${day} - 5.0.0`);
    expect(version?.icon_path).toMatch(/^http:\/\/[^/]+\/media\/[0-9a-f]{64}\.png$/);
    expect(version?.install_file).toMatchObject({
      id: version?.latest_install_file_id,
      app_id: application.id,
      version_id: version?.id,
      action: 'upload',
      size: bytes.length,
      mime: 'application/vnd.android.package-archive',
      checksum: createHash('sha256').update(bytes).digest('hex'),
      expires: null,
    });
    expect(warnings).toEqual([{ error: 'debug_build', message: expect.any(String) }]);
  });

  test('without a label takes its file’s name, shortened to 50 characters', async () => {
    const { application } = await add({}, androidPackages.automationServer);
    expect(application.name).toBe('appium-uiautomator2-server-v10.6.6');
    const long = `${'ä'.repeat(60)}.apk`;
    const named = await add(
      {},
      { bytes: apk('org.example.long', 1, { application: { label: '' } }), name: long },
    );
    expect(named.application.name).toBe('ä'.repeat(50));
  });

  test('without a version starts at 1.0', async () => {
    const { application } = await add({}, androidPackages.apiDemosOlder);
    expect(application.version).toMatchObject({ version_num: '1.0', binary_version: null });
  });

  test('whose version is longer than 21 characters has it shortened', async () => {
    const bytes = apk('org.example.wordy', 1, { manifest: { versionName: '1.0.0-a-very-long-candidate' } });
    const { application } = await add({}, { bytes, name: 'app.apk' });
    expect(application.version?.version_num).toBe('1.0.0-a-very-long-can');
  });

  test('is told apart by what it holds, not by its name', async () => {
    const { application } = await add({}, { bytes: apk('org.example.nameless'), name: 'build-output' });
    expect(application).toMatchObject({ type: 3, bundle_id: 'org.example.nameless' });
  });
});

describe('an iOS package', () => {
  test('is added with what Info.plist and profile say', async () => {
    const { application } = await add({}, { bytes: testIpa(), name: 'Depot.ipa' });
    expect(application).toMatchObject({
      type: 0,
      operating_system: 1,
      bundle_id: 'org.example.depot',
      url_scheme: 'depot',
      is_adhoc: true,
    });
    expect(application.version).toMatchObject({
      app_name: 'Depot',
      version_num: '2.4.1',
      binary_version: '241',
      min_os_version: '14.2',
      sign_status: 0,
    });
  });
});

describe('what the request says', () => {
  const everything = {
    app_name: 'Depot checks',
    version_num: '7.1-beta',
    version_note: 'Counts pallets twice.',
    author: 'Warehouse team',
    enabled: true,
    short_description: 'Counts pallets',
    long_description: 'Counts pallets, boxes and vans.',
    custom_metadata: { cost_centre: '4711', on_vans: true },
    sort_weight: 5,
    reviews_enabled: false,
    no_auth_delivery_enabled: true,
    add_to_start: true,
    form_factor_override: ['tablets' as const],
    required: true,
  };

  test('overrides what the package says', async () => {
    const { application } = await add(everything, { bytes: apk('org.example.told'), name: 'app.apk' });
    expect(application).toMatchObject({
      name: 'Depot checks',
      status: 1,
      enabled: true,
      sort_weight: 5,
      reviews_enabled: false,
      no_auth_delivery_enabled: true,
      add_to_start: true,
      form_factor_override: ['tablets' as const],
      form_factor: 2,
      required: true,
    });
    expect(application.version).toMatchObject({
      app_name: 'Depot checks',
      version_num: '7.1-beta',
      version_note: 'Counts pallets twice.',
      author: 'Warehouse team',
      short_description: 'Counts pallets',
      long_description: 'Counts pallets, boxes and vans.',
      custom_metadata: { cost_centre: '4711', on_vans: true },
      required: true,
      form_factor: 3,
    });
  });

  test('is read from the part data whatever its content type, also as a file', async () => {
    const form = new FormData();
    form.append(
      'data',
      new Blob([JSON.stringify({ app_name: 'As a file' })], { type: 'text/plain' }),
      'data.json',
    );
    form.append('app_file', new Blob([new Uint8Array(apk('org.example.part'))]), 'app.apk');
    const { status, body } = await service.fetch('/v1/applications', {
      method: 'POST',
      headers: { 'x-token': service.admin.token },
      body: form,
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { application: { name: 'As a file' } } });
  });

  test.each(['app_name', 'version_num'])('must not leave %s blank', async (field) => {
    expect(await refused({ [field]: ' ', url: 'https://example.org/' })).toMatchObject({
      status: 400,
      code: 1000,
    });
  });

  test('may hold the values that a client sends back without having changed them', async () => {
    const data = { required_by: noEndDate, notify_users: true, url: null };
    const { application } = await add(data, { bytes: apk('org.example.whole'), name: 'a.apk' });
    expect(application.required_by).toBe(noEndDate);
    const web = await add({ url: 'https://example.org/whole', required_by: null, notify_users: false });
    expect(web.application.version?.notify_users).toBe(false);
  });
});

test('reviews are on or off as the organization’s default says', async () => {
  const { orgId: org_id, token } = service.admin;
  const byDefault = async (reviews_default_value: boolean) => {
    await service.ok(updateOrganization, { token, params: { org_id }, body: { reviews_default_value } });
    const { application } = await add({ url: 'https://example.org/reviewed' });
    return application.reviews_enabled;
  };
  expect(await byDefault(false)).toBe(false);
  expect(await byDefault(true)).toBe(true);
});

test('groups get the application, always at its latest version', async () => {
  const [first, second] = [await makeGroup(service, 'Crew'), await makeGroup(service, 'Office')];
  const { application } = await add(
    { groups: [first, String(second)] },
    { bytes: apk('org.example.given'), name: 'a.apk' },
  );
  for (const group of [first, second]) {
    const { applications } = await service.ok(listGroupApplications, {
      token: service.admin.token,
      params: { group },
    });
    expect(applications).toMatchObject([{ id: application.id, latest: true, mandatory: false }]);
  }
});

test('a group that there is none of stops it, and nothing is kept', async () => {
  const before = await service.platform.database.db.selectFrom('applications').select('id').execute();
  expect(await refused({ groups: [999] }, { bytes: ipa('org.example.lost'), name: 'a.ipa' })).toMatchObject({
    status: 404,
  });
  const after = await service.platform.database.db.selectFrom('applications').select('id').execute();
  expect(after).toEqual(before);
});

test('publishing an address adds the application, and then a version to it', async () => {
  const publish = () =>
    service.uploaded(publishApplication, {
      token: service.admin.token,
      data: { url: 'https://wiki.example.org/start', app_name: 'Wiki' },
    });
  const first = await publish();
  expect(first.new_application).toBe(true);
  const second = await publish();
  expect(second).toMatchObject({ new_application: false, application: { id: first.application.id } });
});

test('the same package as another application is let in with a warning', async () => {
  const file = { bytes: apk('org.example.twice'), name: 'a.apk' };
  const { application: earlier } = await add({}, file);
  const { warnings } = await add({}, file);
  const warning = warnings.find(({ error }) => error === 'same_package');
  expect(warning?.message).toContain(`application ${earlier.psk}`);
});

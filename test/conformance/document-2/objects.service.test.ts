import { describe, expect, test } from 'vitest';
import {
  listApplications,
  listApplicationsV1,
  readApplication,
  readVersion,
} from '../../../contract/applications.ts';
import { listGroupApplications } from '../../../contract/groups.ts';
import { openService } from '../../setup/open-service.ts';
import { makeGroup } from '../../setup/world/publishing.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { addKind, type KindName, kindNames, kinds } from '../kinds.ts';

/** Document 2, Resources and their fields: Application object, Version object, Install file object. */
const service = await openService();
const token = service.admin.token;

const application: FieldTable = {
  id: 'string',
  status: 'integer',
  enabled: 'boolean',
  type: 'integer',
  operating_system: 'integer',
  form_factor: 'integer',
  bundle_id: 'string',
  url_scheme: 'string or null',
  is_adhoc: 'boolean',
  is_hybrid: 'boolean',
  is_app_catalog: 'boolean',
  push_enabled: 'boolean',
  no_auth_delivery_enabled: 'boolean',
  add_to_start: 'boolean',
  required: 'boolean',
  required_by: 'timestamp',
  required_by_group: 'boolean',
  reviews_enabled: 'boolean',
  sort_weight: 'integer',
  banner_image_url: 'string or null',
  latest_version_id: 'string',
  version: 'object',
};
const version: FieldTable = {
  id: 'string',
  app_id: 'string',
  app_name: 'string',
  version_num: 'string',
  version_note: 'string',
  binary_version: 'string or null',
  author: 'string',
  short_description: 'string',
  long_description: 'string',
  icon_path: 'string',
  custom_metadata: 'object or null',
  min_os_version: 'string or null',
  form_factor: 'integer',
  release_date: 'timestamp',
  required: 'boolean',
  required_by: 'timestamp',
  notify_users: 'boolean',
  sign_status: 'integer',
  wrap_status: 'integer',
  providerx_verification_status: 'integer',
  latest_install_file_id: 'string',
  install_file: 'object',
};
const installFile: FieldTable = {
  id: 'string',
  app_id: 'string',
  version_id: 'string',
  action: 'string',
  path: 'string',
  size: 'integer',
  mime: 'string',
  checksum: 'string',
  created: 'timestamp',
  expires: 'timestamp or null',
  sign_credentials_id: 'string or null',
  vendor_wrapper_version: 'string or null',
  providerx_verification_id: 'string or null',
  binary_metadata: 'object',
};
const listed: FieldTable = {
  psk: 'integer',
  name: 'string',
  short_description: 'string',
  long_description: 'string',
  icon_path: 'string',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].flatMap((slot) => [
      [`screenshot_path${slot}`, 'string or null'],
      [`tablet_screenshot_path${slot}`, 'string or null'],
    ]),
  ),
  min_os_version: 'string or null',
  direct_download_binary_url: 'string or null',
  categories: 'list',
  custom_metadata: 'object or null',
  deleted: 'boolean',
  display_message: 'string or null',
  os_version: 'string or null',
  platform: 'integer',
};

describe.each(kindNames)('%s', (name) => {
  test('has every field of the Application and the Version object, of its type', async () => {
    const added = (await addKind(service, name)).application;
    expect(added.type).toBe(kinds[name].type);
    expect(wrongFields(application, added)).toEqual([]);
    expect(wrongFields(version, added.version ?? {})).toEqual([]);
    expect(added.version?.app_id).toBe(added.id);
    expect(added.version?.id).toBe(added.latest_version_id);
  });
});

describe('application, first version and install file are created', () => {
  test.each(kindNames)('for %s', async (name) => {
    const added = (await addKind(service, name)).application.version;
    expect(added?.latest_install_file_id).not.toBe('');
    expect(wrongFields(installFile, added?.install_file ?? {})).toEqual([]);
    expect(added?.install_file).toMatchObject({
      id: added?.latest_install_file_id,
      app_id: added?.app_id,
      version_id: added?.id,
      action: 'upload',
    });
  });

  test.each(kindNames.filter((name) => 'url' in kinds[name].data))(
    'that of %s is its address, which has no bytes here',
    async (name) => {
      const { application: added } = await addKind(service, name);
      expect(added.version?.install_file).toMatchObject({
        path: added.url,
        size: 0,
        checksum: '',
        mime: 'text/html',
      });
      const request = { token, params: { version: added.latest_version_id ?? '' } };
      expect((await service.ok(readVersion, request)).version).toEqual(added.version);
    },
  );
});

describe('the Application object', () => {
  test('status: 0 Disabled, 1 Enabled, as enabled says', async () => {
    expect((await addKind(service, 'web')).application).toMatchObject({ status: 0, enabled: false });
    const enabled = await addKind(service, 'web', { enabled: true });
    expect(enabled.application).toMatchObject({ status: 1, enabled: true });
  });

  test('required_by: no-date value when unset', async () => {
    const { application: added } = await addKind(service, 'androidNative');
    expect(added.required_by).toBe('9999-12-31T23:59:59.999999');
    expect(added.version?.required_by).toBe('9999-12-31T23:59:59.999999');
  });

  test('is the same by the add and the read endpoint', async () => {
    const { application: added } = await addKind(service, 'iosNative');
    const request = { token, params: { application: added.id } };
    expect((await service.ok(readApplication, request)).application).toMatchObject(added);
  });
});

describe('the catalog-style list responses use further fields', () => {
  test.each([listApplicationsV1, listApplications])('$method $path', async (operation) => {
    await addKind(service, 'androidNative');
    const { applications } = await service.ok(operation, { token });
    for (const row of applications) {
      expect(wrongFields({ ...application, ...listed }, row)).toEqual([]);
    }
  });

  test('and so do group application lists', async () => {
    const { application: added } = await addKind(service, 'androidNative', {
      short_description: 'In a group',
    });
    const group = await makeGroup(service, 'Listing', { apps: [{ id: added.psk }] });
    const { applications } = await service.ok(listGroupApplications, { token, params: { group } });
    const { psk, name, short_description } = (
      await service.ok(listApplications, { token, query: { search: 'In a group' } })
    ).applications[0] ?? { psk: 0 };
    expect(applications).toMatchObject([{ id: added.id, psk, name, short_description }]);
    const { version: _, ...fields } = application;
    expect(wrongFields({ ...fields, ...listed }, applications[0] ?? {})).toEqual([]);
    expect(wrongFields(version, applications[0]?.versions[0] ?? {})).toEqual([]);
  });
});

describe('the Install file object', () => {
  const fileOf = async (name: KindName) => (await addKind(service, name)).application.version?.install_file;

  test('for iOS native apps binary_metadata holds plist, profile, signables_info and a framework flag', async () => {
    const file = await fileOf('iosNative');
    const table: FieldTable = {
      plist: 'object',
      profile: 'object',
      signables_info: 'list',
      has_frameworks: 'boolean',
    };
    expect(wrongFields(table, file?.binary_metadata ?? {})).toEqual([]);
    const [signable] = (file?.binary_metadata?.signables_info ?? []) as object[];
    expect(Object.keys(signable ?? {})).toEqual(['bundle_id', 'name', 'type', 'provisioning_profile']);
  });

  const populated: KindName[] = ['iosNative', 'androidNative', 'androidHybrid'];
  test.each(kindNames)('binary_metadata is populated for native apps only: %s', async (name) => {
    const { application: added } = await addKind(service, name);
    const fields = Object.keys(added.version?.install_file.binary_metadata ?? {});
    expect(fields.length > 0).toBe(populated.includes(name));
  });

  test('checksum and size are those of the file', async () => {
    const file = await fileOf('windowsExe');
    expect(file).toMatchObject({ size: 2, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('is read with its version again', async () => {
    const { application: added } = await addKind(service, 'iosNative');
    const params = { version: added.latest_version_id ?? '' };
    expect((await service.ok(readVersion, { token, params })).version).toEqual(added.version);
  });
});

import { describe, expect, test } from 'vitest';
import { authenticateCatalog } from '../../../contract/catalog.ts';
import { type DeviceInfo, listUserDevices } from '../../../contract/devices.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';

/** Document 3, Resources and their fields: Device; and `device_info`, which it is made from. */
const service = await openService();
const user = await service.makeUser();

const call = (device_info: DeviceInfo, who = user) => ({
  body: {
    user_id: who.userId,
    password: who.password,
    remember_me: true,
    register_catalog: false,
    device_info,
  },
});
const device = async (info: Partial<DeviceInfo>, who = user) =>
  (await service.ok(authenticateCatalog, call({ udid: 'fields', ...info }, who))).device;
const refused = (info: object) => {
  const { body } = call({ udid: 'refused' });
  const wrong = { ...body, device_info: { ...body.device_info, ...info } };
  return service.refused(unchecked(authenticateCatalog), { body: wrong });
};

const table: FieldTable = {
  id: 'string',
  udid: 'string',
  name: 'string',
  manufacturer: 'string',
  model: 'string',
  operating_system: 'integer',
  operating_system_name: 'string',
  operating_system_version: 'string',
  form_factor: 'integer',
  total_ram: 'integer',
  free_ram: 'integer',
  total_storage: 'integer',
  free_storage: 'integer',
  camera: 'boolean',
  front_camera: 'boolean',
  flash: 'boolean',
  ios_push_token: 'string or null',
  jailbreak_status: 'integer',
  created: 'timestamp',
  until_date: 'timestamp',
  until: 'timestamp',
  disabled_reason: 'integer or null',
  single_app_mode_app_psk: 'integer or null',
};
const reported = {
  name: 'Foreman’s phone',
  manufacturer: 'Samsung',
  model: 'SM-G525F',
  operating_system: 109,
  operating_system_name: 'Android',
  operating_system_version: '9.0.1',
  form_factor: 1 as const,
  total_ram: 4_294_967_296,
  free_ram: 1,
  total_storage: 68_719_476_736,
  free_storage: 0,
  camera: true,
  front_camera: false,
  flash: true,
  ios_push_token: 'f3a1',
};

describe('a device', () => {
  test('has every field of its table, of its type, and no other', async () => {
    const shown = await device(reported);
    expect(wrongFields(table, shown)).toEqual([]);
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(table).toSorted());
  });

  test('has them also when it told only its udid', async () => {
    expect(wrongFields(table, await device({ udid: 'silent' }))).toEqual([]);
    expect(await device({ udid: 'silent' })).toMatchObject({ name: '', total_ram: 0, camera: false });
  });

  test('is as it told, in the answer and in the lists of devices', async () => {
    const shown = await device({ udid: 'told', ...reported });
    expect(shown).toMatchObject({ udid: 'told', ...reported });
    const request = { token: service.admin.token, params: { user: user.id } };
    const { devices } = await service.ok(listUserDevices, request);
    expect(devices.find(({ id }) => id === shown.id)).toEqual(shown);
  });

  test('keeps what it does not tell again, and takes what it tells anew', async () => {
    const first = await device({ udid: 'again', ...reported });
    const second = await device({ udid: 'again', operating_system_version: '9.1', free_storage: 7 });
    expect(second).toEqual({ ...first, operating_system_version: '9.1', free_storage: 7 });
  });

  test('is enabled: disabled_reason null, and without an end', async () => {
    const end = '9999-12-31T23:59:59.999999';
    expect(await device({ udid: 'new' })).toMatchObject({
      disabled_reason: null,
      until: end,
      until_date: end,
    });
  });

  test('jailbreak_status: values -1 and 0 occur', async () => {
    expect([-1, 0]).toContain((await device({ udid: 'new' })).jailbreak_status);
  });

  test('device ids and physical devices need not correspond: of another person’s sign-in it is the same device', async () => {
    const other = await service.makeUser();
    const mine = await device({ udid: 'shared' });
    expect((await device({ udid: 'shared' }, other)).id).toBe(mine.id);
  });

  test('of another organization it is another device', async () => {
    const { admin } = await service.makeOrganization();
    const mine = await device({ udid: 'everywhere' });
    expect((await device({ udid: 'everywhere' }, admin)).id).not.toBe(mine.id);
  });
});

describe('operating system codes', () => {
  test.each([0, 1, 102, 103, 104, 105, 106, 107, 108, 109, 401])('%i is one', async (operating_system) => {
    expect((await device({ operating_system })).operating_system).toBe(operating_system);
  });

  test.each([110, 117])('%i is one by the pattern of the table', async (operating_system) => {
    expect((await device({ operating_system })).operating_system).toBe(operating_system);
  });

  test.each([-1, 2, 100, 101, 200, 400, 402, 1e9, 1.5, '1', [1]])('%o is none', async (operating_system) => {
    const answer = await refused({ operating_system });
    expect(answer).toMatchObject({ status: 400, error_details: { field: 'device_info.operating_system' } });
  });
});

describe('form_factor', () => {
  test.each([0, 1, 2] as const)('%i is one', async (form_factor) => {
    expect((await device({ form_factor })).form_factor).toBe(form_factor);
  });

  test.each([-1, 3, 4, 0.5, '1', true])('%o is none', async (form_factor) => {
    expect((await refused({ form_factor })).status).toBe(400);
  });
});

describe('device_info', () => {
  const wrong: Record<string, unknown[]> = {
    name: [1, ['a'], 'x'.repeat(301), '\u0000', '\ud800'],
    operating_system_version: [14, true],
    ios_push_token: [5, {}, 'x'.repeat(301)],
    total_ram: [-1, 0.5, '4', 1e300],
    free_storage: [-1, 2 ** 53],
    camera: ['yes', 1],
    flash: ['true', 0],
  };
  test.each(Object.keys(wrong))('%s is of its type', async (name) => {
    for (const value of wrong[name] ?? []) {
      expect(await refused({ [name]: value })).toMatchObject({ status: 400, code: 1000 });
    }
  });

  test('takes texts in every script and numbers to the largest', async () => {
    const odd = { name: '📱 Пример – مثال', free_ram: Number.MAX_SAFE_INTEGER, ios_push_token: null };
    expect(await device({ udid: 'ünïcode 😀', ...odd })).toMatchObject({ udid: 'ünïcode 😀', ...odd });
  });
});

import { describe, expect, test } from 'vitest';
import { listCatalog } from '../../../contract/catalog.ts';
import { roles } from '../../../contract/common/codes.ts';
import {
  deletePairing,
  listUserDevices,
  listUserPairings,
  readPairing,
  readPairingV1,
} from '../../../contract/devices.ts';
import { deleteUser } from '../../../contract/users.ts';
import { openService } from '../../setup/open-service.ts';
import { iPad, type TestUser } from '../../setup/world/people.ts';
import { type FieldTable, wrongFields } from '../field-table.ts';
import { sessionOf } from './people.ts';

/** Document 3, Device-user pairing; Devices. */
const service = await openService();
const token = service.admin.token;
const user = await service.makeUser();
const session = await sessionOf(service, user);
await sessionOf(service, user, { ...iPad, udid: 'the-ipad' });

const pairing: FieldTable = {
  id: 'string',
  created: 'timestamp',
  device: 'object',
  disabled_reason: 'integer or null',
  until: 'timestamp',
};
const paramsOf = (who: TestUser, device = session.udid) => ({ device, user: who.id });

describe('GET /v1/devices/users/<user>', () => {
  test('devices: those on which the user logged into the catalog', async () => {
    const { devices } = await service.ok(listUserDevices, { token, params: { user: user.id } });
    expect(devices.map(({ udid }) => udid)).toEqual([`udid-${user.userId}`, 'the-ipad']);
    const fresh = await service.makeUser();
    expect(await service.ok(listUserDevices, { token, params: { user: fresh.id } })).toEqual({ devices: [] });
  });
});

describe('GET /v2/device_users/users/<user>', () => {
  test('user, and devices with device, id, disabled_reason, until and created', async () => {
    const answer = await service.ok(listUserPairings, { token, params: { user: user.id } });
    expect(Object.keys(answer).toSorted()).toEqual(['devices', 'user']);
    expect(answer.user).toMatchObject({ id: user.id, user_id: user.userId });
    for (const row of answer.devices) expect(wrongFields(pairing, row)).toEqual([]);
    const { devices } = await service.ok(listUserDevices, { token, params: { user: user.id } });
    expect(answer.devices.map(({ device }) => device)).toEqual(devices);
  });
});

describe.each([listUserDevices, listUserPairings])('$path', (operation) => {
  test('an administrator may ask for any user of the organization, by every alias', async () => {
    for (const alias of [user.id, user.psk]) {
      const { devices } = await service.ok(operation, { token, params: { user: alias } });
      expect(devices).toHaveLength(2);
    }
  });

  test('a non-administrator only for self', async () => {
    const others = [
      await service.makeUser(),
      ...(await Promise.all(otherRoles.map((role) => service.makeUser({ role })))),
    ];
    for (const other of others) {
      const { token: theirs } = await sessionOf(service, other);
      expect(
        (await service.ok(operation, { token: theirs, params: { user: other.id } })).devices,
      ).toHaveLength(1);
      for (const request of [user.id, user.psk, service.admin.id, 'nobody']) {
        const refused = await service.refused(operation, { token: theirs, params: { user: request } });
        expect(refused).toMatchObject({ status: 403, code: 11 });
      }
    }
  });

  test('a user who does not exist, is deleted, or is of another organization: 404', async () => {
    const gone = await service.makeUser();
    await service.ok(deleteUser, { token, params: { user: gone.psk } });
    const { admin } = await service.makeOrganization();
    for (const request of ['nobody', gone.id, admin.id, '999999999999999', '-1', '😀', 'x'.repeat(200)]) {
      expect((await service.refused(operation, { token, params: { user: request } })).status).toBe(404);
    }
  });
});
const otherRoles = Object.values(roles).filter((role) => role !== roles.administrator && role !== roles.user);

describe.each([readPairing, readPairingV1])('GET $path', (operation) => {
  test('device_user: id, last_active, created, user, device, disabled_reason, until, and no other', async () => {
    const { device_user: shown } = await service.ok(operation, { token, params: paramsOf(user) });
    const table: FieldTable = { ...pairing, last_active: 'timestamp', user: 'object' };
    expect(wrongFields(table, shown)).toEqual([]);
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(table).toSorted());
    expect(shown).toMatchObject({
      user: { id: user.id },
      device: { id: session.udid },
      disabled_reason: null,
    });
    expect(shown.until).toBe('9999-12-31T23:59:59.999999');
  });

  test('is there with and without a last slash', async () => {
    const path = operation.path.replace(':device', session.udid).replace(':user', user.id);
    for (const address of [path, `${path}/`]) {
      expect((await service.fetch(address, { headers: { 'x-token': token } })).status).toBe(200);
    }
  });
});

describe.each([readPairing, readPairingV1, deletePairing])('$method $path', (operation) => {
  test('of a device and user that are no pair: 404', async () => {
    const other = await service.makeUser();
    const theirs = await sessionOf(service, other);
    const { admin, token: elsewhere } = await service.makeOrganization();
    const foreign = await sessionOf(service, admin);
    const pairs = [
      paramsOf(other),
      paramsOf(user, theirs.udid),
      paramsOf(admin, foreign.udid),
      paramsOf(user, 'nothing'),
      paramsOf(user, '999999999999999'),
      paramsOf(user, '😀'),
      { device: session.udid, user: 'nobody' },
    ];
    for (const params of pairs)
      expect((await service.refused(operation, { token, params })).status).toBe(404);
    expect((await service.refused(operation, { token: elsewhere, params: paramsOf(user) })).status).toBe(404);
  });
});

describe('last_active', () => {
  const read = async () =>
    (await service.ok(readPairing, { token, params: paramsOf(user) })).device_user.last_active;

  test('is the last interaction of any kind between the device and the service', async () => {
    const old = '2026-01-01T00:00:00.000Z';
    await service.platform.database.db
      .updateTable('device_users')
      .set({ last_active: old })
      .where('user', '=', user.id)
      .execute();
    expect(await read()).toBe('2026-01-01T00:00:00.000+00:00');
    const before = Date.now();
    await service.ok(listCatalog, session);
    expect(Date.parse(await read())).toBeGreaterThanOrEqual(before);
  });

  test('follows every interaction', async () => {
    for (let time = 0; time < 3; time++) {
      const before = Date.now();
      await service.ok(listCatalog, session);
      expect(Date.parse(await read())).toBeGreaterThanOrEqual(before);
    }
  });

  test('comes into the database without being read, for other processes', async () => {
    const before = new Date().toISOString();
    await service.ok(listCatalog, session);
    const stored = () =>
      service.platform.database.db
        .selectFrom('device_users')
        .select('last_active')
        .where('user', '=', user.id)
        .where('device', '=', session.udid)
        .executeTakeFirstOrThrow();
    await expect.poll(async () => (await stored()).last_active >= before).toBe(true);
  });
});

describe('DELETE /v1/devices/<device>/users/<user>', () => {
  const paired = async () => {
    const who = await service.makeUser();
    return { who, ...(await sessionOf(service, who)) };
  };
  const remove = (who: TestUser, device: string) =>
    service.ok(deletePairing, { token, params: paramsOf(who, device) });

  test('deleted is true, and the association is gone', async () => {
    const { who, udid, token: theirs } = await paired();
    expect(await remove(who, udid)).toEqual({ deleted: true });
    expect((await service.refused(readPairing, { token, params: paramsOf(who, udid) })).status).toBe(404);
    expect((await service.refused(deletePairing, { token, params: paramsOf(who, udid) })).status).toBe(404);
    const { devices } = await service.ok(listUserPairings, { token, params: { user: who.id } });
    expect(devices).toEqual([]);
    expect((await service.refused(listCatalog, { token: theirs, udid })).status).toBe(401);
  });

  test('a later catalog login from the same device creates a new association', async () => {
    const { who, udid } = await paired();
    const read = async () =>
      (await service.ok(readPairing, { token, params: paramsOf(who, udid) })).device_user;
    const first = await read();
    await remove(who, udid);
    const again = await sessionOf(service, who);
    const second = await read();
    expect(again.udid).toBe(udid);
    expect(second.id).not.toBe(first.id);
    expect(Date.parse(second.created)).toBeGreaterThan(Date.parse(first.created));
    await service.ok(listCatalog, again);
  });

  test('leaves other users of the device and other devices of the user alone', async () => {
    const { who } = await paired();
    const mate = await service.makeUser();
    const shared = await sessionOf(service, who, { udid: 'shared' });
    const theirs = await sessionOf(service, mate, { udid: 'shared' });
    expect(theirs.udid).toBe(shared.udid);
    await remove(who, shared.udid);
    await service.ok(listCatalog, theirs);
    const { devices } = await service.ok(listUserDevices, { token, params: { user: who.id } });
    expect(devices.map(({ udid }) => udid)).toEqual([`udid-${who.userId}`]);
  });
});

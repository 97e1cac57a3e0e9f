import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { tellLocation } from '../../contract/device-facts.ts';
import {
  deletePairing,
  listUserDevices,
  listUserPairings,
  readPairing,
  readPairingV1,
} from '../../contract/devices.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { startService, type TestService } from '../setup/service.ts';
import { iPad } from '../setup/world/people.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
});

test('a user sees the own devices, an administrator those of any user', async () => {
  const user = await service.makeUser();
  const { token, udid } = await service.signIn(user);
  const own = await service.ok(listUserDevices, { token, params: { user: user.id } });
  const seen = await service.ok(listUserDevices, { token: service.admin.token, params: { user: user.psk } });
  expect(own.devices.map((device) => device.id)).toEqual([udid]);
  expect(seen).toEqual(own);
});

test('a user does not see the devices of others', async () => {
  const [user, other] = [await service.makeUser(), await service.makeUser()];
  const { token } = await service.signIn(user);
  expect((await service.refused(listUserDevices, { token, params: { user: other.id } })).code).toBe(11);
  expect((await service.refused(listUserDevices, { token, params: { user: 'nobody' } })).code).toBe(11);
});

test('pairings tell when they began and were last used', async () => {
  const user = await service.makeUser();
  await service.signIn(user, { udid: 'one' });
  await service.signIn(user, { ...iPad, udid: 'two' });
  const { devices, user: owner } = await service.ok(listUserPairings, {
    token: service.admin.token,
    params: { user: user.id },
  });
  expect(owner.user_id).toBe(user.userId);
  expect(devices.map(({ device }) => device.udid)).toEqual(['one', 'two']);
  expect(devices[0]?.last_active).toBeTruthy();
});

test('a device says between sign-ins whether it may be located; whoever else uses it does not', async () => {
  const [user, other] = [await service.makeUser(), await service.makeUser()];
  const device = { udid: 'located', location_permission: 'prompt' as const };
  const own = await service.signIn(user, device);
  const others = await service.signIn(other, { udid: 'located' });
  const tell = async ({ token, udid }: typeof own, location_permission: 'granted' | 'denied') =>
    (await service.ok(tellLocation, { token, udid, body: { location_permission } })).location_permission;
  const kept = () =>
    service.platform.database.db
      .selectFrom('devices')
      .select(['location_permission', 'location_told'])
      .where('udid', '=', 'located')
      .executeTakeFirstOrThrow();
  const before = await kept();
  expect(before).toMatchObject({ location_permission: 'prompt', location_told: expect.any(String) });
  expect(await tell(others, 'granted')).toBe('prompt');
  expect(await kept()).toEqual(before);
  expect(await tell(own, 'denied')).toBe('denied');
  const { location_permission, location_told } = await kept();
  expect(location_permission).toBe('denied');
  expect(location_told && location_told >= (before.location_told ?? '')).toBe(true);
});

test('one pairing reads the same in both forms of its path', async () => {
  const user = await service.makeUser();
  const { udid } = await service.signIn(user);
  const params = { device: udid, user: user.id };
  const { device_user } = await service.ok(readPairing, { token: service.admin.token, params });
  expect(device_user.user.id).toBe(user.id);
  expect(await service.ok(readPairingV1, { token: service.admin.token, params })).toEqual({ device_user });
});

test('removing a pairing ends its session; a later sign-in makes a new one', async () => {
  const user = await service.makeUser();
  const { token, udid } = await service.signIn(user);
  const params = { device: udid, user: user.id };
  expect(await service.ok(deletePairing, { token: service.admin.token, params })).toEqual({ deleted: true });
  expect((await service.refused(listCatalog, { token, udid })).status).toBe(401);
  expect((await service.refused(readPairing, { token: service.admin.token, params })).status).toBe(404);
  const again = await service.signIn(user);
  expect(again.udid).toBe(udid);
  await service.ok(listCatalog, again);
});

test("another person's device id is refused", async () => {
  const [user, other] = [await service.makeUser(), await service.makeUser()];
  const { token } = await service.signIn(user);
  const theirs = await service.signIn(other);
  const refused = await service.refused(listCatalog, { token, udid: theirs.udid });
  expect([refused.status, refused.code]).toEqual([403, 1014]);
  expect((await service.refused(listCatalog, { token })).status).toBe(400);
});

test('who left while the database was away was active when they were, not when it came back', async () => {
  const db = withoutGuard(service.platform.database.db);
  const user = await service.makeUser();
  await service.ok(listCatalog, await service.signIn(user));
  const { deviceActivity: activity } = service.platform;
  const left = new Date().toISOString();
  await sql`alter table device_users rename column last_active to away`.execute(db);
  await activity.flush();
  await activity.flush();
  await sql`alter table device_users rename column away to last_active`.execute(db);
  await activity.flush();
  const pairing = await db
    .selectFrom('device_users')
    .select('last_active')
    .where('user', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(pairing.last_active <= left).toBe(true);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { tellLocation } from '../../contract/device-facts.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

test('a device says between sign-ins whether it may be located; whoever else uses it does not', async () => {
  const [user, other] = [await service.makeUser(), await service.makeUser()];
  const device = { udid: 'located', location_permission: 'prompt' as const };
  const own = await service.signIn(user, device);
  const others = await service.signIn(other, { udid: 'located' });
  const tell = async ({ token, udid }: typeof own, location_permission: 'granted' | 'denied') =>
    (await service.ok(tellLocation, { token, udid, body: { location_permission } })).location_permission;
  const stored = () =>
    service.platform.database.db
      .selectFrom('devices')
      .select(['location_permission', 'location_told'])
      .where('udid', '=', 'located')
      .executeTakeFirstOrThrow();
  const before = await stored();
  expect(before).toMatchObject({ location_permission: 'prompt', location_told: expect.any(String) });
  expect(await tell(others, 'granted')).toBe('prompt');
  expect(await stored()).toEqual(before);
  expect(await tell(own, 'denied')).toBe('denied');
  const { location_permission, location_told } = await stored();
  expect(location_permission).toBe('denied');
  expect(location_told && location_told >= (before.location_told ?? '')).toBe(true);
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

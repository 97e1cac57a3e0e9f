import { describe, expect, test } from 'vitest';
import { authenticateCatalog } from '../../../contract/catalog.ts';
import type { BodyOf } from '../../../contract/common/request.ts';
import { listUserPairings } from '../../../contract/devices.ts';
import { deleteUser, updateUser } from '../../../contract/users.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { openService } from '../../setup/open-service.ts';

/** Document 3, POST /v2/catalog/authenticate/: refused sign-ins, and many at the same moment. */
const service = await openService();
const user = await service.makeUser();

const headers = { 'x-bundle-id': 'org.example.catalog', 'x-version-num': '3.1' };
const bodyOf = (who: { userId: string; password: string }, udid = 'conformance-1') => ({
  user_id: who.userId,
  password: who.password,
  remember_me: false,
  register_catalog: true,
  device_info: { udid },
});
const refused = (body: BodyOf<typeof authenticateCatalog>) =>
  service.refused(authenticateCatalog, { headers, body });

describe('who can’t sign in', () => {
  test('a wrong password and an unknown user, told alike', async () => {
    const wrong = await refused(bodyOf({ ...user, password: 'wrong-password' }));
    const unknown = await refused(bodyOf({ userId: 'nobody-here', password: 'wrong-password' }));
    expect(wrong).toMatchObject({ status: 401, code: 1002 });
    expect(unknown).toMatchObject({ status: 401, code: 1002, message: wrong.message });
  });

  test('a deleted user: the message advises contact with support', async () => {
    const gone = await service.makeUser();
    await service.ok(deleteUser, { token: service.admin.token, params: { user: gone.psk } });
    const answer = await refused(bodyOf(gone));
    expect(answer).toMatchObject({ status: 403, message: expect.stringContaining('Contact your support') });
  });

  test('a disabled user', async () => {
    const off = await service.makeUser();
    const { token } = service.admin;
    await service.ok(updateUser, { token, params: { user: off.psk }, body: { disabled: true } });
    expect(await refused(bodyOf(off))).toMatchObject({ status: 403, code: 1004 });
  });

  test.each(['devices', 'device_users'] as const)(
    'whoever’s row of %s is disabled or over',
    async (table) => {
      const who = await service.makeUser();
      const { udid } = await service.signIn(who);
      const db = withoutGuard(service.platform.database.db);
      const set = (change: { disabled_reason?: number | null; until?: string | null }) =>
        db
          .updateTable(table)
          .set(change)
          .where(table === 'devices' ? 'id' : 'device', '=', udid)
          .execute();
      const body = bodyOf(who, `udid-${who.userId}`);
      for (const change of [{ disabled_reason: 0 }, { until: '2020-01-01T00:00:00.000Z' }]) {
        await set(change);
        expect(await refused(body)).toMatchObject({ status: 403, code: 1014 });
        await set({ disabled_reason: null, until: null });
      }
      await service.ok(authenticateCatalog, { headers, body });
    },
  );
});

test('many sign-ins at once on a device that is new make one device and one pairing', async () => {
  const who = await service.makeUser();
  const body = bodyOf(who, 'all-at-once');
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.ok(authenticateCatalog, { headers, body })),
  );
  expect(new Set(answers.map(({ device }) => device.id)).size).toBe(1);
  const request = { token: service.admin.token, params: { user: who.id } };
  expect((await service.ok(listUserPairings, request)).devices).toHaveLength(1);
});

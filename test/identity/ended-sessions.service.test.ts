import { beforeEach, describe, expect, test } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { deletePairing } from '../../contract/devices.ts';
import { changePassword, createApiToken, endSession } from '../../contract/identity.ts';
import { deleteUser, readCaller, updateUser } from '../../contract/users.ts';
import { deleteOldEnds } from '../../mock-server/features/identity/sessions/ended-session-store.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import type { TestUser } from '../setup/world/people.ts';

let user: TestUser;
let session: { token: string; udid: string };

const service = await openService();
beforeEach(async () => {
  user = await service.makeUser();
  const { token, udid } = await service.signIn(user);
  session = { token, udid };
});

const asAdministrator = () => ({ token: service.admin.token, params: { user: user.id } });

const endings: [string, () => Promise<unknown>][] = [
  ['signed_out', () => service.ok(endSession, { token: session.token })],
  [
    'password_changed',
    () => service.ok(updateUser, { ...asAdministrator(), body: { password: 'Another-1-pass' } }),
  ],
  [
    'password_changed',
    () =>
      service.ok(changePassword, {
        body: { user_id: user.userId, password: user.password, new_password: 'Another-1-pass' },
      }),
  ],
  ['account_disabled', () => service.ok(updateUser, { ...asAdministrator(), body: { disabled: true } })],
  ['account_deleted', () => service.ok(deleteUser, asAdministrator())],
  [
    'device_unpaired',
    () =>
      service.ok(deletePairing, {
        token: service.admin.token,
        params: { user: user.id, device: session.udid },
      }),
  ],
];

describe('a session that ended', () => {
  test.each(endings)('says %s to who has its token, on the device and without one', async (reason, end) => {
    await end();
    for (const refused of [
      await service.refused(listCatalog, session),
      await service.refused(readCaller, { token: session.token }),
    ]) {
      expect(refused).toMatchObject({ status: 401, code: 1001, error_details: { reason } });
    }
  });

  test('says when its time is over', async () => {
    await withoutGuard(service.platform.database.db)
      .updateTable('tokens')
      .set({ prune: new Date(Date.now() - 1).toISOString() })
      .where('user', '=', user.id)
      .execute();
    const refused = await service.refused(listCatalog, session);
    expect(refused.error_details).toEqual({ reason: 'expired' });
  });

  test('says nothing more once it would have ended by itself', async () => {
    await service.ok(endSession, { token: session.token });
    await deleteOldEnds(service.platform.database.db, '9999');
    expect((await service.refused(listCatalog, session)).error_details).toBeNull();
  });

  test('says nothing of a token that never was', async () => {
    const other = session.token.slice(0, -1) + (session.token.endsWith('0') ? '1' : '0');
    expect((await service.refused(readCaller, { token: other })).error_details).toBeNull();
  });

  test('leaves nothing of an API token that is deleted with its user', async () => {
    const params = { organization: service.admin.orgId };
    const made = await service.ok(createApiToken, {
      token: service.admin.token,
      params,
      body: { user: user.id },
    });
    await service.ok(deleteUser, asAdministrator());
    const refused = await service.refused(readCaller, { token: made.session.token });
    expect(refused).toMatchObject({ status: 401, error_details: null });
  });
});

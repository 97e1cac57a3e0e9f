import { expect, it } from 'vitest';
import { listAudit } from '../../contract/audit.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { exportUser, readPrivacySettings, updatePrivacySettings } from '../../contract/privacy.ts';
import { deleteUser, updateUser } from '../../contract/users.ts';
import { addWebhook } from '../../contract/webhooks.ts';
import type { Entry } from '../../mock-server/features/audit/entries.ts';
import { recordEntries } from '../../mock-server/features/audit/record.ts';
import { verifyTrail } from '../../mock-server/features/audit/verify.ts';
import { eraseDeletedUsers } from '../../mock-server/features/privacy/erasure.ts';
import { exportPersonalData } from '../../mock-server/features/privacy/export.ts';
import { exportedTables } from '../../mock-server/features/privacy/personal-tables.ts';
import { personalTables } from '../../mock-server/migrations/tables.ts';
import { splitIntoChunks } from '../../mock-server/platform/chunks.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { timeouts } from '../setup/run/timeouts.ts';

const service = await openService({ outgoingAllow: ['localhost:9'] });

const admin = () => ({ token: service.admin.token });
const day = 24 * 3_600_000;

/** Names of tables that hold a text. */
async function tablesWith(text: string): Promise<string[]> {
  const db = withoutGuard(service.platform.database.db);
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const rows = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    if (JSON.stringify(rows).includes(text)) found.push(name);
  }
  return found;
}

it('knows every table that names a person', async () => {
  const known = new Set(Object.keys(personalTables));
  const tables = await withoutGuard(service.platform.database.db).introspection.getTables();
  const naming = tables.filter(({ columns }) =>
    columns.some(({ name }) => ['user', 'user_id', 'created_by', 'actor'].includes(name)),
  );
  expect(naming.map(({ name }) => name).filter((name) => !known.has(name))).toEqual(['users']);
});

it('exports all data of a person to themself and to administrators, without secrets', async () => {
  const user = await service.makeUser();
  const { token } = await service.signIn(user, { name: 'Anna’s phone' });
  const params = { user: user.id };
  const own = await service.ok(exportUser, { token, params });
  expect(own.user.user_id).toBe(user.userId);
  expect(own.data).toMatchObject({
    tokens: [{ kind: 'catalog' }],
    devices: [{ name: 'Anna’s phone' }],
    audit: [{ action: 'authenticateCatalog' }],
  });
  expect(Object.keys(own.data).sort()).toEqual(
    [...exportedTables.map(({ table }) => table), 'devices'].sort(),
  );
  expect(JSON.stringify(own)).not.toMatch(/argon2|"hash"/);
  expect(JSON.stringify(own)).not.toContain(token);
  await service.ok(exportUser, { ...admin(), params });
  const other = await service.userToken(await service.makeUser());
  expect((await service.refused(exportUser, { token: other, params })).code).toBe(11);
  const child = await service.makeOrganization();
  expect((await service.refused(exportUser, { token: child.token, params })).code).toBe(1010);
});

/** What applications reported of somebody: as many events, and as many rows of the audit log that only name them. */
async function reportMuch(
  { id, userId }: { id: string; userId: string },
  count: number,
  rows = count,
): Promise<void> {
  const { database } = service.platform;
  const db = withoutGuard(database.db);
  const org_id = service.admin.orgId;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const at = new Date().toISOString();
  const events = numbers.map((number) => ({
    org_id,
    application: 'app',
    id: `event-${id}-${number}`,
    kind: 'crash' as const,
    at,
    version: null,
    device: `phone of ${userId}`,
    // As they sign in; and once by their id.
    user: number === 0 ? id : userId,
    details: JSON.stringify({ message: `${userId} fell`, stack: null }),
    received: at,
    position: null,
  }));
  for (const part of splitIntoChunks(events, 100))
    await db.insertInto('policy_events').values(part).execute();
  const reported = (number: number): Entry => ({
    orgId: org_id,
    action: 'service',
    outcome: 'done',
    actor: null,
    subject: null,
    details: { sent: { about: `${userId} ${number}`, people: [id] } },
  });
  for (const part of splitIntoChunks(numbers.slice(0, rows), 100))
    await database.auditTransaction((tx) => recordEntries(tx, service.platform, part.map(reported)));
}

// Everything was read at once, and sent as one answer.
it('exports very much in pieces, each row once', async () => {
  const user = await service.makeUser();
  await reportMuch(user, 1_001);
  const { data } = await service.ok(exportUser, { ...admin(), params: { user: user.id } });
  expect(new Set(data.policy_events?.map(({ details }) => details)).size).toBe(1);
  expect(data.policy_events).toHaveLength(1_001);
  const pages = exportPersonalData(
    service.platform.database.db,
    { org_id: service.admin.orgId, id: user.id, user_id: user.userId, created: '' },
    {},
  );
  for await (const piece of pages) expect(piece.length).toBeLessThan(10_000);
});

it('of what was reported by a login name, exports nothing from before its present owner', async () => {
  const earlier = await service.makeUser();
  await reportMuch(earlier, 3, 0);
  await service.ok(deleteUser, { ...admin(), params: { user: String(earlier.psk) } });
  const user = await service.makeUser({ userId: earlier.userId });
  const { data } = await service.ok(exportUser, { ...admin(), params: { user: user.id } });
  expect(data.policy_events).toEqual([]);
  await reportMuch(user, 2, 0);
  const later = await service.ok(exportUser, { ...admin(), params: { user: user.id } });
  expect(later.data.policy_events).toHaveLength(2);
});

// L10: e-mail, phone and password hash stayed in the database.
it('leaves nothing personal of a deleted user once the days of the organization are over', async () => {
  expect(await service.ok(readPrivacySettings, admin())).toEqual({ deleted_users_kept_in_days: 30 });
  const mark = 'leavenotrace';
  const events = ['user.added' as const, 'device.added' as const, 'audit.recorded' as const];
  await service.ok(addWebhook, { ...admin(), body: { url: 'https://localhost:9/', events } });
  const user = await service.makeUser({ userId: mark, email: `${mark}@example.org` });
  await service.signIn(user, { name: `Phone of ${mark}`, udid: 'phone-of-somebody' });
  await service.ok(updateUser, {
    ...admin(),
    params: { user: user.psk },
    body: { phone: '4915112345678', last_name: `Mc${mark}` },
  });
  // What changes nothing is kept as it was sent, beside the number of the user.
  await service.ok(unchecked(updateUser), {
    ...admin(),
    params: { user: user.psk },
    body: { mobile_phone: '4915112345679' },
  });
  const { password_hash } = await service.platform.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  // A webhook is told each row.
  await reportMuch(user, 401, 5);
  await service.ok(deleteUser, { ...admin(), params: { user: String(user.psk) } });
  await service.ok(updatePrivacySettings, { ...admin(), body: { deleted_users_kept_in_days: 10 } });

  const reported = () =>
    service.platform.database.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('body', 'like', '%deleteUser%')
      // A test before may have deleted somebody else just now.
      .where('body', 'like', `%${user.id}%`)
      .execute();
  await expect.poll(reported, { timeout: timeouts.step }).toHaveLength(1);
  await eraseDeletedUsers(service.platform, Date.now() + 9 * day);
  expect(await tablesWith(mark)).toContain('users');
  await eraseDeletedUsers(service.platform, Date.now() + 11 * day);
  for (const text of [mark, '491511234567', password_hash, 'phone-of-somebody'])
    expect(await tablesWith(text)).toEqual([]);

  const { audit } = await service.ok(listAudit, { ...admin(), query: { object: user.id } });
  expect(audit[0]).toMatchObject({ action: 'job:erase_deleted_users', object: { id: user.id } });
  expect(audit.slice(1).every(({ erased }) => erased)).toBe(true);
  const { erased, findings } = await verifyTrail(service.platform);
  expect(findings).toEqual([]);
  expect(erased).toBeGreaterThan(0);
  const attempt = { body: { user_id: mark, password: user.password } };
  expect((await service.refused(authenticateUser, attempt)).code).toBe(1002);
});

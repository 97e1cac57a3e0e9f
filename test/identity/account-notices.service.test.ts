import { afterAll, expect, test } from 'vitest';
import { readFeed } from '../../contract/feeds.ts';
import {
  acceptInvitation,
  changePassword,
  createApiToken,
  requestPasswordReset,
} from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { updateSecurity } from '../../contract/security.ts';
import { createToken } from '../../contract/sessions.ts';
import { addUser, updateUser } from '../../contract/users.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { MailServer, secretIn } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';
import { newUser, password } from '../setup/world/people.ts';

const mail = await MailServer.start();
const service = await startService({ smtp: mail.smtp, publicUrl: 'https://apps.example.org' });
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const admin = () => ({ token: service.admin.token });
const address = ({ userId }: { userId: string }) => `${userId}@example.org`;
const settings = (body: object) =>
  service.ok(updateOrganization, { ...admin(), params: { org_id: service.admin.orgId }, body });

test('a person is told that they, or somebody who manages users, changed their password', async () => {
  await settings({ support_email: 'help@example.org' });
  const user = await service.makeUser();
  const next = { user_id: user.userId, password, new_password: 'Chosen-anew-11' };
  await service.ok(changePassword, { body: next });
  const [own] = await mail.mailsTo(address(user));
  expect(own?.subject).toBe('Your account in the app catalog of Test Organization');
  expect(own?.text).toMatch(/your password was changed\.\s+Account: /);
  expect(own?.text).toMatch(/When: \d{4}-\d\d-\d\d, \d\d:\d\d \(UTC\)\s+From: 127\.0\.0\.1/);
  expect(own?.text).toContain('contact support right away: help@example.org');
  await service.ok(updateUser, {
    ...admin(),
    params: { user: user.psk },
    body: { password: 'Set-by-admin-12' },
  });
  const [, set] = await mail.mailsTo(address(user), 2);
  expect(set?.text).toContain('someone who manages users in your organization');
  for (const each of [own, set]) expect(`${each?.text}${each?.html}`).not.toMatch(/Chosen-anew|Set-by-admin/);
});

test('a person is told of an API token that they, or an administrator, made', async () => {
  const user = await service.makeUser();
  const token = await service.userToken(user);
  const made = await service.ok(createToken, { token, body: { name: 'Pipeline' } });
  const [own] = await mail.mailsTo(address(user));
  expect(own?.text).toContain('an API token was created in your account');
  const params = { organization: service.admin.orgId };
  const { session } = await service.ok(createApiToken, { ...admin(), params, body: { user: user.id } });
  const [, given] = await mail.mailsTo(address(user), 2);
  expect(given?.text).toContain('an administrator created an API token for your account');
  for (const secret of [made.token, session.token])
    expect(`${own?.text}${given?.text}`).not.toContain(secret);
});

test('a person is told at the earlier address that it was changed, and of what was changed with it', async () => {
  const user = await service.makeUser();
  const email = `other.${user.userId}@example.org`;
  const params = { user: user.psk };
  await service.ok(updateUser, { ...admin(), params, body: { email, password: 'Set-by-admin-14' } });
  const reported = await mail.mailsTo(address(user), 2);
  const texts = reported.map(({ text }) => text).join();
  expect(texts).toContain('the email address of your account was changed');
  expect(texts).toContain('someone who manages users');
  // An address that differs only in case is the same address.
  const same = `Other.${user.userId}@example.org`;
  await service.ok(updateUser, { ...admin(), params, body: { email: same } });
  await service.ok(updateUser, { ...admin(), params, body: { password: 'Set-by-admin-15' } });
  const [later] = await mail.mailsTo(same);
  expect(later?.text).toContain('someone who manages users');
});

test('an invitation tells of a password that is not the first, in the organization’s language', async () => {
  await settings({ mail_language: 'de' });
  const userId = 'invited.twice';
  const body = { ...newUser(userId), email: `${userId}@example.org`, send_invite: true };
  const { user_psk: user } = await service.ok(addUser, { ...admin(), body });
  const [first] = await mail.mailsTo(address({ userId }));
  const choose = (invitation: string, password: string) =>
    service.ok(acceptInvitation, { body: { invitation, password } });
  await choose(secretIn(first), 'The-first-one-1');
  await service.ok(updateUser, { ...admin(), params: { user }, body: { resend_invite: true } });
  const [, second] = await mail.mailsTo(address({ userId }), 2);
  await choose(secretIn(second), 'The-second-one-2');
  const [, , reported] = await mail.mailsTo(address({ userId }), 3);
  expect(reported?.subject).toBe('Dein Konto im App-Katalog von Test Organization');
  expect(reported?.text).toContain('über den Link einer Einladung');
});

test('nobody is told of somebody without an address, and no password is lost for it', async () => {
  const { email: _, ...body } = newUser('unaddressed');
  const { user_psk: user } = await service.ok(addUser, { ...admin(), body });
  await service.ok(updateUser, { ...admin(), params: { user }, body: { password: 'Set-by-admin-13' } });
  const waiting = await service.platform.database.db
    .selectFrom('jobs')
    .select('payload')
    .where('org_id', '=', service.admin.orgId)
    .where('kind', '=', 'account_notice')
    .execute();
  expect(waiting).toEqual([]);
  await service.userToken({ userId: 'unaddressed', password: 'Set-by-admin-13' });
});

test('how an administrator came to another password is in the feed: an invitation, an expired one, a link by mail', async () => {
  const userId = 'boss';
  const body = { ...newUser(userId), role: 5 as const, email: address({ userId }), send_invite: true };
  await service.ok(addUser, { ...admin(), body });
  const [invited] = await mail.mailsTo(address({ userId }));
  const choose = (invitation: string, next: string) =>
    service.ok(acceptInvitation, { body: { invitation, password: next } });
  await choose(secretIn(invited), 'Invited-horse-1');
  await withoutGuard(service.platform.database.db)
    .updateTable('users')
    .set({ first_password: 'used' })
    .where('user_id', '=', userId)
    .execute();
  await service.ok(updateSecurity, { ...admin(), body: { first_passwords_must_change: true } });
  const expired = { user_id: userId, password: 'Invited-horse-1', new_password: 'Expired-horse-2' };
  await service.ok(changePassword, { body: expired });
  await service.ok(updateSecurity, { ...admin(), body: { first_passwords_must_change: false } });
  const before = (await mail.mailsTo(address({ userId }), 2)).length;
  await service.ok(requestPasswordReset, { body: { user_id: userId } });
  await choose(secretIn((await mail.mailsTo(address({ userId }), before + 1)).at(-1)), 'Forgot-horse-33');
  const { rows } = await service.ok(readFeed, {
    ...admin(),
    params: { feed_name: 'password_change_activity' },
    query: {},
  });
  expect(
    rows.filter(({ user_id }) => user_id === userId).map((row) => [row.change_type, row.changed_by]),
  ).toEqual([
    ['invitation', userId],
    ['expired', userId],
    ['self_service', userId],
  ]);
});

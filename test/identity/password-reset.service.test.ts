import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listAudit } from '../../contract/audit.ts';
import { buildAddress } from '../../contract/common/request.ts';
import { readFeed } from '../../contract/feeds.ts';
import {
  acceptInvitation,
  authenticateUser,
  changePassword,
  readInvitation,
  requestPasswordReset,
} from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { updateSecurity } from '../../contract/security.ts';
import { createToken } from '../../contract/sessions.ts';
import { addUser, deleteUser, readCaller, updateUser } from '../../contract/users.ts';
import { MailServer, secretIn } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';
import { newUser, password, type TestUser } from '../setup/world/people.ts';
import { expirePassword, rulesForUsers } from './passwords.ts';

const settings = { publicUrl: 'https://apps.example.org' };
const mail = await MailServer.start();
const service = await startService({ smtp: mail.smtp, ...settings });
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const admin = () => ({ token: service.admin.token });
const address = ({ userId }: { userId: string }) => `${userId}@example.org`;
const ask = (user_id: string, at = service) => at.ok(requestPasswordReset, { body: { user_id } });
/** Asks for a link, and returns the secret of the mail that comes after so many earlier ones. */
async function link(user: TestUser, before = 0): Promise<string> {
  await ask(user.userId);
  return secretIn((await mail.mailsTo(address(user), before + 1)).at(-1));
}
const choose = (invitation: string, next: string) =>
  service.ok(acceptInvitation, { body: { invitation, password: next } });
const refusal = (invitation: string) =>
  service.refused(acceptInvitation, { body: { invitation, password: 'Too-late-now-5' } });
const signIn = async ({ userId: user_id }: TestUser, password: string) =>
  (await service.call(authenticateUser, { body: { user_id, password } })).status;
const changed = (user: TestUser, body: object) =>
  service.ok(updateUser, { ...admin(), params: { user: user.psk }, body });

const over = { status: 403, code: 1017, message: expect.stringContaining('Ask for a new one') };

test('a user ID that is somebody else’s address does not take their mail away', async () => {
  const user = await service.makeUser();
  const body = { ...newUser('squatter'), user_id: address(user) };
  await service.ok(addUser, { ...admin(), body });
  await ask(address(user));
  expect(await mail.mailsTo(address(user))).toHaveLength(1);
  expect(await mail.mailsTo(body.email)).toHaveLength(1);
});

test('who has forgotten their password chooses another by a link in a mail, once, and is signed out elsewhere', async () => {
  const user = await service.makeUser();
  const session = await service.userToken(user);
  const api = await service.ok(createToken, { token: session, body: { name: 'Pipeline' } });
  await mail.mailsTo(address(user));
  const secret = await link(user, 1);
  const [, sent] = await mail.mailsTo(address(user), 2);
  expect(sent?.subject).toBe('A new password for the app catalog of Test Organization');
  expect(sent?.text).toContain('once, within 30 min');
  const shown = await service.ok(readInvitation, { body: { invitation: secret } });
  expect(shown.user.user_id).toBe(user.userId);
  expect(await choose(secret, 'Remembered-now-1')).toEqual({ user_id: user.userId });
  expect(await refusal(secret)).toMatchObject(over);
  const ended = await service.refused(readCaller, { token: session });
  expect(ended).toMatchObject({ status: 401, error_details: { reason: 'password_changed' } });
  await service.ok(readCaller, { token: api.token });
  expect(await signIn(user, 'Remembered-now-1')).toBe(200);
  expect(await signIn(user, password)).toBe(401);
  const [, , reported] = await mail.mailsTo(address(user), 3);
  expect(reported?.text).toContain('set with the link emailed to this address');
  const { audit } = await service.ok(listAudit, { ...admin(), query: { action: 'acceptInvitation' } });
  expect(audit).toContainEqual(expect.objectContaining({ object: { kind: 'user', id: user.id } }));
});

test('it ends API tokens too where the organization demands it, and opens an account that guesses had locked', async () => {
  const org = await service.makeOrganization();
  const at = { token: service.admin.token, org: org.orgId };
  await service.ok(updateSecurity, { ...at, body: { password_change_ends_api_tokens: true } });
  const body = { password_complexity: rulesForUsers };
  await service.ok(updateOrganization, { token: org.token, params: { org_id: org.orgId }, body });
  const user = await service.makeUser({ org: org.orgId });
  const token = await service.userToken(user);
  const api = await service.ok(createToken, { token, body: { name: 'Pipeline' } });
  for (let wrong = 0; wrong < 3; wrong++) await signIn(user, 'wrong-password');
  expect(await signIn(user, password)).toBe(403);
  await mail.mailsTo(address(user));
  const secret = await link(user, 1);
  const request = { body: { invitation: secret, password: 'short' } };
  expect(await service.refused(acceptInvitation, request)).toMatchObject({
    error_details: { rule: 'length' },
  });
  const again = await service.refused(acceptInvitation, { body: { invitation: secret, password } });
  expect(again).toMatchObject({ error_details: { rule: 'history' } });
  await choose(secret, 'remembered-now-2');
  expect(await signIn(user, 'remembered-now-2')).toBe(200);
  expect((await service.refused(readCaller, { token: api.token })).status).toBe(401);
});

test('a link is void after a newer one, and opens nothing of another organization', async () => {
  const user = await service.makeUser();
  const first = await link(user);
  const second = await link(user, 1);
  expect(await refusal(first)).toMatchObject(over);
  const { orgId } = await service.makeOrganization();
  expect(await refusal(orgId + second.slice(orgId.length))).toMatchObject(over);
  await choose(second, 'Remembered-now-3');
});

test('a link begins with the address of the service whatever host asks, and is none of another organization’s addresses', async () => {
  const user = await service.makeUser();
  const { status } = await hosted('attacker.example', { user_id: user.userId });
  expect(status).toBe(403);
  expect((await hosted(`localhost:${new URL(service.url).port}`, { user_id: user.userId })).status).toBe(200);
  const [sent] = await mail.mailsTo(address(user));
  expect(sent?.text).toContain(`${settings.publicUrl}/welcome?`);
  const invitation = secretIn(sent);
  const { orgId } = await service.makeOrganization();
  const elsewhere = { org: orgId, body: { invitation } };
  expect(await service.refused(readInvitation, elsewhere)).toMatchObject(over);
  const chosen = { ...elsewhere, body: { invitation, password: 'Remembered-now-6' } };
  expect(await service.refused(acceptInvitation, chosen)).toMatchObject(over);
  await service.ok(acceptInvitation, { ...chosen, org: service.admin.orgId });
});

/** Asks for a link in a request with this Host header. */
async function hosted(host: string, body: object): Promise<{ status: number | undefined }> {
  const asked = request(new URL(buildAddress(requestPasswordReset), service.url), {
    method: 'POST',
    headers: { host, 'content-type': 'application/json' },
  }).end(JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode };
}

test.each([
  ['was disabled', (user: TestUser) => changed(user, { disabled: true })],
  ['was deleted', (user: TestUser) => service.ok(deleteUser, { ...admin(), params: { user: user.psk } })],
  ['got a password', (user: TestUser) => changed(user, { password: 'Set-by-admin-12' })],
  ['got another address', (user: TestUser) => changed(user, { email: `other.${user.userId}@example.org` })],
  [
    'changed it themself',
    ({ userId }: TestUser) =>
      service.ok(changePassword, { body: { user_id: userId, password, new_password: 'Known-again-4' } }),
  ],
])('a link is void after its person %s', async (_what, happen) => {
  const user = await service.makeUser();
  const secret = await link(user);
  await happen(user);
  expect(await refusal(secret)).toMatchObject(over);
});

test('the answer is the same for everybody, and nobody is mailed who may have no link', async () => {
  const [disabled, deleted] = [await service.makeUser(), await service.makeUser()];
  await changed(disabled, { disabled: true });
  await service.ok(deleteUser, { ...admin(), params: { user: deleted.psk } });
  const { email: _, ...unaddressed } = newUser('without.address');
  await service.ok(addUser, { ...admin(), body: unaddressed });
  const known = await service.makeUser();
  const request = [disabled, deleted, { userId: 'without.address' }, { userId: 'nobody.at.all' }, known];
  const answers = [];
  for (const { userId } of request) answers.push(await ask(userId));
  expect(answers).toEqual(request.map(() => ({ requested: true })));
  await mail.mailsTo(address(known));
  await expect.poll(async () => (await waiting()).length).toBe(0);
  const written = mail.mails.flatMap(({ to }) => to?.map((each) => each.address) ?? []);
  for (const who of [disabled, deleted]) expect(written).not.toContain(address(who));
});

const waiting = () =>
  service.platform.database.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'like', 'password_reset%')
    .execute();

test('an e-mail address does as well, and who was invited is invited again', async () => {
  const user = await service.makeUser();
  await ask(address(user).toUpperCase());
  expect(secretIn((await mail.mailsTo(address(user)))[0])).not.toBe('');
  const body = { ...newUser('invited.then.forgot'), send_invite: true };
  await service.ok(addUser, { ...admin(), body });
  await mail.mailsTo(body.email);
  await ask(body.user_id);
  const [, again] = await mail.mailsTo(body.email, 2);
  expect(again?.subject).not.toContain('A new password');
  await choose(secretIn(again), 'The-first-one-1');
});

test('a person is mailed three links an hour and no more', async () => {
  const user = await service.makeUser();
  for (let before = 0; before < 3; before++) await link(user, before);
  expect(await ask(user.userId)).toEqual({ requested: true });
  await expect.poll(async () => (await waiting()).length).toBe(0);
  expect(await mail.mailsTo(address(user), 3)).toHaveLength(3);
});

test('one address may ask so often an hour, and a link ends with its time', async () => {
  const short = await startService({
    smtp: mail.smtp,
    ...settings,
    limits: { resetTime: 0, resetsPerAddress: 2 },
  });
  try {
    const user = await short.makeUser();
    await ask(user.userId, short);
    const invitation = secretIn((await mail.mailsTo(address(user)))[0]);
    expect(await short.refused(readInvitation, { body: { invitation } })).toMatchObject(over);
    await ask('nobody', short);
    const refused = await short.refused(requestPasswordReset, { body: { user_id: user.userId } });
    expect(refused).toMatchObject({ status: 429, code: 1007 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await short.stop();
  }
});

test('the feed of administrators’ passwords tells invitations, links of resets and expired ones apart', async () => {
  const { orgId, token, admin: first } = await service.makeOrganization();
  const invited = { ...newUser('invited.admin'), role: 5 as const, send_invite: true };
  await service.ok(addUser, { ...admin(), org: orgId, body: invited });
  await choose(secretIn((await mail.mailsTo(invited.email))[0]), 'By-invitation-1');
  const forgetful = await service.makeUser({ org: orgId, role: 5 });
  await choose(await link(forgetful), 'By-a-link-of-mine-2');
  const { password_complexity_for_users } = rulesForUsers;
  const body = {
    password_complexity: { ...rulesForUsers, password_complexity_for_admins: password_complexity_for_users },
  };
  await service.ok(updateOrganization, { token, params: { org_id: orgId }, body });
  await expirePassword(service, first);
  const next = { user_id: first.userId, password, new_password: 'After-its-time-3' };
  await service.ok(changePassword, { body: next });
  const request = { ...admin(), org: orgId, params: { feed_name: 'password_change_activity' } } as const;
  const { rows } = await service.ok(readFeed, request);
  expect(rows.map(({ user_id, change_type, changed_by }) => [user_id, change_type, changed_by])).toEqual([
    ['invited.admin', 'invitation', 'invited.admin'],
    [forgetful.userId, 'self_service', forgetful.userId],
    [first.userId, 'expired', first.userId],
  ]);
});

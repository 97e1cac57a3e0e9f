import { afterAll, describe, expect, test } from 'vitest';
import { acceptInvitation, authenticateUser, readInvitation } from '../../contract/identity.ts';
import {
  addOrganization,
  type OrganizationChange,
  updateOrganization,
} from '../../contract/organizations.ts';
import {
  type AddUser,
  addUser,
  deleteUser,
  readUser,
  type UpdateUser,
  updateUser,
} from '../../contract/users.ts';
import { buildApp } from '../../mock-server/app.ts';
import { Requests } from '../setup/requests.ts';
import { MailServer, secretIn } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';
import { testWorkers } from '../setup/workers.ts';

const mail = await MailServer.start();
const service = await startService({ smtp: mail.smtp, publicUrl: 'https://apps.example.org' });
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

let made = 0;
/** Adds a user, with an address of their own unless `addressed` is false. */
async function add(
  { addressed = true, ...more }: Partial<AddUser> & { addressed?: boolean } = {},
  org?: string,
) {
  const login = `invited${++made}`;
  const email = `${login}@example.org`;
  const { user_psk: psk } = await service.ok(addUser, {
    token: service.admin.token,
    ...(org !== undefined && { org }),
    body: {
      user_id: login,
      password: 'Given-by-admin-1',
      first_name: 'Ina',
      last_name: 'Vited',
      ...(addressed && { email }),
      ...more,
    },
  });
  return { login, email, psk };
}
const change = (psk: number, body: UpdateUser) =>
  service.ok(updateUser, { token: service.admin.token, params: { user: psk }, body });
const settings = (body: OrganizationChange) =>
  service.ok(updateOrganization, {
    token: service.admin.token,
    params: { org_id: service.admin.orgId },
    body,
  });
const statusOf = async (psk: number) =>
  (await service.ok(readUser, { token: service.admin.token, params: { user: psk } })).user.status;
const signIn = (user_id: string, password: string) =>
  service.call(authenticateUser, { body: { user_id, password } });

describe('an invitation', () => {
  test('goes to a new user with an e-mail address, with a link of the public address', async () => {
    const { email } = await add();
    const [sent] = await mail.mailsTo(email);
    expect(sent).toMatchObject({
      subject: 'Your app catalog of Test Organization',
      from: { name: 'Test Organization', address: 'no-reply@apps.example.org' },
      to: [{ name: 'Ina Vited', address: email }],
    });
    expect(sent?.text).toContain('Hello Ina,');
    expect(sent?.text).toContain('https://apps.example.org/welcome?organization=');
    expect(sent?.html).toContain('<a href="https://apps.example.org/welcome?organization=');
  });

  test('is not sent with send_invite false, nor without an address', async () => {
    const silent = await add({ send_invite: false });
    const { psk } = await add({ addressed: false });
    const { email } = await add();
    await mail.mailsTo(email);
    expect(mail.mails.some(({ to }) => to?.[0]?.address === silent.email)).toBe(false);
    expect(await statusOf(silent.psk)).toBe('enabled');
    expect(await statusOf(psk)).toBe('enabled');
  });

  test('is sent again on resend_invite, and the first link is void', async () => {
    const { email, psk } = await add();
    await mail.mailsTo(email);
    await change(psk, { resend_invite: true });
    const [first = '', second = ''] = (await mail.mailsTo(email, 2)).map(secretIn);
    const old = await service.refused(readInvitation, { body: { invitation: first } });
    expect(old.message).toContain('Ask for a new one');
    await service.ok(readInvitation, { body: { invitation: second } });
  });

  test('is sent again five times an hour and no more', async () => {
    const { psk } = await add();
    const other = await buildApp(service.platform.config, { workers: testWorkers() });
    const both = [service.url, await other.server.listen({ host: '127.0.0.1', port: 0 })];
    const request = { token: service.admin.token, params: { user: psk }, body: { resend_invite: true } };
    const sent = Array.from({ length: 8 }, (_, at) =>
      new Requests(both[at % 2] ?? '').call(updateUser, request),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    await other.close();
    const refused = await service.refused(updateUser, request);
    expect(refused).toMatchObject({ status: 429, code: 1007 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is in the organization’s language, unless somebody chose its words', async () => {
    await settings({ mail_language: 'de', invite_subject_for_user: 'Come in' });
    const [sent] = await mail.mailsTo((await add()).email);
    expect(sent?.subject).toBe('Come in');
    expect(sent?.text).toContain('hat einen App-Katalog für dich');
    await settings({ mail_language: 'en' });
  });

  test('uses the organization’s words, sender and answer address; what a person calls themself is text', async () => {
    await settings({
      invite_subject_for_user: 'Welcome, {first_name}!',
      invite_template_for_user:
        '<p>Hi <b>{first_name}</b> of {organization} ({unknown}), ask {support_email}.</p><p><a href="{link}">Begin</a></p>',
      email_from_name: 'Apps & more',
      email_from_address: 'apps@example.org',
      email_reply_to_address: 'help@example.org',
      support_email: 'support@example.org',
    });
    const { email } = await add({ first_name: '<img src=x>' });
    const [sent] = await mail.mailsTo(email);
    expect(sent).toMatchObject({
      subject: 'Welcome, <img src=x>!',
      from: { name: 'Apps & more', address: 'apps@example.org' },
      replyTo: [{ address: 'help@example.org' }],
    });
    expect(sent?.html).toContain('&#60;img src=x&#62;');
    expect(sent?.html).toContain('({unknown}), ask support@example.org.');
    expect(sent?.html).toMatch(
      /<a href="https:\/\/apps\.example\.org\/welcome\?organization=[0-9a-z]+#[0-9a-z]+">Begin/,
    );
    expect(sent?.text).toContain('Hi <img src=x> of Test Organization');
    expect(sent?.text).toContain('https://apps.example.org/welcome');
  });

  test('keeps its link out of the subject', async () => {
    await settings({ invite_subject_for_user: 'Open {link}, {user_id}' });
    const { login, email } = await add();
    expect((await mail.mailsTo(email))[0]?.subject).toBe(`Open {link}, ${login}`);
  });

  test('has its link also when the template forgot it', async () => {
    await settings({ invite_template_for_user: 'Come in, {first_name}.' });
    const { email } = await add();
    const [sent] = await mail.mailsTo(email);
    expect(sent?.text).toMatch(/^Come in, Ina\.\n\nhttps:\/\/apps\.example\.org\/welcome/);
  });

  test('can’t be made to carry another header or recipient by a name', async () => {
    const { email } = await add({ first_name: 'Eve\r\nBcc: other@example.org', last_name: 'X' });
    const [sent] = await mail.mailsTo(email);
    expect(sent?.bcc).toBeUndefined();
    expect(sent?.headers.some(({ key }) => key === 'bcc')).toBe(false);
    expect(mail.mails.some(({ to }) => to?.[0]?.address === 'other@example.org')).toBe(false);
  });

  test('to an affiliated organization uses the inviting one’s words for those', async () => {
    await settings({
      invite_subject_for_affiliated: 'Run {organization}',
      invite_template_for_affiliated: 'Dear {first_name}, {organization} is yours: {link}',
      email_from_address: 'parent@example.org',
    });
    const email = 'child.admin@example.org';
    const { organization } = await service.ok(addOrganization, {
      token: service.admin.token,
      body: {
        name: 'The Child',
        administrator: {
          user_id: 'child.admin',
          password: 'Given-by-admin-1',
          first_name: 'Ada',
          last_name: 'B',
          email,
        },
      },
    });
    const [toAdministrator] = await mail.mailsTo(email);
    expect(toAdministrator).toMatchObject({
      subject: 'Run The Child',
      from: { address: 'parent@example.org' },
    });
    expect(toAdministrator?.text).toContain('Dear Ada, The Child is yours');
    const below = await add({}, organization.id);
    const [toUser] = await mail.mailsTo(below.email);
    expect(toUser?.subject).toBe('Run The Child');
    const invited = await service.ok(readInvitation, { body: { invitation: secretIn(toUser) } });
    expect(invited.organization).toEqual({ id: organization.id, name: 'The Child' });
  });
});

describe('the first password', () => {
  async function invited() {
    const user = await add();
    const [sent] = await mail.mailsTo(user.email);
    if (sent === undefined) throw new Error('No mail came.');
    return { ...user, invitation: secretIn(sent) };
  }

  test('is chosen by the invited person once, and they are enabled', async () => {
    const { login, psk, invitation } = await invited();
    expect(await statusOf(psk)).toBe('invited');
    const shown = await service.ok(readInvitation, { body: { invitation } });
    expect(shown.user).toEqual({ user_id: login, first_name: 'Ina', last_name: 'Vited' });
    expect(shown.password_needs).toEqual({ length: 5, lowercase: 0, uppercase: 0, digits: 0, symbols: 0 });
    const body = { invitation, password: 'My-own-choice-2' };
    expect(await service.ok(acceptInvitation, { body })).toEqual({ user_id: login });
    expect(await statusOf(psk)).toBe('enabled');
    expect((await signIn(login, 'My-own-choice-2')).status).toBe(200);
    expect((await signIn(login, 'Given-by-admin-1')).status).toBe(401);
    expect((await service.refused(acceptInvitation, { body })).code).toBe(1017);
  });

  test('by two at once is taken from one of them', async () => {
    const { invitation } = await invited();
    const answers = await Promise.all(
      ['Choice-one-11', 'Choice-two-22'].map((password) =>
        service.call(acceptInvitation, { body: { invitation, password } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
  });

  test('that breaks a rule is refused with the rule, and the link stays good', async () => {
    const { invitation } = await invited();
    const refused = await service.refused(acceptInvitation, { body: { invitation, password: 'abc' } });
    expect(refused).toMatchObject({ status: 400, error_details: { rule: 'length' } });
    await service.ok(acceptInvitation, { body: { invitation, password: 'Long-enough-3' } });
  });

  test.each([
    ['signed in', async ({ login }: { login: string }) => void (await signIn(login, 'Given-by-admin-1'))],
    [
      'got a password from an administrator',
      async ({ psk }: { psk: number }) => void (await change(psk, { password: 'Another-one-4' })),
    ],
    [
      'got another e-mail address',
      async ({ login, psk }: { login: string; psk: number }) =>
        void (await change(psk, { email: `${login}@elsewhere.example` })),
    ],
    ['was disabled', async ({ psk }: { psk: number }) => void (await change(psk, { disabled: true }))],
    [
      'was deleted',
      async ({ psk }: { psk: number }) =>
        void (await service.ok(deleteUser, { token: service.admin.token, params: { user: psk } })),
    ],
  ])('is no longer chosen by a link after its user %s', async (_what, happen) => {
    const user = await invited();
    await happen(user);
    const refused = await service.refused(acceptInvitation, {
      body: { invitation: user.invitation, password: 'Too-late-now-5' },
    });
    expect(refused.code).toBe(1017);
  });

  test.each(['x', 'a'.repeat(90), `${'0'.repeat(26)}${'a'.repeat(64)}`])(
    'is not chosen by a made-up link',
    async (invitation) => {
      const refused = await service.refused(readInvitation, { body: { invitation } });
      expect(refused).toMatchObject({ status: 403, code: 1017 });
    },
  );

  test('is not chosen after the link’s time', async () => {
    const short = await startService({
      smtp: mail.smtp,
      publicUrl: 'https://apps.example.org',
      limits: { invitationTime: 0 },
    });
    try {
      const body = {
        user_id: 'late',
        password: 'Given-by-admin-1',
        first_name: 'L',
        last_name: 'A',
        email: 'late@example.org',
      };
      await short.ok(addUser, { token: short.admin.token, body });
      const [sent] = await mail.mailsTo('late@example.org');
      const invitation = secretIn(sent);
      expect((await short.refused(readInvitation, { body: { invitation } })).code).toBe(1017);
    } finally {
      await short.stop();
    }
  });
});

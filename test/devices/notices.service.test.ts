import { afterAll, expect, test } from 'vitest';
import type { Language } from '../../contract/common/languages.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';

const mail = await MailServer.start();
const service = await startService({ smtp: mail.smtp, publicUrl: 'https://apps.example.org' });
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const notify = (notify_on_device_registration: boolean, mail_language: Language = 'en') =>
  service.ok(updateOrganization, {
    token: service.admin.token,
    params: { org_id: service.admin.orgId },
    body: { notify_on_device_registration, mail_language, support_email: 'help@example.org' },
  });

test('a new device is told to its user, once, where the organization wants that', async () => {
  await notify(true);
  const user = await service.makeUser();
  await service.signIn(user);
  const [notice] = await mail.mailsTo(`${user.userId}@example.org`);
  expect(notice?.subject).toBe('New device in the app catalog of Test Organization');
  expect(notice?.text).toContain('“Test phone”');
  expect(notice?.text).toContain('contact support: help@example.org');
  await service.signIn(user);
  await service.signIn(user, { udid: 'another', name: 'The other' });
  const [, second] = await mail.mailsTo(`${user.userId}@example.org`, 2);
  expect(second?.text).toContain('“The other”');
});

test('it is told in the language of the organization', async () => {
  await notify(true, 'de');
  const user = await service.makeUser();
  await service.signIn(user);
  const [notice] = await mail.mailsTo(`${user.userId}@example.org`);
  expect(notice?.subject).toBe('Neues Gerät im App-Katalog von Test Organization');
  expect(notice?.text).toContain('wende dich an den Support: help@example.org');
});

test('it is not told where the organization does not want it', async () => {
  await notify(false);
  const quiet = await service.makeUser();
  await service.signIn(quiet);
  await notify(true);
  const loud = await service.makeUser();
  await service.signIn(loud);
  await mail.mailsTo(`${loud.userId}@example.org`);
  expect(mail.mails.some(({ to }) => to?.[0]?.address === `${quiet.userId}@example.org`)).toBe(false);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticateUser } from '../../contract/identity.ts';
import { unsubscribe } from '../../contract/mails.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { planWeeklyMails } from '../../mock-server/features/mails/plan.ts';
import { sendWeeklyMail } from '../../mock-server/features/mails/send.ts';
import { createSubscriptionToken } from '../../mock-server/features/mails/subscription.ts';
import { getWeekBefore } from '../../mock-server/features/mails/week.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';
import { apk, makeGroup, publishAndroid, publishVersion } from '../setup/world/publishing.ts';

const day = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
/** When the week of today is over: only then its mails are sent. */
const nextWeek = inDays(7);

const mail = await MailServer.start();
const service = await startService({ smtp: mail.smtp, publicUrl: 'https://apps.example.org' });
const first = await publishAndroid(service, 'org.example.required');
const file = { bytes: apk('org.example.required', 2), name: 'a.apk' };
const app = await publishVersion(service, first, { required: true, required_by: inDays(-1) }, file);
const person = await service.makeUser();
await makeGroup(service, 'Crew', { apps: [{ id: app.psk }], users: [person] });
const session = await service.signIn(person);
const body = { like: 1, title: 'Good', comment: 'It works.' };
await service.ok(rateApplication, { ...session, params: { application: app.id }, body });
await service.refused(authenticateUser, {
  body: { user_id: person.userId, password: 'wrong-1234', remember_me: false },
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const set = (body: object) =>
  service.ok(updateOrganization, {
    token: service.admin.token,
    params: { org_id: service.admin.orgId },
    body,
  });
const adminAddress = async () => {
  const { db } = service.platform.database;
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', service.admin.id)
    .executeTakeFirst();
  return row?.email ?? '';
};
const address = () => `${person.userId}@example.org`;
const forget = () => service.platform.database.db.deleteFrom('weekly_mails').execute();
const jobsThere = async () => {
  const { db } = service.platform.database;
  return (await db.selectFrom('jobs').select('id').where('kind', '=', 'weekly_mail').execute()).length;
};
const header = (of: { headers: { key: string; value: string }[] } | undefined, key: string) =>
  of?.headers.find((one) => one.key === key)?.value;
/** The address in a mail, on this machine. */
const pathOf = (link: string) => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

test('a week goes from a Monday to the next, in UTC', () => {
  const week = { start: '2026-11-09T00:00:00.000Z', end: '2026-11-16T00:00:00.000Z' };
  expect(getWeekBefore('2026-11-16T00:00:00.000Z')).toEqual(week);
  expect(getWeekBefore('2026-11-22T23:59:59.999Z')).toEqual(week);
  expect(getWeekBefore('2026-11-15T23:59:59.999Z').end).toBe('2026-11-09T00:00:00.000Z');
});

test('nobody gets a mail where the organization does not want it, as by default', async () => {
  await planWeeklyMails(service.platform, nextWeek);
  expect(await service.platform.database.db.selectFrom('weekly_mails').selectAll().execute()).toEqual([]);
});

describe('where the organization wants them', () => {
  beforeAll(() => set({ weekly_summary_mails: true, weekly_deadline_mails: true }));

  test('administrators get what happened, people their deadlines, each once, whoever asks how often', async () => {
    await Promise.all([
      planWeeklyMails(service.platform, nextWeek),
      planWeeklyMails(service.platform, nextWeek),
    ]);
    await planWeeklyMails(service.platform, nextWeek);
    const [summary] = await mail.mailsTo(await adminAddress());
    expect(summary?.text).toContain('New users: 2');
    expect(summary?.text).toContain('Failed sign-ins: 1');
    expect(summary?.text).toContain('Downloads: 0');
    expect(summary?.text).toContain('Reviews: 1');
    expect(summary?.text).toContain('People past a deadline now: 1');
    const [deadlines] = await mail.mailsTo(address());
    expect(deadlines?.text).toMatch(/required: was due on \d{4}-\d\d-\d\d, \d\d:\d\d \(UTC\)/);
    await expect.poll(jobsThere).toBe(0);
    await planWeeklyMails(service.platform, nextWeek);
    expect(await jobsThere()).toBe(0);
    expect(mail.mails).toHaveLength(2);
  });

  test('in German where the organization says so', async () => {
    await forget();
    await set({ mail_language: 'de' });
    await planWeeklyMails(service.platform, nextWeek);
    const [, german] = await mail.mailsTo(address(), 2);
    expect(german?.text).toContain('Installiere sie aus dem App-Katalog');
    expect(german?.subject).toMatch(/^Apps, die .* auf deinen Geräten verlangt$/);
    await mail.mailsTo(await adminAddress(), 2);
    await set({ mail_language: 'en' });
  });

  test('a mail that was being sent when a process ended is not sent again, one that was refused for now is', async () => {
    await expect.poll(jobsThere).toBe(0);
    const sent = mail.mails.length;
    const { db } = service.platform.database;
    const week = getWeekBefore(inDays(14));
    const key = {
      org_id: service.admin.orgId,
      week: week.end,
      kind: 'summary',
      user: service.admin.id,
    } as const;
    const content = {
      kind: 'summary' as const,
      summary: { newUsers: 0, failedSignIns: 0, downloads: 0, reviews: 0, overdue: 0 },
    };
    await db
      .insertInto('weekly_mails')
      .values({ ...key, state: 'sending' })
      .execute();
    await sendWeeklyMail(service.platform, key.org_id, { week, user: key.user, content });
    expect(mail.mails).toHaveLength(sent);
    await db.updateTable('weekly_mails').set({ state: 'waiting' }).where('week', '=', week.end).execute();
    const away = { ...service.platform, mail: { send: () => Promise.reject(new Error('No mail server')) } };
    await expect(sendWeeklyMail(away, key.org_id, { week, user: key.user, content })).rejects.toThrow(
      'No mail server',
    );
    await sendWeeklyMail(service.platform, key.org_id, { week, user: key.user, content });
    await sendWeeklyMail(service.platform, key.org_id, { week, user: key.user, content });
    expect(mail.mails).toHaveLength(sent + 1);
  });
});

describe('one click', () => {
  test('unsubscribes by the address in the header, without signing in, and nobody else', async () => {
    const [first] = mail.mails.filter(({ to }) => to?.some((one) => one.address === address()));
    const link =
      /^<(https:\/\/apps\.example\.org\/[^>]+)>$/.exec(header(first, 'list-unsubscribe') ?? '')?.[1] ?? '';
    expect(header(first, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(first?.text).toContain(link);
    // Programs that look where links lead must not unsubscribe anybody.
    const page = await service.fetch(pathOf(link));
    expect(page.status).toBe(200);
    expect(String(page.body)).toContain('You get this mail once a week:');
    const answer = await service.fetch(pathOf(link), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer).toMatchObject({ status: 200, body: { subscribed: false } });
    await forget();
    await planWeeklyMails(service.platform, nextWeek);
    await expect.poll(jobsThere).toBe(0);
    expect(mail.mails.filter(({ to }) => to?.some((one) => one.address === address()))).toHaveLength(2);
  });

  test('is a form for browsers, which lead back the same way', async () => {
    const subscription = { orgId: service.admin.orgId, userId: person.id, kind: 'deadlines' as const };
    const token = createSubscriptionToken(service.platform.secrets, subscription);
    const form = new FormData();
    form.append('List-Unsubscribe', 'One-Click');
    const post = (query: string, body: FormData | null) =>
      service.fetch(`${unsubscribe.path}?token=${token}${query}`, {
        method: 'POST',
        headers: { accept: 'text/html,*/*' },
        body,
      });
    expect(String((await post('', form)).body)).toContain('You no longer get this mail:');
    expect(String((await post('&again=true', null)).body)).toContain('You get this mail once a week:');
    await expect(service.ok(unsubscribe, { query: { token } })).resolves.toEqual({ subscribed: false });
  });

  test.each(['', 'x', 'a.b.summary.', 'a.b.everything.c'])('refuses the token “%s”', async (token) => {
    for (const method of ['GET', 'POST']) {
      const answer = await service.fetch(`${unsubscribe.path}?token=${token}`, { method });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 1017 } } });
    }
  });

  test('refuses a token that was changed to another person', async () => {
    const subscription = { orgId: service.admin.orgId, userId: person.id, kind: 'deadlines' as const };
    const token = createSubscriptionToken(service.platform.secrets, subscription);
    const changed = token.replace(person.id, service.admin.id);
    expect(await service.refused(unsubscribe, { query: { token: changed } })).toMatchObject({ code: 1017 });
  });
});

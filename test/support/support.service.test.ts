import { afterAll, describe, expect, test } from 'vitest';
import { roles } from '../../contract/common/codes.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { exportUser } from '../../contract/privacy.ts';
import {
  deferApplication,
  listDeferrals,
  listSupportReports,
  maxReportsADay,
  readHelp,
  sendSupportReport,
} from '../../contract/support.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';

const mail = await MailServer.start();
const service = await startService({ smtp: mail.smtp, publicUrl: 'https://apps.example.org' });
const token = service.admin.token;
const application = await publishAndroid(service, 'org.example.leaks');
const member = await service.makeUser();
const apps = [{ id: application.psk, is_mandatory: true }];
await makeGroup(service, 'Field Crew', { apps, users: [member] });
const session = await service.signIn(member);
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const set = (body: object) =>
  service.ok(updateOrganization, { token, params: { org_id: service.admin.orgId }, body });
const report = (reference: string, more: object = {}) => ({ body: { reference, ...more } });

describe('a report to support', () => {
  test('is mailed to the support address once, and listed for administrators', async () => {
    await set({ support_email: 'help@example.org' });
    expect((await service.ok(readHelp, session)).support_email).toBe('help@example.org');
    const sent = {
      ...session,
      ...report('ABCD2345', {
        application: application.id,
        version: '1.0',
        symptom: 'Play Protect warns',
        text: 'It says <b>no</b>\nNothing helps.',
        system: 'Android 14',
        browser: 'Chrome',
      }),
      headers: { 'idempotency-key': 'support-once' },
    };
    const { report: first } = await service.ok(sendSupportReport, sent);
    expect((await service.ok(sendSupportReport, sent)).report).toEqual(first);
    const [message] = await mail.mailsTo('help@example.org', 1);
    expect(message?.subject).toContain('ABCD2345');
    expect(message?.text).toContain('Nothing helps.');
    const { support_reports, total_available } = await service.ok(listSupportReports, { token });
    expect(total_available).toBe(1);
    expect(support_reports[0]).toMatchObject({
      id: first.id,
      reference: 'ABCD2345',
      user: { id: member.id, user_id: member.userId },
      application: { id: application.id },
      symptom: 'Play Protect warns',
    });
  });

  test('reaches each administrator on its own, where one of them can no longer be mailed', async () => {
    const strict = await MailServer.start({ refuse: ['gone@example.org'] });
    const on = await startService({ smtp: strict.smtp });
    try {
      await on.makeUser({ role: roles.administrator, email: 'gone@example.org' });
      await on.makeUser({ role: roles.administrator, email: 'there@example.org' });
      const author = await on.signIn(await on.makeUser());
      await on.ok(sendSupportReport, { ...author, ...report('ABCD2347') });
      for (const address of ['admin@example.org', 'there@example.org']) await strict.mailsTo(address, 1);
      expect(strict.mails).toHaveLength(2);
    } finally {
      await on.stop();
      await strict.stop();
    }
  });

  test('is limited in number, also when many are sent at once', async () => {
    const author = await service.signIn(await service.makeUser());
    const references = Array.from({ length: maxReportsADay * 3 }, (_, n) => `ATONCE${n}`);
    const sent = await Promise.all(
      references.map((reference) => service.call(sendSupportReport, { ...author, ...report(reference) })),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(maxReportsADay);
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test('is limited in size and number', async () => {
    const long = { ...session, ...report('ABCD2346', { text: 'x'.repeat(2_001) }) };
    expect((await service.refused(sendSupportReport, long)).status).toBe(400);
    const odd = { ...session, ...report('no reference') };
    expect((await service.refused(sendSupportReport, odd)).status).toBe(400);
    for (let n = 1; n < maxReportsADay; n++)
      await service.ok(sendSupportReport, { ...session, ...report(`AAAAAA${n}`) });
    const more = await service.refused(sendSupportReport, { ...session, ...report('TOOMANY2') });
    expect([more.status, more.code]).toEqual([429, 1007]);
  });

  test('is deleted once it is older than the organization keeps activity', async () => {
    const { db } = service.platform.database;
    await set({ activity_retention_in_days: 90 });
    const author = await service.signIn(await service.makeUser());
    const days = { AGEDAGED: 91, NOTSOOLD: 89 };
    for (const [reference, age] of Object.entries(days)) {
      await service.ok(sendSupportReport, { ...author, ...report(reference) });
      const created = new Date(Date.now() - age * 24 * 60 * 60_000).toISOString();
      const aged = db.updateTable('support_reports').set({ created });
      await aged.where('reference', '=', reference).execute();
    }
    await db.updateTable('jobs').set({ due: '' }).where('id', '=', 'old_support_reports').execute();
    service.platform.jobs.wake();
    const left = db.selectFrom('support_reports').select('reference').orderBy('reference');
    const listLeft = () => left.where('reference', 'in', Object.keys(days)).execute();
    await expect.poll(listLeft, { timeout: timeouts.step }).toEqual([{ reference: 'NOTSOOLD' }]);
  });

  test('is not seen by another organization, and is in the data of its author', async () => {
    const other = await service.makeOrganization();
    expect(await service.ok(listSupportReports, { token: other.token })).toEqual({
      support_reports: [],
      total_available: 0,
    });
    const data = await service.call(exportUser, { token, params: { user: member.id } });
    expect(JSON.stringify(data.body)).toContain('Play Protect warns');
  });
});

describe('continuing without a mandatory application', () => {
  const request = () => ({ ...session, body: { application: application.id } });

  test('lasts a day from the tap, once for each version on a device, and administrators see it', async () => {
    const hour = 60 * 60_000;
    const late = { ...request(), headers: { 'x-age': String(2 * hour) } };
    const { deferral } = await service.ok(deferApplication, late);
    expect(deferral).toMatchObject({ application: application.id, version: application.versionId });
    const left = Date.parse(deferral.until) - Date.now();
    expect(left).toBeLessThanOrEqual(22 * hour);
    expect((await service.ok(deferApplication, request())).deferral).toEqual(deferral);
    const { deferrals, total_available } = await service.ok(listDeferrals, { token });
    expect(total_available).toBe(1);
    expect(deferrals[0]).toMatchObject({
      user: { user_id: member.userId },
      application: { id: application.id },
      until: deferral.until,
    });
  });

  test('is refused where the organization does not allow it, and for what is not in the catalog', async () => {
    const unknown = { ...session, body: { application: 'unknown' } };
    expect((await service.refused(deferApplication, unknown)).status).toBe(404);
    await set({ deferrals_enabled: false });
    expect((await service.ok(readHelp, session)).deferrals_enabled).toBe(false);
    const refused = await service.refused(deferApplication, request());
    expect([refused.status, refused.code]).toEqual([403, 11]);
    await set({ deferrals_enabled: true });
  });
});

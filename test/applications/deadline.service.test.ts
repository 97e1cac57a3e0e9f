import { describe, expect, test } from 'vitest';
import { setDeadline } from '../../contract/application-deadline.ts';
import { listAudit } from '../../contract/audit.ts';
import { readCatalogApplication } from '../../contract/catalog.ts';
import { listMessages } from '../../contract/messages.ts';
import { syncCatalog } from '../../contract/sync.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { apk, makeGroup, publishAndroid, publishVersion } from '../setup/world/publishing.ts';

const service = await openService();
const token = service.admin.token;
const first = await publishAndroid(service, 'org.example.ledger');
const bytes = apk('org.example.ledger', 2);
const dated = { required: true, required_by: '2030-01-31T18:00:00Z' };
const application = await publishVersion(service, first, dated, { bytes, name: 'app.apk' });
const member = await service.makeUser();
const apps = [{ id: application.psk, is_mandatory: true }];
await makeGroup(service, 'Field Crew', { apps, users: [member] });
const session = await service.signIn(member);

const named = () => ({ params: { application: application.id } });
const set = (body: object) =>
  service.ok(setDeadline, { token, ...named(), body: { required_by: null, ...body } });
const refused = (body: object) =>
  service.refused(setDeadline, { token, ...named(), body: { required_by: null, ...body } });
const inCatalog = async () =>
  (await service.ok(readCatalogApplication, { ...session, ...named() })).application.required_by;
const notices = async () => {
  const { messages } = await service.ok(listMessages, session);
  return messages.filter(({ kind }) => kind === 'deadline_notice');
};

describe('the deadline of a version', () => {
  test('is moved without a new version; catalogs hear of it, and the members are told', async () => {
    const { cursor } = await service.ok(syncCatalog, { ...session, query: {} });
    const { deadline } = await set({ required_by: '2031-02-01T09:30:00+01:00' });
    expect(deadline).toMatchObject({
      application: application.id,
      version: application.versionId,
      required_by: '2031-02-01T08:30:00.000+00:00',
      changed: true,
    });
    expect(await inCatalog()).toBe('2031-02-01T08:30:00.000+00:00');
    const { entries, whole } = await service.ok(syncCatalog, { ...session, query: { cursor } });
    expect([whole, entries.map(({ id, required_by }) => [id, required_by])]).toEqual([
      false,
      [[application.id, '2031-02-01T08:30:00.000+00:00']],
    ]);
    await expect.poll(notices, { timeout: timeouts.step }).toMatchObject([
      {
        application: application.id,
        text: expect.stringMatching(/is required by 2031-02-01, 08:30 \(UTC\)\.$/),
      },
    ]);
    const stranger = await service.signIn(await service.makeUser());
    expect((await service.ok(listMessages, stranger)).messages).toEqual([]);
  });

  test('is removed by null, and the same date again changes nothing and tells nobody', async () => {
    expect((await set({})).deadline).toMatchObject({
      required_by: '9999-12-31T23:59:59.999999',
      changed: true,
    });
    await expect.poll(notices, { timeout: timeouts.step }).toHaveLength(2);
    expect((await set({})).deadline.changed).toBe(false);
    expect((await set({ required_by: '2032-01-01', notify_users: false })).deadline.changed).toBe(true);
    expect(await inCatalog()).toBe('2032-01-01T00:00:00.000+00:00');
    expect(await notices()).toHaveLength(2);
  });

  test('is in the audit log with the date before and after', async () => {
    const recorded = async () =>
      (await service.ok(listAudit, { token, query: { action: 'setDeadline' } })).audit[0]?.changes;
    await expect
      .poll(recorded, { timeout: timeouts.step })
      .toMatchObject([{ before: { required_by: null }, after: { required_by: '2032-01-01T00:00:00.000Z' } }]);
  });

  test('may be that of an earlier version', async () => {
    const { deadline } = await set({ required_by: '2030-05-05', version: application.versionId });
    expect(deadline).toMatchObject({ version: application.versionId, changed: true });
    const other = await publishAndroid(service, 'org.example.other');
    expect(await refused({ version: other.versionId })).toMatchObject({ status: 404 });
  });

  test('is refused with a sentence where it can be none', async () => {
    for (const required_by of ['tomorrow', '2030-02-30', '12/31/2030', '2030-01-01T25:00:00Z']) {
      expect(await refused({ required_by })).toMatchObject({ status: 400, code: 1000 });
    }
    expect(await inCatalog()).toBe('2030-05-05T00:00:00.000+00:00');
    const stranger = await service.makeOrganization();
    const theirs = { token: stranger.token, ...named(), body: { required_by: null } };
    expect((await service.refused(setDeadline, theirs)).status).toBe(404);
  });
});

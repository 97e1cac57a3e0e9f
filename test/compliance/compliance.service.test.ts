import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCatalog, listMandatory, readCatalogApplication } from '../../contract/catalog.ts';
import type { DeviceInfo } from '../../contract/devices.ts';
import { installApplication } from '../../contract/downloads.ts';
import { authenticateUser, createApiToken } from '../../contract/identity.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { readCaller, readUser, updateUser } from '../../contract/users.ts';
import { checkCompliance } from '../../mock-server/features/compliance/check.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';
import { iPad, type TestUser } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishVersion,
} from '../setup/world/publishing.ts';

const hour = 60 * 60_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

const mail = await MailServer.start();
const service = await startService({ smtp: mail.smtp, publicUrl: 'https://apps.example.org' });
const optional = await publishAndroid(service, 'org.example.optional');
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
const check = () => checkCompliance(service.platform);
const stateOf = async (user: TestUser) => {
  const request = { token: service.admin.token, params: { user: user.id } };
  const { disabled, disabled_reason } = (await service.ok(readUser, request)).user;
  return [disabled, disabled_reason];
};
const mailsTo = (user: TestUser, count = 1) => mail.mailsTo(`${user.userId}@example.org`, count);
/** As if the mail had been sent so many hours earlier. */
const toldBefore = (user: TestUser, hours: number) =>
  service.platform.database.db
    .updateTable('noncompliance')
    .set({ told: inHours(-hours) })
    .where('user', '=', user.id)
    .where('told', 'is not', null)
    .returning('user')
    .executeTakeFirstOrThrow();

let count = 0;
/** A person with a mandatory application that was due some hours ago (negative: is due in), and an optional one. */
async function person(
  dueHoursAgo: number,
  { email = true, device = {} }: { email?: boolean; device?: Partial<DeviceInfo> } = {},
) {
  const bundleId = `org.example.required${count++}`;
  const first = await publishAndroid(service, bundleId);
  const demand = { required: true, required_by: inHours(-dueHoursAgo) };
  const app = await publishVersion(service, first, demand, { bytes: apk(bundleId, 2), name: 'a.apk' });
  const user = await service.makeUser();
  if (!email) {
    await service.ok(updateUser, {
      token: service.admin.token,
      params: { user: user.id },
      body: { email: null },
    });
  }
  await makeGroup(service, bundleId, { apps: [{ id: app.psk }, { id: optional.psk }], users: [user] });
  return { user, app, session: await service.signIn(user, device) };
}

const has = (session: { token: string; udid: string }, ...apps: PublishedApplication[]) =>
  service.ok(postInstalled, {
    ...session,
    body: { applications: apps.map(({ id, versionId }) => ({ id, version_id: versionId })) },
  });

/** The person was told by mail, and the notice period is over. */
async function disabledPerson() {
  const late = await person(5);
  await check();
  await mailsTo(late.user);
  await expect
    .poll(() =>
      toldBefore(late.user, 73).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await check();
  expect(await stateOf(late.user)).toEqual([true, 1]);
  return late;
}

test('nobody is disabled where the organization does not want it, as by default', async () => {
  const { user } = await person(1000);
  await check();
  await check();
  expect(await stateOf(user)).toEqual([false, null]);
  expect(await service.platform.database.db.selectFrom('noncompliance').selectAll().execute()).toEqual([]);
});

describe('where the organization wants it', () => {
  beforeAll(() => set({ disable_noncompliant_users: true }));

  test('who is past the deadline is told by mail, and disabled when the notice is over', async () => {
    const { user } = await person(5);
    await check();
    const [notice] = await mailsTo(user);
    expect(notice?.subject).toBe('Action needed: install what Test Organization requires');
    expect(notice?.text).toContain(`org.example.required${count - 1}`);
    expect(notice?.text).toContain('https://apps.example.org');
    await check();
    expect(await stateOf(user)).toEqual([false, null]);
    await toldBefore(user, 71);
    await check();
    expect(await stateOf(user)).toEqual([false, null]);
    await toldBefore(user, 73);
    await check();
    expect(await stateOf(user)).toEqual([true, 1]);
    expect((await mailsTo(user)).length).toBe(1);
  });

  test('the mail is in the language of the organization', async () => {
    await set({ mail_language: 'de' });
    const { user } = await person(5);
    await check();
    const [notice] = await mailsTo(user);
    expect(notice?.subject).toBe('Bitte installieren: Pflicht bei Test Organization');
    expect(notice?.text).toContain('Sonst wird dein Konto deaktiviert');
    await set({ mail_language: 'en' });
  });

  test('the mail comes before the deadline, by as many hours as the organization says', async () => {
    const far = await person(-200);
    const near = await person(-48);
    await check();
    await mailsTo(near.user);
    expect(mail.mails.some(({ to }) => to?.[0]?.address === `${far.user.userId}@example.org`)).toBe(false);
    await set({ noncompliance_notice_in_hours: 300 });
    await check();
    await mailsTo(far.user);
    await toldBefore(near.user, 1000);
    await check();
    expect(await stateOf(near.user)).toEqual([false, null]);
    await set({ noncompliance_notice_in_hours: 72 });
  });

  test('one device that has it is enough, and one that can’t have it', async () => {
    const { user, app, session } = await person(5);
    const other = await person(5);
    await service.signIn(other.user, { ...iPad, udid: 'tablet-of-other' });
    const tablet = await service.signIn(user, { udid: 'second' });
    await has(session, app);
    await has(tablet);
    await check();
    expect(await stateOf(user)).toEqual([false, null]);
    const { db } = service.platform.database;
    const noted = await db.selectFrom('noncompliance').select('user').execute();
    expect(noted.filter((row) => [user.id, other.user.id].includes(row.user))).toEqual([]);
  });

  test('a desk browser, which can install nothing, is no device here', async () => {
    const desk = { operating_system: 0, operating_system_name: 'Linux', udid: 'desk' } as const;
    const { user } = await person(5, { device: desk });
    await check();
    const { db } = service.platform.database;
    expect(await db.selectFrom('noncompliance').select('user').where('user', '=', user.id).execute()).toEqual(
      [],
    );
  });

  test('who has no address is disabled after the same time', async () => {
    const { user } = await person(5, { email: false });
    await check();
    await toldBefore(user, 73);
    await check();
    expect(await stateOf(user)).toEqual([true, 1]);
  });

  test('the last administrator never is', async () => {
    const bundleId = 'org.example.for.admin';
    const first = await publishAndroid(service, bundleId);
    const demand = { required: true, required_by: inHours(-5) };
    const app = await publishVersion(service, first, demand, { bytes: apk(bundleId, 2), name: 'a.apk' });
    const me = { id: service.admin.id, psk: 1, userId: 'admin', password: service.admin.password };
    await makeGroup(service, 'Administrators', { apps: [{ id: app.psk }], users: [me] });
    await service.signIn(me);
    await check();
    await mail.mailsTo('admin@example.org');
    await expect
      .poll(() =>
        toldBefore(me, 73).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await check();
    expect(await stateOf(me)).toEqual([false, null]);
    expect((await service.call(readCaller, { token: service.admin.token })).status).toBe(200);
  });
});

describe('who is disabled for it', () => {
  beforeAll(() => set({ disable_noncompliant_users: true, noncompliance_notice_in_hours: 72 }));

  test('sees what is mandatory in the catalog and nothing else, also after signing in again', async () => {
    const { user, app, session } = await disabledPerson();
    for (const own of [session, await service.signIn(user)]) {
      const { applications, paging } = await service.ok(listCatalog, own);
      expect([applications.map(({ id }) => id), paging.total]).toEqual([[app.id], 1]);
      const closed = { ...own, params: { application: optional.id } };
      expect((await service.refused(readCatalogApplication, closed)).code).toBe(11);
    }
  });

  test('gets nothing beyond the catalog', async () => {
    const { user } = await person(5);
    const before = await service.userToken(user);
    const { session: api } = await service.ok(createApiToken, {
      token: service.admin.token,
      params: { organization: service.admin.orgId },
      body: { user: user.id },
    });
    await check();
    await mailsTo(user);
    await expect
      .poll(() =>
        toldBefore(user, 73).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await check();
    for (const token of [before, api.token])
      expect((await service.refused(readCaller, { token })).code).toBe(1004);
    const body = { user_id: user.userId, password: user.password };
    expect((await service.refused(authenticateUser, { body })).code).toBe(1004);
  });

  test('installs what is mandatory, reports it, and is enabled at once', async () => {
    const { user, app, session } = await disabledPerson();
    const install = await service.call(installApplication, {
      params: { application: app.id },
      query: { token: session.token, udid: session.udid },
    });
    expect(install.status).toBe(302);
    const address = (install.headers.get('location') ?? '').replace('https://apps.example.org', service.url);
    expect((await service.fetch(address)).status).toBe(200);
    await has(session, optional);
    expect(await stateOf(user)).toEqual([true, 1]);
    await has(session, app);
    expect(await stateOf(user)).toEqual([false, null]);
    expect((await service.ok(listCatalog, session)).paging.total).toBe(2);
    expect((await service.ok(listMandatory, session)).applications[0]?.installed_version_id).toBe(
      app.versionId,
    );
    await service.userToken(user);
  });

  test('is enabled by an administrator, with the whole notice before them again', async () => {
    const { user } = await disabledPerson();
    await service.ok(updateUser, {
      token: service.admin.token,
      params: { user: user.id },
      body: { disabled: false },
    });
    await check();
    expect(await stateOf(user)).toEqual([false, null]);
    expect((await mailsTo(user, 2)).length).toBe(2);
  });

  test('is enabled when the organization does not want it any more; who an administrator disabled is not', async () => {
    const { user } = await disabledPerson();
    const other = await service.makeUser();
    await service.ok(updateUser, {
      token: service.admin.token,
      params: { user: other.id },
      body: { disabled: true },
    });
    await set({ disable_noncompliant_users: false });
    await check();
    expect(await stateOf(user)).toEqual([false, null]);
    expect(await stateOf(other)).toEqual([true, 0]);
  });
});

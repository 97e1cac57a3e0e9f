import { describe, expect, test } from 'vitest';
import { applyPolicies, reportEvents } from '../../contract/application-policies.ts';
import { authenticateCatalog } from '../../contract/catalog.ts';
import type { QueryOf } from '../../contract/common/request.ts';
import * as downloads from '../../contract/downloads.ts';
import { feedNames, listFeeds, readFeed, readFeedFieldInfo } from '../../contract/feeds.ts';
import { authenticateUser, changePassword } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { readReport, reportNames } from '../../contract/reports.ts';
import { type SecurityChange, updateSecurity } from '../../contract/security.ts';
import { deleteUser, updateUser } from '../../contract/users.ts';
import { deleteExpiredActivity } from '../../mock-server/features/activity/delete-expired.ts';
import {
  recordActivity,
  recordJournalDays,
  reservePositions,
} from '../../mock-server/features/journals/facade.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { tokenOf } from '../policies/application-tokens.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { androidPhone, password } from '../setup/world/people.ts';
import { apk, assign, makeGroup, publishAndroid, publishVersion } from '../setup/world/publishing.ts';

const day = 86_400_000;

const service = await openService();
const { token } = service.admin;

type Name = (typeof feedNames)[number];
type Query = QueryOf<typeof readFeed>;
const feed = (feed_name: Name, query: Query = {}, org?: string) =>
  service.ok(readFeed, { token, params: { feed_name }, query, ...(org !== undefined && { org }) });
const rowsOf = async (name: Name, query: Query = {}) => (await feed(name, query)).rows;
const organization = (body: object) =>
  service.ok(updateOrganization, { token, params: { org_id: service.admin.orgId }, body });

/** Downloads the newest version of an application that the person has. */
async function download(person: { token: string; udid: string }, application: string): Promise<void> {
  const query = { token: person.token, udid: person.udid };
  const answer = await service.call(downloads.installApplication, { params: { application }, query });
  expect((await service.fetch(answer.headers.get('location') ?? '')).status).toBe(200);
}

async function anInstall(bundle: string, data: Parameters<typeof publishAndroid>[2] = {}) {
  const app = await publishAndroid(service, bundle, data);
  const group = await makeGroup(service);
  await assign(service, group, app);
  const user = await service.makeUser({ groups: [group] });
  return { app, group, user, person: await service.signIn(user) };
}

describe('definitions', () => {
  test('are those of the documents, as a list with lists of fields', async () => {
    const all = await service.ok(listFeeds, { token });
    expect(Object.keys(all)).toEqual([...feedNames]);
    for (const [name, { path, filter_params }] of Object.entries(all)) {
      expect(path).toBe(`/v1/feeds/${name}/`);
      expect(filter_params[0]).toMatchObject({ name: 'start_date', required: false });
    }
    expect(all.app_usage_activity?.fields.map(({ name }) => name)).toEqual(
      'app_name app_id version email first_name last_name user_id date device_id device_name'.split(' '),
    );
  });

  test('of one feed have the fields by their names, and rows have just these', async () => {
    for (const feed_name of feedNames) {
      const { fields } = await service.ok(readFeedFieldInfo, { token, params: { feed_name } });
      const [row] = await rowsOf(feed_name);
      expect(new Set(Object.keys(row ?? fields))).toEqual(new Set(Object.keys(fields)));
    }
  });
});

test('attempts to sign in are there, with their ways and reasons', async () => {
  const user = await service.makeUser();
  const before = (await feed('login_activity')).next_block_token;
  await service.refused(authenticateUser, { body: { user_id: user.userId, password: 'Wrong-horse-7' } });
  await service.refused(authenticateUser, { body: { user_id: 'nobody.at.all', password } });
  await service.userToken(user);
  await service.signIn(user);
  const rows = await rowsOf('login_activity', { block_token: before });
  expect(rows).toMatchObject([
    { user_id: user.userId, login_type: 'service', result: 0, reason: 'wrong_credentials' },
    { user_id: user.userId, login_type: 'service', result: 1, reason: null },
    { user_id: user.userId, login_type: 'catalog', result: 1, device_name: 'Test phone' },
  ]);
  const failed = await rowsOf('login_activity', { result: 0 });
  expect(failed.every(({ result }) => result === 0)).toBe(true);
  expect(failed.some(({ user_id }) => user_id === user.userId)).toBe(true);
});

test('what an application says of an attempt is there in its own words, whatever they are', async () => {
  const { orgId } = service.admin;
  const before = (await feed('login_activity')).next_block_token;
  const words = ['"succeeded":true', '\\"said":\n\t', '\u0001\u2028é😀', '', null];
  for (const user of words) {
    const reported = { user, device: user, version: user };
    const attempt = {
      kind: 'sign_in',
      way: 'application',
      succeeded: false,
      reason: null,
      said: reported,
    } as const;
    await service.platform.database.transaction(async (tx) =>
      recordActivity(tx, orgId, { ...attempt, user: null }),
    );
  }
  const rows = await rowsOf('login_activity', { block_token: before });
  expect(rows).toEqual(
    words.map((reported) => ({
      ...rows[0],
      date: expect.any(String),
      user_id: reported,
      device_name: reported,
      version: reported,
      login_type: 'application',
      result: 0,
      reason: null,
    })),
  );
  await organization({ deleted_users_without_names: true });
  const hidden = await rowsOf('login_activity', { block_token: before });
  expect(hidden.map(({ user_id, device_name }) => [user_id, device_name])).toEqual(
    words.map(() => [null, null]),
  );
  await organization({ deleted_users_without_names: false });
});

test('every refusal is there with its reason, and with the device where it is known', async () => {
  const db = withoutGuard(service.platform.database.db);
  const begin = (await feed('login_activity')).next_block_token;
  const aged = async (user: { id: string }) => {
    const password_changed = new Date(Date.now() - 100 * day).toISOString();
    await db.updateTable('users').set({ password_changed }).where('id', '=', user.id).execute();
  };
  const people = Object.fromEntries(
    await Promise.all(
      ['wrong', 'locked', 'disabled', 'deleted', 'unpaired', 'expired', 'late'].map(
        async (userId) => [userId, await service.makeUser({ userId: `refused.${userId}` })] as const,
      ),
    ),
  );
  const named = (name: string) => people[name] ?? { id: '', userId: '', password };
  const attempt = async (name: string, given = password) => {
    const { userId: user_id } = named(name);
    const device_info = { ...androidPhone, name: `of ${name}`, udid: `udid-${user_id}` };
    const body = { user_id, password: given, remember_me: true, register_catalog: false, device_info };
    return (await service.refused(authenticateCatalog, { body })).code;
  };
  for (const name of ['wrong', 'locked', 'disabled', 'deleted', 'unpaired', 'expired']) {
    await service.signIn(named(name), { name: `of ${name}` });
  }
  await attempt('wrong', 'Wrong-horse-7');
  for (let tries = 0; tries < 30 && (await attempt('locked', 'Wrong-horse-7')) !== 1003; tries += 1);
  const params = (name: string) => ({ token, params: { user: named(name).id } });
  await service.ok(updateUser, { ...params('disabled'), body: { disabled: true } });
  await attempt('disabled');
  await service.ok(deleteUser, params('deleted'));
  await attempt('deleted');
  await db
    .updateTable('device_users')
    .set({ disabled_reason: 0 })
    .where('user', '=', named('unpaired').id)
    .execute();
  await attempt('unpaired');
  await aged(named('expired'));
  await aged(named('late'));
  const fresh = await service.userToken({ userId: service.admin.userId, password: service.admin.password });
  const set = (body: SecurityChange) => service.ok(updateSecurity, { token: fresh, body });
  await set({ first_passwords_end_in_hours: 72 });
  await attempt('late');
  await set({ first_passwords_end_in_hours: 0, first_passwords_must_change: true });
  await attempt('expired');
  await set({ first_passwords_must_change: false });

  const { rows } = await feed('login_activity', { block_token: begin });
  const refusals = rows.filter(
    ({ result, user_id }) => result === 0 && String(user_id).startsWith('refused.'),
  );
  const reported = new Set(
    refusals.map(({ user_id, reason, device_name }) => `${user_id} ${reason} ${device_name}`),
  );
  expect([...reported].toSorted()).toEqual(
    [
      'refused.wrong wrong_credentials of wrong',
      'refused.locked wrong_credentials of locked',
      'refused.locked account_locked of locked',
      'refused.disabled account_disabled of disabled',
      'refused.deleted account_deleted of deleted',
      'refused.unpaired device_unknown of unpaired',
      'refused.expired password_expired of expired',
      'refused.late first_password_ended null',
    ].toSorted(),
  );
});

test('downloads are there, and those of the current version until there is another', async () => {
  const { app, user, person } = await anInstall('org.example.feed');
  await download(person, app.id);
  const wanted = {
    app_id: app.id,
    version: '1.0',
    platform: 2,
    user_id: user.userId,
    download_type: 'install',
  };
  expect((await rowsOf('download_activity')).at(-1)).toMatchObject(wanted);
  const latest = async () =>
    (await rowsOf('download_activity_latest_versions')).filter(({ app_id }) => app_id === app.id);
  expect(await latest()).toMatchObject([wanted]);
  await publishVersion(service, app, {}, { name: 'b.apk', bytes: apk('org.example.feed', 2) });
  expect(await latest()).toEqual([]);
  await download(person, app.id);
  expect(await latest()).toMatchObject([{ version: '2.0' }]);
  expect((await rowsOf('download_activity')).filter(({ app_id }) => app_id === app.id)).toHaveLength(2);
  expect(await rowsOf('download_activity', { platform: 1 })).toEqual([]);
});

test('a catalog that is loaded without signing in counts with the first sign-in on the device', async () => {
  const app = await publishAndroid(service, 'org.example.catalog', { no_auth_delivery_enabled: true });
  const { db } = service.platform.database;
  const catalogs = async () =>
    (await rowsOf('download_activity')).filter(({ app_id }) => app_id === app.id).map((row) => row.user_id);
  const { is_app_catalog } = await db
    .selectFrom('applications')
    .select('is_app_catalog')
    .where('id', '=', app.id)
    .executeTakeFirstOrThrow();
  if (is_app_catalog === 0) {
    await withoutGuard(db)
      .updateTable('applications')
      .set({ is_app_catalog: 1 })
      .where('id', '=', app.id)
      .execute();
  }
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile' };
  const answer = await service.call(downloads.directApplication, {
    params: { application: app.id },
    headers,
  });
  expect((await service.fetch(answer.headers.get('location') ?? '')).status).toBe(200);
  expect(await catalogs()).toEqual([]);
  const user = await service.makeUser();
  await service.signIn(user);
  await service.signIn(user);
  expect(await catalogs()).toEqual([user.userId]);
  const direct = await rowsOf('direct_install_activity');
  expect(direct.filter(({ app_id }) => app_id === app.id)).toHaveLength(1);
});

test('changes of administrators’ passwords are there, by their ways', async () => {
  const administrator = await service.makeUser({ role: 5, email: 'second@example.org' });
  const plain = await service.makeUser();
  const change = (user: typeof plain, next: string) =>
    service.ok(changePassword, { body: { user_id: user.userId, password, new_password: next } });
  await change(administrator, 'Another-horse-8');
  await change(plain, 'Another-horse-8');
  await service.ok(updateUser, {
    token,
    params: { user: administrator.id },
    body: { password: 'Third-horse-99' },
  });
  expect(await rowsOf('password_change_activity')).toMatchObject([
    { user_id: administrator.userId, change_type: 'self_service', changed_by: administrator.userId },
    { user_id: administrator.userId, change_type: 'by_administrator', changed_by: 'admin' },
  ]);
});

test('what an application says of who used it, and where, is filled in from what it agrees with', async () => {
  const app = await publishAndroid(service, 'org.example.told');
  const body = { configurations: [{ policy_id: 'vendor.access-control' }] };
  await service.ok(applyPolicies, { token, params: { application: app.id }, body });
  const headers = { 'x-application-token': await tokenOf(service, app.id) };
  const user = await service.makeUser({ userId: 'told.about' });
  const { udid: device } = await service.signIn(user, { name: 'Told’s phone' });
  const begin = async (name: Name) => (await feed(name)).next_block_token;
  const places = {
    login_activity: await begin('login_activity'),
    app_usage_activity: await begin('app_usage_activity'),
  };
  const reported = { at: new Date().toISOString(), version: '7' };
  const events = (['usage', 'sign_in'] as const).flatMap((kind) => [
    { ...reported, kind, id: `${kind}-known`, user: 'TOLD.about', device, succeeded: true },
    { ...reported, kind, id: `${kind}-other`, user: 'somebody', device: 'a tablet', succeeded: true },
  ]);
  await service.ok(reportEvents, { headers, body: { events } });
  for (const [name, block_token] of Object.entries(places)) {
    const rows = await rowsOf(name as Name, { block_token });
    const known = {
      user_id: 'told.about',
      last_name: 'told.about',
      device_id: device,
      device_name: 'Told’s phone',
    };
    const other = { user_id: 'somebody', last_name: null, version: '7' };
    expect(rows.toSorted((one, two) => (String(one.user_id) < String(two.user_id) ? 1 : -1))).toMatchObject(
      [known, other].map((row) => ({ ...row, app_id: app.id, version: '7' })),
    );
  }
});

test('a deleted user has no name where the organization wants none, nor have their devices', async () => {
  const { app, user } = await anInstall('org.example.forgotten');
  const person = await service.signIn(user, { name: 'Phone of the forgotten' });
  await download(person, app.id);
  const body = { configurations: [{ policy_id: 'vendor.access-control' }] };
  await service.ok(applyPolicies, { token, params: { application: app.id }, body });
  const headers = { 'x-application-token': await tokenOf(service, app.id) };
  const reported = {
    at: new Date().toISOString(),
    user: user.userId,
    device: 'Phone of the forgotten',
    succeeded: true,
  };
  const events = (['usage', 'sign_in'] as const).map((kind) => ({
    ...reported,
    kind,
    id: `${kind}-forgotten`,
  }));
  await service.ok(reportEvents, { headers, body: { events } });
  const elsewhere = { ...reported, device: person.udid, kind: 'usage' as const, id: 'usage-forgotten-by-id' };
  await service.ok(reportEvents, { headers, body: { events: [elsewhere] } });
  await service.ok(deleteUser, { token, params: { user: user.id } });
  const told = async () => {
    const texts = new Map<string, string>();
    for (const name of feedNames) texts.set(name, JSON.stringify(await rowsOf(name)));
    for (const report_name of reportNames) {
      const { report } = await service.ok(readReport, { token, params: { report_name } });
      texts.set(report_name, JSON.stringify(report.entries));
      const address = `/v2/reports/${report_name}/?format=csv`;
      texts.set(
        `${report_name}.csv`,
        String((await service.fetch(address, { headers: { 'x-token': token } })).body),
      );
    }
    return [...texts].flatMap(([name, text]) =>
      /of the forgotten/.test(text) || text.includes(user.userId) ? [name] : [],
    );
  };
  expect((await told()).toSorted()).toEqual(
    [
      'login_activity',
      'download_activity',
      'download_activity_latest_versions',
      'app_usage_activity',
      ...['app_usage', 'device_details', 'download_inventory', 'location_services_status'].flatMap((name) => [
        name,
        `${name}.csv`,
      ]),
    ].toSorted(),
  );
  await organization({ deleted_users_without_names: true });
  expect(await told()).toEqual([]);
  const query = { search: 'of the forgotten' };
  const { report } = await service.ok(readReport, {
    token,
    params: { report_name: 'device_details' },
    query,
  });
  expect(report.entries).toEqual([]);
  await organization({ deleted_users_without_names: false });
});

describe('a token', () => {
  test('of another feed, organization or query is refused, and garbage too', async () => {
    const { next_block_token: block_token } = await feed('login_activity', { result: 1 });
    const refused = (feed_name: string, query: Query, org?: string) =>
      service.refused(unchecked(readFeed), { token, params: { feed_name }, query, org });
    const child = await service.makeOrganization();
    for (const given of [
      await refused('signing_activity', { block_token }),
      await refused('login_activity', { block_token, result: 0 }),
      await refused('login_activity', { block_token, start_date: '2026-01-01' }),
      await refused('login_activity', { block_token }, child.orgId),
      await refused('login_activity', { block_token: `${block_token}A` }),
      await refused('login_activity', { block_token: 'garbage' }),
    ]) {
      expect(given).toMatchObject({ status: 400, code: 1090 });
    }
    expect((await feed('login_activity', { block_token, result: 1 })).rows).toEqual([]);
    expect((await feed('login_activity', { block_token })).end_of_data).toBe(true);
  });

  test('is nothing to an unknown feed, and filters must be the feed’s', async () => {
    const refused = (feed_name: string, query: Query) =>
      service.refused(unchecked(readFeed), { token, params: { feed_name }, query });
    expect(await refused('nothing', {})).toMatchObject({ status: 404 });
    expect(await refused('login_activity', { platform: 1 })).toMatchObject({ status: 400, code: 1000 });
    expect(await refused('download_activity', { platform: 3 })).toMatchObject({ status: 400, code: 1000 });
    expect(await refused('login_activity', { start_date: 'yesterday' })).toMatchObject({ status: 400 });
  });
});

test('what another organization does is not there; an administrator above it asks for it', async () => {
  const child = await service.makeOrganization();
  const { rows } = await feed('login_activity', {}, child.orgId);
  expect(rows.map(({ user_id }) => user_id)).toEqual([child.admin.userId]);
  expect((await rowsOf('login_activity')).some(({ user_id }) => user_id === child.admin.userId)).toBe(false);
});

test('who follows for days sees every row once: over clock steps, retention and while others write', async () => {
  const { orgId } = service.admin;
  const { database } = service.platform;
  const begin = (await feed('login_activity')).next_block_token;
  let written = 0;
  const attempt = { kind: 'sign_in', way: 'service', succeeded: true, reason: null } as const;
  const write = async (writer: number) => {
    for (let count = 0; count < 20; count++) {
      await database.transaction(async (tx) => {
        for (let entry = 0; entry < 100; entry++)
          recordActivity(tx, orgId, { ...attempt, user: `${writer}` });
      });
      written += 100;
      // The clock of this writer is off by days, in both directions.
      await database.transaction(async (tx) => {
        const position = await reservePositions(tx, orgId, 'sign_in', 1);
        const at = new Date(Date.now() + (writer - 2) * 3 * day).toISOString();
        await tx
          .insertInto('activity')
          .values({
            org_id: orgId,
            kind: 'sign_in',
            position,
            at,
            user: null,
            device: null,
            application: null,
            version: null,
            details: JSON.stringify({ way: 'service', succeeded: true, reason: null }),
          })
          .execute();
        await recordJournalDays(tx, orgId, 'sign_in', [{ at, position }]);
      });
      written += 1;
    }
  };
  let writing = true;
  const writers = Promise.all([0, 1, 2, 3, 4].map(write)).finally(() => {
    writing = false;
  });
  let block_token = begin;
  let seen = 0;
  for (let ending = false; ; ending = !writing) {
    const block = await feed('login_activity', { block_token });
    seen += block.rows_returned;
    block_token = block.next_block_token;
    if (ending && block.end_of_data) break;
    await deleteExpiredActivity(service.platform, Date.now() - 3 * day);
  }
  await writers;
  expect(seen).toBe(written);
  const recent = await feed('login_activity', { start_date: new Date(Date.now() + 5 * day).toISOString() });
  expect(recent.rows_returned).toBe(20);
  const all = (await rowsOf('login_activity')).length;
  await organization({ activity_retention_in_days: 1, activity_retention_by_kind: { sign_in: 730 } });
  await deleteExpiredActivity(service.platform);
  expect(await rowsOf('login_activity')).toHaveLength(all);
  await organization({ activity_retention_in_days: 730, activity_retention_by_kind: { sign_in: 1 } });
  await deleteExpiredActivity(service.platform);
  const stored = (await rowsOf('login_activity')).map(({ date }) => String(date)).sort()[0] ?? '';
  expect(stored > new Date(Date.now() - 2 * day).toISOString().slice(0, 10)).toBe(true);
});

test('what is old is deleted behind a row whose clock was ahead, however much of it there is', async () => {
  const child = await service.makeOrganization();
  const { database } = service.platform;
  const attempt = { kind: 'sign_in', way: 'service', succeeded: true, reason: null, user: null } as const;
  await database.transaction(async (tx) => {
    for (let entry = 0; entry < 1_300; entry++) recordActivity(tx, child.orgId, attempt);
  });
  const attempts = () =>
    database.db
      .selectFrom('activity')
      .select('position')
      .where('org_id', '=', child.orgId)
      .where('kind', '=', 'sign_in');
  const [first, ...others] = await attempts().orderBy('position').execute();
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  const rows = withoutGuard(database.db).updateTable('activity').where('org_id', '=', child.orgId);
  await rows
    .set({ at: at(400) })
    .where('position', '<=', first?.position ?? 0)
    .execute();
  const old = others.slice(0, 1_200).at(-1)?.position ?? 0;
  await rows
    .set({ at: at(-800) })
    .where('position', '>', first?.position ?? 0)
    .where('position', '<=', old)
    .execute();
  const [begin] = others;
  if (begin === undefined) throw new Error('Nothing was recorded.');
  await database.transaction((tx) =>
    recordJournalDays(tx, child.orgId, 'sign_in', [{ at: at(-800), position: begin.position }]),
  );
  await deleteExpiredActivity(service.platform);
  expect(await attempts().execute()).toHaveLength(1 + others.length - 1_200);
});

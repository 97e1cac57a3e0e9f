import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportAudit, listAudit, readAuditSettings, updateAuditSettings } from '../../contract/audit.ts';
import { roles } from '../../contract/common/codes.ts';
import { acceptInvitation, authenticateUser, createApiToken } from '../../contract/identity.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { updatePrivacySettings } from '../../contract/privacy.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { updateSecurity } from '../../contract/security.ts';
import { createToken } from '../../contract/sessions.ts';
import { addUser, readUser, updateUser } from '../../contract/users.ts';
import { append, linkOf } from '../../mock-server/features/audit/chain.ts';
import { createAuditJobs } from '../../mock-server/features/audit/jobs.ts';
import { headLine, headsIn } from '../../mock-server/features/audit/known-heads.ts';
import { deleteOldRows } from '../../mock-server/features/audit/retention.ts';
import { verifyTrail } from '../../mock-server/features/audit/verify.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { getKeyFilePath } from '../../mock-server/platform/secrets.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService } from '../setup/service.ts';
import { newUser, password } from '../setup/world/people.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';
import { unobservedTables } from './unobserved-tables.ts';

const service = await openService();

const admin = () => ({ token: service.admin.token });
const list = async (query: Record<string, string> = {}) =>
  (await service.ok(listAudit, { ...admin(), query })).audit;

/** Records what was changed by hand, as the job does every minute. */
const settle = async (on = service) => {
  for (const { name, run } of createAuditJobs(on.platform, () => undefined))
    if (name === 'audit_outside')
      await run(null, { orgId: '', attempt: 1, stopped: new AbortController().signal });
};

it('tells who changed what from where, with only the fields that differ', async () => {
  const user = await service.makeUser();
  await service.ok(updateUser, { ...admin(), params: { user: user.psk }, body: { first_name: 'Anna' } });
  const [row] = await list({ action: 'updateUser', object: user.id });
  expect(row).toMatchObject({
    action: 'updateUser',
    outcome: 'done',
    actor: { organization: service.admin.orgId, id: service.admin.id, user_id: service.admin.userId },
    from: { address: '127.0.0.1' },
    object: { kind: 'user', id: user.id },
    changes: [{ kind: 'user', id: user.id, before: { first_name: 'Test' }, after: { first_name: 'Anna' } }],
  });
});

it('records sign-ins, also refused ones, and what a role refuses', async () => {
  const user = await service.makeUser();
  await service.refused(authenticateUser, { body: { user_id: user.userId, password: 'not this one' } });
  await service.refused(authenticateUser, { body: { user_id: 'nobody-at-all', password: 'nor this' } });
  const token = await service.userToken(user);
  await service.refused(addUser, { token, body: newUser('smuggled') });
  expect(await list({ object: user.id, action: 'authenticateUser' })).toMatchObject([
    { outcome: 'refused', actor: null, error: 'wrong_credentials' },
  ]);
  expect(await list({ user: user.id, sort: 'at' })).toMatchObject([
    { action: 'authenticateUser', outcome: 'done' },
    { action: 'addUser', outcome: 'refused', error: 'forbidden' },
  ]);
});

it('leaves what people do on their own to activity', async () => {
  const group = await makeGroup(service);
  const application = await publishAndroid(service, 'org.example.own', { groups: [group] });
  const user = await service.makeUser({ groups: [group] });
  const { token, udid } = await service.signIn(user);
  const session = { token, udid };
  const params = { application: application.id };
  await service.ok(rateApplication, { ...session, params, body: { like: 1 } });
  await service.ok(postInstalled, {
    ...session,
    body: { applications: [{ id: application.id, version_num: '1' }] },
  });
  const rows = await list({ user: user.id });
  expect(rows.map(({ action }) => action)).toEqual(['authenticateCatalog']);
  expect(await list({ action: 'outside', object: application.id })).toEqual([]);
  const { db } = service.platform.database;
  const activity = db.selectFrom('activity').select('kind').where('user', '=', user.id);
  expect((await activity.execute()).map(({ kind }) => kind)).toContain('review');
});

it('records who guesses links, sends too much, or has not signed in lately', async () => {
  const on = await startService({ limits: { signInFailures: 1 } });
  try {
    const refusedRows = async () =>
      (
        await on.platform.database.db
          .selectFrom('audit')
          .select(['action', 'details'])
          .where('outcome', '=', 'refused')
          .orderBy('id')
          .execute()
      ).map(({ action, details }) => [action, (JSON.parse(details ?? '') as { error: string }).error]);
    const child = await on.makeOrganization();
    const { token } = await on.ok(createToken, { token: child.token, body: { name: 'Stolen' } });
    await on.ok(updateSecurity, { token: child.token, body: { recent_sign_in_in_minutes: 5 } });
    await on.refused(updateSecurity, { token, body: { recent_sign_in_in_minutes: 0 } });
    const guess = { body: { invitation: 'guessed', password: 'Whatever-it-is-5' } };
    // The flood of refused requests is recorded once a minute, not once for each request.
    for (let times = 0; times < 4; times += 1) await on.refused(acceptInvitation, guess);
    expect(await refusedRows()).toEqual([
      ['updateSecurity', 'recent_sign_in_required'],
      ['acceptInvitation', 'link_expired'],
      ['acceptInvitation', 'too_many_requests'],
    ]);
  } finally {
    await on.stop();
  }
});

it('never holds a secret', async () => {
  const key = 'a-key-that-nobody-may-read';
  const { session } = await service.ok(createApiToken, {
    ...admin(),
    params: { organization: service.admin.orgId },
    body: { user: service.admin.id },
  });
  await service.ok(updateOrganization, {
    ...admin(),
    params: { org_id: service.admin.orgId },
    body: { providerx_settings: { api_key: key } },
  });
  const rows = await withoutGuard(service.platform.database.db).selectFrom('audit').selectAll().execute();
  const [{ password_hash }] = await service.platform.database.db
    .selectFrom('users')
    .select('password_hash')
    .execute()
    .then(([first]) => [first ?? { password_hash: '' }] as const);
  const sealed = rows.filter(({ details }) => details?.includes('providerx_sealed'));
  expect(sealed).not.toEqual([]);
  const text = JSON.stringify(rows);
  for (const secret of [password, session.token, key, password_hash]) expect(text).not.toContain(secret);
  for (const { details } of sealed) expect(details).not.toMatch(/"providerx_sealed":"[^•]/);
});

it('makes no change that it can not record', async () => {
  const user = await service.makeUser();
  const db = withoutGuard(service.platform.database.db);
  await sql`alter table audit rename to audit_away`.execute(db);
  try {
    const args = { ...admin(), params: { user: user.psk }, body: { first_name: 'Unseen' } };
    expect((await service.call(updateUser, args)).status).toBe(500);
  } finally {
    await sql`alter table audit_away rename to audit`.execute(db);
  }
  const { user: after } = await service.ok(readUser, { ...admin(), params: { user: user.id } });
  expect(after.first_name).toBe('Test');
});

it('records a change that somebody made in the database as one from outside', async () => {
  const user = await service.makeUser();
  await withoutGuard(service.platform.database.db)
    .updateTable('users')
    .set({ role: roles.administrator })
    .where('id', '=', user.id)
    .execute();
  await settle();
  expect(await list({ action: 'outside', object: user.id })).toMatchObject([
    { actor: null, changes: [{ before: { role: roles.user }, after: { role: roles.administrator } }] },
  ]);
});

it('tells what a hand changed that nobody is shown: that it was changed', async () => {
  const user = await service.makeUser();
  const users = withoutGuard(service.platform.database.db).updateTable('users');
  await users.set({ password_hash: 'of-somebody-else' }).where('id', '=', user.id).execute();
  await settle();
  const [row] = await list({ action: 'outside', object: user.id });
  expect(row).toMatchObject({
    changes: [{ before: { password_hash: '•••' }, after: { password_hash: '•••' } }],
  });
});

it('tells of a link for a password, a known place and another token that a hand has put there, without what they open', async () => {
  const { id } = await service.makeUser();
  const own = { org_id: service.admin.orgId, user: id };
  const db = withoutGuard(service.platform.database.db);
  const secret = 'that-nobody-may-read';
  const link = { hash: secret, expires: '2999-01-01T00:00:00.000Z', reset: 1 as const };
  await db
    .insertInto('invitations')
    .values({ ...own, ...link })
    .execute();
  await db
    .insertInto('sign_in_places')
    .values({ ...own, place: 'anywhere', last: '2999-01-01T00:00:00.000Z' })
    .execute();
  const later = { prune: '2999-01-01T00:00:00.000Z', hash: secret };
  const { session } = await service.ok(createApiToken, {
    ...admin(),
    params: { organization: own.org_id },
    body: { user: id },
  });
  await settle();
  await db.updateTable('tokens').set(later).where('id', '=', session.id).execute();
  await settle();
  const rows = await list({ action: 'outside' });
  const changes = rows.flatMap((row) => row.changes).filter((change) => [id, session.id].includes(change.id));
  expect(changes).toEqual(
    expect.arrayContaining([
      { kind: 'password link', id, before: null, after: { ...link, hash: '•••' } },
      { kind: 'known place', id, before: null, after: { place: 'anywhere' } },
      expect.objectContaining({ kind: 'token', after: { hash: '•••', prune: later.prune } }),
    ]),
  );
  expect(JSON.stringify(rows)).not.toContain(secret);
});

it('tells what a device is that somebody signs in on, and what of it a hand changes', async () => {
  const user = await service.makeUser();
  const { udid: id } = await service.signIn(user);
  const [signedIn] = await list({ user: user.id, action: 'authenticateCatalog' });
  const added = signedIn?.changes.find(({ kind }) => kind === 'device');
  expect(added).toMatchObject({ before: null, after: { udid: '•••', disabled_reason: null } });
  const devices = withoutGuard(service.platform.database.db).updateTable('devices');
  await devices.set({ disabled_reason: 1, free_ram: 1 }).where('id', '=', id).execute();
  await devices.set({ free_ram: 2, revision: 77 }).where('id', '=', id).execute();
  await settle();
  expect(await list({ action: 'outside', object: id })).toMatchObject([
    {
      changes: [{ kind: 'device', id, before: { disabled_reason: null }, after: { disabled_reason: 1 } }],
    },
  ]);
});

it('observes every table, but those that no person changes', async () => {
  const { db, dialect } = service.platform.database;
  const names =
    dialect === 'postgres'
      ? sql<{ name: string }>`select distinct event_object_table as name from information_schema.triggers
          where substr(trigger_name, 1, 6) = 'audit_'`
      : sql<{ name: string }>`select distinct tbl_name as name from sqlite_master
          where type = 'trigger' and substr(name, 1, 6) = 'audit_'`;
  const { rows } = await names.execute(withoutGuard(db));
  const all = await withoutGuard(db).introspection.getTables();
  const unobserved = all.map(({ name }) => name).filter((name) => !rows.some((row) => row.name === name));
  expect(unobserved.sort()).toEqual(Object.keys(unobservedTables).sort());
});

// All of them were read at once, with what was there before and after.
it('tells of very many changes how many there were, and reads only the first', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => service.makeUser()));
  const all = service.platform.database.db.selectFrom('users').select('id');
  const db = withoutGuard(service.platform.database.db);
  const ids = (await all.execute()).map(({ id }) => id);
  const times = Math.ceil(600 / ids.length);
  await db.transaction().execute(async (tx) => {
    for (let time = 0; time < times; time += 1)
      await tx
        .updateTable('users')
        .set({ last_name: `Name ${time}` })
        .execute();
  });
  await settle();
  const [row] = await list({ action: 'outside', search: 'user' });
  const own = await all.where('org_id', '=', service.admin.orgId).execute();
  expect(row?.changes).toHaveLength(100);
  expect(row?.more_changes).toBe(own.length * times - 100);
  expect(people).toHaveLength(6);
  expect(await db.selectFrom('audit_pending').select('number').execute()).toEqual([]);
});

it('shows before and after of how long something is kept', async () => {
  await service.ok(updateAuditSettings, { ...admin(), body: { days_kept: 500 } });
  await service.ok(updateAuditSettings, { ...admin(), body: { days_kept: null } });
  await service.ok(updatePrivacySettings, { ...admin(), body: { deleted_users_kept_in_days: 7 } });
  expect(await list({ action: 'updateAuditSettings' })).toMatchObject([
    { changes: [{ kind: 'audit settings', before: { days_kept: 500 }, after: { days_kept: null } }] },
    { changes: [{ kind: 'audit settings', before: null, after: { days_kept: 500 } }] },
  ]);
  expect(await list({ action: 'updatePrivacySettings' })).toMatchObject([
    { changes: [{ after: { deleted_users_kept_in_days: 7 } }] },
  ]);
});

it('lists with search, sort and page, only to administrators of the organization', async () => {
  const child = await service.makeOrganization();
  const all = await service.ok(listAudit, { ...admin(), query: { sort: 'at', page: '1,2' } });
  expect(all.audit).toHaveLength(2);
  expect(all.total_available).toBeGreaterThan(3);
  const found = await list({ search: 'UPDATEuser' });
  expect(new Set(found.map((row) => row.action))).toEqual(new Set(['updateUser']));
  const theirs = await service.ok(listAudit, { token: child.token });
  expect(theirs.audit.every((row) => !all.audit.some(({ id }) => id === row.id))).toBe(true);
  expect((await service.refused(listAudit, { ...admin(), query: { sort: 'secret' } })).code).toBe(20);
  expect((await service.refused(listAudit, { ...admin(), query: { from: 'yesterday' } })).status).toBe(400);
});

it('exports lines of JSON, and CSV in which no formula runs', async () => {
  await service.ok(updateUser, {
    token: service.admin.token,
    params: { user: service.admin.id },
    headers: { 'user-agent': '=HYPERLINK("x")' },
    body: { first_name: 'C' },
  });
  const request = { ...admin(), query: { action: 'updateUser', user: service.admin.id } } as const;
  const address = new URL(`/v3/audit/export/?action=updateUser&user=${service.admin.id}`, service.url);
  const lines = await (await fetch(address, { headers: { 'x-token': service.admin.token } })).text();
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string });
  expect(new Set(rows.map((row) => row.action))).toEqual(new Set(['updateUser']));
  const csv = await service.call(exportAudit, { ...request, query: { ...request.query, format: 'csv' } });
  expect(String(csv.body).split('\r\n')).toHaveLength(rows.length + 2);
  expect(String(csv.body)).toContain(`"'=HYPERLINK(""x"")"`);
});

it('finds rows that were changed, removed or inserted by hand', async () => {
  const on = await startService();
  try {
    const db = withoutGuard(on.platform.database.db);
    // The job that runs each minute would record changes by hand while the test puts them back.
    const never = new Date(Date.now() + 24 * 3_600_000).toISOString();
    await db.updateTable('jobs').set({ due: never }).where('kind', '=', 'audit_outside').execute();
    for (let count = 0; count < 4; count += 1) await on.makeUser();
    const findings = async () => (await verifyTrail(on.platform)).findings.map(({ what }) => what);
    expect(await findings()).toEqual([]);

    const stored = await db.selectFrom('audit').selectAll().execute();
    const heads = await db.selectFrom('audit_heads').selectAll().execute();
    const rows = stored.filter((row) => row.org_id === on.admin.orgId);
    const own = { audit: db.updateTable('audit').where('org_id', '=', on.admin.orgId) };
    const at = (position: number) => own.audit.where('position', '=', position);
    const head = () => db.updateTable('audit_heads').where('org_id', '=', on.admin.orgId);
    const restore = () =>
      db.transaction().execute(async (tx) => {
        // In the order in which rows are appended, so that neither waits for the other.
        await tx.updateTable('audit_heads').set({ logged: 0 }).execute();
        await tx.deleteFrom('audit').execute();
        await tx.insertInto('audit').values(stored).execute();
        await tx.deleteFrom('audit_heads').execute();
        await tx.insertInto('audit_heads').values(heads).execute();
      });
    const third = rows.find((row) => row.position === 3);
    const last = Math.max(...rows.map((row) => row.position));
    const before = rows.find((row) => row.position === last - 1);
    if (third === undefined || before === undefined) throw new Error('There are fewer rows than expected.');
    const deleteLast = () =>
      db.deleteFrom('audit').where('org_id', '=', on.admin.orgId).where('position', '=', last).execute();
    const changed = 'the row was changed, or put elsewhere';
    const hands: [string, () => Promise<unknown>, string][] = [
      ['what', () => at(3).set({ action: 'readUser' }).execute(), changed],
      ['by whom', () => at(3).set({ actor: 'somebody' }).execute(), changed],
      ['when', () => at(3).set({ at: '2026-01-01T00:00:00.000Z' }).execute(), changed],
      ['details', () => at(3).set({ details: '{}' }).execute(), changed],
      ['one gone', () => db.deleteFrom('audit').where('id', '=', third.id).execute(), '1 rows were removed'],
      ['the last gone', deleteLast, '1 rows were removed'],
      [
        'the last gone, and another row after it',
        async () => {
          await deleteLast();
          await on.makeUser();
        },
        '1 rows were removed',
      ],
      [
        'all of it gone',
        async () => {
          await db.deleteFrom('audit').execute();
          await db.deleteFrom('audit_heads').execute();
        },
        'the log was removed',
      ],
      [
        'all of it gone, and another row after it',
        async () => {
          await db.deleteFrom('audit').execute();
          await db.deleteFrom('audit_heads').execute();
          await on.makeUser();
        },
        'the log begins after the organization was made',
      ],
      ['the head gone', () => db.deleteFrom('audit_heads').execute(), 'the head of the chain was removed'],
      [
        'the head changed',
        () => head().set({ link: before.link }).execute(),
        'the last row is not that of the head',
      ],
      [
        'a copy at the end',
        () =>
          db
            .insertInto('audit')
            .values({ ...third, id: `${third.id}x`, position: last + 1 })
            .execute(),
        changed,
      ],
      [
        'two in the other order',
        async () => {
          await at(3).set({ position: 1_000_000 }).execute();
          await at(4).set({ position: 3 }).execute();
          await at(1_000_000).set({ position: 4 }).execute();
        },
        changed,
      ],
    ];
    for (const [name, hand, what] of hands) {
      await hand();
      expect([name, ...(await findings())]).toContain(what);
      await restore();
      expect([name, ...(await findings())]).toEqual([name]);
    }
  } finally {
    await on.stop();
  }
});

it('finds a chain that was made anew by hand, or put back, with heads that were kept elsewhere', async () => {
  const on = await startService();
  try {
    const db = withoutGuard(on.platform.database.db);
    await on.makeUser();
    const stored = await db.selectFrom('audit').selectAll().execute();
    const heads = await db.selectFrom('audit_heads').selectAll().execute();
    await on.makeUser();
    const lines: string[] = [];
    const jobs = createAuditJobs(on.platform, (head) => lines.push(headLine(head)));
    for (const job of jobs)
      await job.run(null, { orgId: '', attempt: 1, stopped: new AbortController().signal });
    const known = headsIn(`not JSON\n${lines.join('')}`);
    expect(known.get(on.admin.orgId)?.position).toBeGreaterThan(heads[0]?.last ?? 0);
    const findings = async (from = known) =>
      (await verifyTrail(on.platform, from)).findings.map(({ what }) => what);
    expect(await findings()).toEqual([]);

    // Whoever can write the database can compute the hashes, too.
    const own = (table: 'audit' | 'audit_heads') =>
      db.updateTable(table).where('org_id', '=', on.admin.orgId);
    const rows = db.selectFrom('audit').selectAll().where('org_id', '=', on.admin.orgId);
    let link = 'genesis';
    for (const row of await rows.orderBy('position').execute()) {
      const forged = row.position === 3 ? { ...row, action: 'readUser' } : row;
      link = linkOf(link, forged);
      await own('audit').where('position', '=', row.position).set({ action: forged.action, link }).execute();
    }
    await own('audit_heads').set({ link }).execute();
    expect(await findings(new Map())).toEqual([]);
    expect(await findings()).toContain('the row is not the one that was known');

    // In one transaction: the service may extend a chain at any time, and must find its head.
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('audit_heads').set({ logged: 0 }).execute();
      await tx.deleteFrom('audit').execute();
      await tx.insertInto('audit').values(stored).execute();
      await tx.deleteFrom('audit_heads').execute();
      await tx.insertInto('audit_heads').values(heads).execute();
    });
    expect(await findings(new Map())).toEqual([]);
    expect(await findings()).toEqual([expect.stringMatching(/^\d+ rows were removed$/)]);
    await on.makeUser();
    await on.makeUser();
    expect(await findings()).toContain('the row is not the one that was known');
  } finally {
    await on.stop();
  }
});

it('chains rows that several transactions append at the same time, without a gap', async () => {
  const on = await startService();
  try {
    const { database } = on.platform;
    const entry = (action: string) =>
      ({ orgId: on.admin.orgId, action, outcome: 'done', actor: null, subject: null, details: {} }) as const;
    const actions = Array.from({ length: 40 }, (_, number) => `parallel ${number}`);
    const appended = await Promise.all(
      actions.map((action) => database.auditTransaction((tx) => append(tx, [entry(action), entry(action)]))),
    );
    const positions = appended.flat().map(({ position }) => position);
    expect(new Set(positions).size).toBe(80);
    const { findings, rows } = await verifyTrail(on.platform);
    expect(findings).toEqual([]);
    expect(rows).toBeGreaterThanOrEqual(80);
  } finally {
    await on.stop();
  }
});

it('is verified by the operator’s command, beside the running service', async () => {
  const { config } = service.platform;
  const { database } = config;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: config.dataDir,
    SECRET_KEY_FILE: getKeyFilePath(config.dataDir),
    ...('url' in database && { DATABASE_URL: database.url }),
  };
  const run = promisify(execFile);
  const command = (...words: string[]) =>
    run(process.execPath, ['mock-server/commands/main.ts', 'audit', ...words], { env });
  const verify = () => command('verify');
  const { stdout: heads } = await command('heads');
  const from = join(config.dataDir, 'heads');
  await writeFile(from, heads);
  expect((await command('verify', '--from', from)).stdout).toContain('nothing found');
  const db = withoutGuard(service.platform.database.db);
  const wrong = {
    id: 'inserted',
    org_id: service.admin.orgId,
    position: 1_000_000,
    at: '',
    action: 'x',
    outcome: 'done',
  } as const;
  await db
    .insertInto('audit')
    .values({ ...wrong, digest: '', link: '' })
    .execute();
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('inserted after the last'),
  });
  await db.deleteFrom('audit').where('id', '=', 'inserted').execute();
});

it('keeps rows as long as the organization says, and the chain whole', async () => {
  const child = await service.makeOrganization();
  expect(await service.ok(readAuditSettings, { token: child.token })).toEqual({ days_kept: null });
  await service.ok(updateAuditSettings, { token: child.token, body: { days_kept: 30 } });
  await settle();
  const day = 24 * 3_600_000;
  await deleteOldRows(service.platform, Date.now() + 29 * day);
  expect((await service.ok(listAudit, { token: child.token })).audit).not.toEqual([]);
  await deleteOldRows(service.platform, Date.now() + 31 * day);
  expect((await service.ok(listAudit, { token: child.token })).audit).toEqual([]);
  expect(await list()).not.toEqual([]);
  await service.ok(updateAuditSettings, { token: child.token, body: { days_kept: 31 } });
  await settle();
  expect((await verifyTrail(service.platform)).findings).toEqual([]);
});

describe('a syslog server', () => {
  let received = '';
  const take = (socket: Socket) =>
    void socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
  const { cert, key } = localhostCertificate();
  const trusted = getCACertificates('default');
  beforeEach(() => {
    received = '';
  });
  afterEach(() => setDefaultCACertificates(trusted));

  it.each([
    ['over TCP', false, () => createServer(take)],
    ['over TLS', true, () => createTlsServer({ cert, key }, take)],
  ] as const)('gets every row, %s', async (_way, secure, make) => {
    if (secure) setDefaultCACertificates([...trusted, cert]);
    const server = make();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const on = await startService({ auditSyslog: { host: 'localhost', port, secure } });
    try {
      await on.makeUser();
      await vi.waitFor(() => expect(received).toContain('"action":"addUser"'), { timeout: timeouts.step });
      const [, length = '', message = ''] = /^(\d+) (<109>1 [\s\S]*)$/.exec(received) ?? [];
      const first = Buffer.from(message).subarray(0, Number(length)).toString();
      expect(first).toMatch(
        /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ appshelf \d+ \S+ \[appshelf@32473 organization="\w+" id="\w+" actor="\w*" link="[\w-]+"\] \uFEFF\{.*\}$/,
      );
    } finally {
      await on.stop();
      server.close();
    }
  });

  it('that is silent, or whose certificate nobody trusts, holds up nobody', async () => {
    const held = new Set<Socket>();
    const silent = createServer((socket) => void held.add(socket.pause()));
    const distrusted = createTlsServer({ cert, key }, take);
    for (const [server, secure] of [
      [silent, false],
      [distrusted, true],
    ] as const) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const on = await startService({ auditSyslog: { host: 'localhost', port, secure } });
      try {
        await on.makeUser();
        await on.ok(listAudit, { token: on.admin.token });
        await on.makeUser();
        expect((await verifyTrail(on.platform)).findings).toEqual([]);
      } finally {
        for (const socket of held) socket.destroy();
        await on.stop();
        server.close();
      }
    }
    expect(received).toBe('');
  });
});

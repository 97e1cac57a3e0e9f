import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportAudit, listAudit, readAuditSettings, updateAuditSettings } from '../../contract/audit.ts';
import { roles } from '../../contract/common/codes.ts';
import { acceptInvitation, authenticateUser, createApiToken } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { updatePrivacySettings } from '../../contract/privacy.ts';
import { updateSecurity } from '../../contract/security.ts';
import { createToken } from '../../contract/sessions.ts';
import { addUser, readUser, updateUser } from '../../contract/users.ts';
import { chainRows } from '../../mock-server/features/audit/chain.ts';
import { auditJobs } from '../../mock-server/features/audit/jobs.ts';
import { headLine, headsIn } from '../../mock-server/features/audit/known-heads.ts';
import { forgetRows } from '../../mock-server/features/audit/retention.ts';
import { verifyTrail } from '../../mock-server/features/audit/verify.ts';
import { unguarded } from '../../mock-server/platform/database/unguarded.ts';
import { keyFileIn } from '../../mock-server/platform/secrets.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService, type TestService } from '../setup/service.ts';
import { newUser, password } from '../setup/world/people.ts';
import { untoldTables } from './untold-tables.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const admin = () => ({ token: service.admin.token });
const list = async (query: Record<string, string> = {}) =>
  (await service.ok(listAudit, { ...admin(), query })).audit;

/** Chains the rows that are not chained yet, as the job does every minute. */
const settle = async (on = service) => {
  for (const { name, run } of auditJobs(on.platform, () => undefined))
    if (name === 'audit_chain')
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
  const rows = await unguarded(service.platform.database.db).selectFrom('audit').selectAll().execute();
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
  const db = unguarded(service.platform.database.db);
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
  await unguarded(service.platform.database.db)
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
  const users = unguarded(service.platform.database.db).updateTable('users');
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
  const db = unguarded(service.platform.database.db);
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
  const devices = unguarded(service.platform.database.db).updateTable('devices');
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
  const { rows } = await names.execute(unguarded(db));
  const all = await unguarded(db).introspection.getTables();
  const untold = all.map(({ name }) => name).filter((name) => !rows.some((row) => row.name === name));
  expect(untold.sort()).toEqual(Object.keys(untoldTables).sort());
});

// All of them were read at once, with what was there before and after.
it('tells of very many changes how many there were, and reads only the first', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => service.makeUser()));
  const all = service.platform.database.db.selectFrom('users').select('id');
  const db = unguarded(service.platform.database.db);
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
  const asked = { ...admin(), query: { action: 'updateUser', user: service.admin.id } } as const;
  const address = new URL(`/v3/audit/export/?action=updateUser&user=${service.admin.id}`, service.url);
  const lines = await (await fetch(address, { headers: { 'x-token': service.admin.token } })).text();
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string });
  expect(new Set(rows.map((row) => row.action))).toEqual(new Set(['updateUser']));
  const csv = await service.call(exportAudit, { ...asked, query: { ...asked.query, format: 'csv' } });
  expect(String(csv.body).split('\r\n')).toHaveLength(rows.length + 2);
  expect(String(csv.body)).toContain(`"'=HYPERLINK(""x"")"`);
});

it('finds rows that were changed, removed or inserted by hand', async () => {
  const on = await startService();
  try {
    const db = unguarded(on.platform.database.db);
    // The job that runs each minute would record changes by hand while the test puts them back.
    const never = new Date(Date.now() + 24 * 3_600_000).toISOString();
    await db.updateTable('jobs').set({ due: never }).where('kind', '=', 'audit_chain').execute();
    for (let count = 0; count < 4; count += 1) await on.makeUser();
    await settle(on);
    const findings = async () => (await verifyTrail(on.platform)).findings.map(({ what }) => what);
    expect(await findings()).toEqual([]);

    await on.ok(updateAuditSettings, { token: on.admin.token, body: { days_kept: 500 } });
    await settle(on);
    const kept = await db.selectFrom('audit').selectAll().execute();
    const heads = await db.selectFrom('audit_heads').selectAll().execute();
    const ledger = await db.selectFrom('audit_ledger').selectAll().execute();
    const settings = await db.selectFrom('audit_settings').selectAll().execute();
    const rows = kept.filter((row) => row.org_id === on.admin.orgId);
    const at = (position: number) => db.updateTable('audit').where('position', '=', position);
    // In one transaction: a job of the service might otherwise chain half of what was changed by hand.
    const restore = () =>
      db.transaction().execute(async (tx) => {
        // In the order in which rows are chained: the service may chain at any time, and each would wait for the other.
        await tx.updateTable('audit_heads').set({ told: 0 }).execute();
        await tx.deleteFrom('audit').execute();
        await tx.insertInto('audit').values(kept).execute();
        await tx.deleteFrom('audit_heads').execute();
        await tx.insertInto('audit_heads').values(heads).execute();
        await tx.deleteFrom('audit_ledger').execute();
        await tx.insertInto('audit_ledger').values(ledger).execute();
        await tx.deleteFrom('audit_settings').execute();
        await tx.insertInto('audit_settings').values(settings).execute();
        // Putting the row back is not a change that this test looks for.
        await tx.deleteFrom('audit_pending').execute();
      });
    const [third, last] = [
      rows.find((row) => row.position === 3),
      Math.max(...rows.map((row) => row.position ?? 0)),
    ];
    if (third === undefined) throw new Error('There are fewer rows than expected.');
    const hands: [string, () => Promise<unknown>, string][] = [
      ['what', () => at(3).set({ action: 'readUser' }).execute(), 'the row was changed'],
      ['by whom', () => at(3).set({ actor: 'somebody' }).execute(), 'the row was changed'],
      ['details', () => at(3).set({ details: '{}' }).execute(), 'the row was changed'],
      ['details taken away', () => at(3).set({ details: null }).execute(), 'the row was changed'],
      [
        'details taken away as if the service had erased them',
        () => at(3).set({ details: null, erasure: third.mac }).execute(),
        'the row was changed',
      ],
      ['one gone', () => db.deleteFrom('audit').where('position', '=', 3).execute(), '1 rows were removed'],
      [
        'the last gone',
        () => db.deleteFrom('audit').where('position', '=', last).execute(),
        '1 rows were removed',
      ],
      [
        'the last gone, and the head fitted',
        async () => {
          await db.deleteFrom('audit').where('position', '=', last).execute();
          const link = rows.find((row) => row.position === last - 1)?.link ?? '';
          await db
            .updateTable('audit_heads')
            .set({ last: last - 1, link })
            .where('org_id', '=', on.admin.orgId)
            .execute();
        },
        'the head of the chain was changed',
      ],
      [
        'the whole chain gone, with its head',
        async () => {
          await db.deleteFrom('audit').where('org_id', '=', on.admin.orgId).execute();
          await db.deleteFrom('audit_heads').where('org_id', '=', on.admin.orgId).execute();
        },
        'a chain was removed or put back to what it was: the ledger of all chains counts others',
      ],
      [
        'the ledger gone',
        () => db.deleteFrom('audit_ledger').execute(),
        'the ledger of all chains was removed',
      ],
      [
        'the ledger changed',
        () => db.updateTable('audit_ledger').set({ sealed: 'AAAAAAAA.AAAA' }).execute(),
        'a chain was removed or put back to what it was: the ledger of all chains counts others',
      ],
      [
        'the last gone, the head fitted, and another row after it',
        async () => {
          await db.deleteFrom('audit').where('position', '=', last).execute();
          const link = rows.find((row) => row.position === last - 1)?.link ?? '';
          const fitted = db.updateTable('audit_heads').set({ last: last - 1, link });
          await fitted.where('org_id', '=', on.admin.orgId).execute();
          await on.makeUser();
        },
        'the head of the chain was changed',
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
      [
        'how long it is kept',
        () => db.updateTable('audit_settings').set({ days_kept: 1 }).execute(),
        'how long rows are kept was changed',
      ],
      ['the head gone', () => db.deleteFrom('audit_heads').execute(), 'the head of the chain was removed'],
      [
        'a copy at the end',
        () =>
          db
            .insertInto('audit')
            .values({ ...third, id: `${third.id}x`, position: last + 1 })
            .execute(),
        'the row was changed',
      ],
      [
        'one for the chain to take',
        () =>
          db
            .insertInto('audit')
            .values({ ...third, id: `${third.id}x`, position: null, link: null })
            .execute(),
        `the row ${third.id}x was inserted or changed`,
      ],
      [
        'two in the other order',
        async () => {
          await at(3).set({ position: 1_000_000 }).execute();
          await at(4).set({ position: 3 }).execute();
          await at(1_000_000).set({ position: 4 }).execute();
        },
        'the row was inserted or put elsewhere',
      ],
    ];
    for (const [name, hand, what] of hands) {
      await hand();
      // As the service does a moment after it has recorded something, when all of that may be chained already.
      await chainRows(on.platform, on.admin.orgId);
      await settle(on);
      expect([name, ...(await findings())]).toContain(what);
      await restore();
      expect([name, ...(await findings())]).toEqual([name]);
    }
  } finally {
    await on.stop();
  }
});

it('finds a chain that was put back to what it was, and with heads kept elsewhere also all of them', async () => {
  const on = await startService();
  try {
    const db = unguarded(on.platform.database.db);
    await on.makeUser();
    await settle(on);
    const kept = await db.selectFrom('audit').selectAll().execute();
    const heads = await db.selectFrom('audit_heads').selectAll().execute();
    const ledger = await db.selectFrom('audit_ledger').selectAll().execute();
    await on.makeUser();
    const lines: string[] = [];
    const jobs = auditJobs(on.platform, (head) => lines.push(headLine(head)));
    for (const job of jobs)
      await job.run(null, { orgId: '', attempt: 1, stopped: new AbortController().signal });
    const known = headsIn(`not JSON\n${lines.join('')}`);
    expect(known.get(on.admin.orgId)?.position).toBeGreaterThan(heads[0]?.last ?? 0);
    const findings = async (from = known) =>
      (await verifyTrail(on.platform, from)).findings.map(({ what }) => what);
    expect(await findings()).toEqual([]);

    // In one transaction: the service may extend a chain at any time, and must find its head.
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('audit').execute();
      await tx.insertInto('audit').values(kept).execute();
      await tx.deleteFrom('audit_heads').execute();
      await tx.insertInto('audit_heads').values(heads).execute();
    });
    expect(await findings(new Map())).toEqual([
      'a chain was removed or put back to what it was: the ledger of all chains counts others',
    ]);
    await db
      .updateTable('audit_ledger')
      .set(ledger[0] ?? {})
      .execute();
    // Nothing in the database shows any more that it existed.
    expect(await findings(new Map())).toEqual([]);
    expect(await findings()).toEqual([expect.stringMatching(/^\d+ rows were removed$/)]);
    await on.makeUser();
    await on.makeUser();
    await settle(on);
    expect(await findings()).toContain('the row is not the one that was known');
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
    SECRET_KEY_FILE: keyFileIn(config.dataDir),
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
  const db = unguarded(service.platform.database.db);
  const wrong = {
    id: 'inserted',
    org_id: service.admin.orgId,
    at: '',
    action: 'x',
    outcome: 'done',
  } as const;
  await db
    .insertInto('audit')
    .values({ ...wrong, digest: '', mac: '' })
    .execute();
  await expect(verify()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('inserted') });
  await db.deleteFrom('audit').where('id', '=', 'inserted').execute();
});

it('keeps rows as long as the organization says, and the chain whole', async () => {
  const child = await service.makeOrganization();
  expect(await service.ok(readAuditSettings, { token: child.token })).toEqual({ days_kept: null });
  await service.ok(updateAuditSettings, { token: child.token, body: { days_kept: 30 } });
  await settle();
  const day = 24 * 3_600_000;
  await forgetRows(service.platform, Date.now() + 29 * day);
  expect((await service.ok(listAudit, { token: child.token })).audit).not.toEqual([]);
  await forgetRows(service.platform, Date.now() + 31 * day);
  expect((await service.ok(listAudit, { token: child.token })).audit).toEqual([]);
  expect(await list()).not.toEqual([]);
  await service.ok(updateAuditSettings, { token: child.token, body: { days_kept: 31 } });
  await settle();
  expect((await verifyTrail(service.platform)).findings).toEqual([]);
});

it('forgets no row because of days or moments that somebody set in the database', async () => {
  const child = await service.makeOrganization();
  await settle();
  const db = unguarded(service.platform.database.db);
  const positions = async () => {
    const rows = db.selectFrom('audit').select('position').where('org_id', '=', child.orgId);
    return (await rows.orderBy('position').execute()).map(({ position }) => position);
  };
  // The service may record more meanwhile, which has no position yet.
  const kept = expect.arrayContaining(await positions());
  await db.insertInto('audit_settings').values({ org_id: child.orgId, days_kept: 1 }).execute();
  await forgetRows(service.platform, Date.now() + 2 * 24 * 3_600_000);
  expect(await positions()).toEqual(kept);
  await db.deleteFrom('audit_settings').where('org_id', '=', child.orgId).execute();
  const first = db.updateTable('audit').where('org_id', '=', child.orgId).where('position', '=', 1);
  const { at } = await db
    .selectFrom('audit')
    .select('at')
    .where('org_id', '=', child.orgId)
    .where('position', '=', 1)
    .executeTakeFirstOrThrow();
  await first.set({ at: '2000-01-01T00:00:00.000Z' }).execute();
  await forgetRows(service.platform, Date.now());
  expect(await positions()).toEqual(kept);
  await first.set({ at }).execute();
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
        /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ appshelf \d+ \S+ \[appshelf@32473 organization="\w+" id="\w+" actor="\w*"\] \uFEFF\{.*\}$/,
      );
    } finally {
      await on.stop();
      server.close();
    }
  });

  it('that is silent, or whose certificate nobody trusts, holds up no chain', async () => {
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
      const unchained = () =>
        on.platform.database.db.selectFrom('audit').select('id').where('position', 'is', null).execute();
      try {
        await on.makeUser();
        await expect.poll(unchained, { timeout: timeouts.step }).toEqual([]);
        await on.makeUser();
        await expect.poll(unchained, { timeout: timeouts.step }).toEqual([]);
      } finally {
        for (const socket of held) socket.destroy();
        await on.stop();
        server.close();
      }
    }
    expect(received).toBe('');
  });
});

import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { exportAudit, listAudit, readAuditSettings, updateAuditSettings } from '../../contract/audit.ts';
import { roles } from '../../contract/common/codes.ts';
import { authenticateUser, createApiToken } from '../../contract/identity.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { addUser, readUser, updateUser } from '../../contract/users.ts';
import { auditJobs } from '../../mock-server/features/audit/jobs.ts';
import { forgetRows } from '../../mock-server/features/audit/retention.ts';
import { verifyTrail } from '../../mock-server/features/audit/verify.ts';
import { unguarded } from '../../mock-server/platform/database/unguarded.ts';
import { keyFileIn } from '../../mock-server/platform/secrets.ts';
import { newUser, password } from '../setup/people.ts';
import { startService, type TestService } from '../setup/service.ts';
import { timeouts } from '../setup/timeouts.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const admin = () => ({ token: service.admin.token });
const list = async (query: Record<string, string> = {}) =>
  (await service.ok(listAudit, { ...admin(), query })).audit;

/** Chains what is not chained yet, as the job of each minute does. */
const settle = async (on = service) => {
  for (const { name, run } of auditJobs(on.platform))
    if (name === 'audit_chain') await run(null, { orgId: '', attempt: 1 });
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
    for (let count = 0; count < 4; count += 1) await on.makeUser();
    await settle(on);
    const findings = async () => (await verifyTrail(on.platform)).findings.map(({ what }) => what);
    expect(await findings()).toEqual([]);

    const kept = await db.selectFrom('audit').selectAll().execute();
    const heads = await db.selectFrom('audit_heads').selectAll().execute();
    const rows = kept.filter((row) => row.org_id === on.admin.orgId);
    const at = (position: number) => db.updateTable('audit').where('position', '=', position);
    const restore = async () => {
      await db.deleteFrom('audit').execute();
      await db.insertInto('audit').values(kept).execute();
      await db.deleteFrom('audit_heads').execute();
      await db.insertInto('audit_heads').values(heads).execute();
    };
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
        () => db.updateTable('audit_heads').set({ days_kept: 1 }).execute(),
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
      await settle(on);
      expect([name, ...(await findings())]).toContain(what);
      await restore();
      expect([name, ...(await findings())]).toEqual([name]);
    }
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
  const verify = () => run(process.execPath, ['mock-server/commands/main.ts', 'audit', 'verify'], { env });
  expect((await verify()).stdout).toContain('nothing found');
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
  const before = await positions();
  const head = db.updateTable('audit_heads').where('org_id', '=', child.orgId);
  await head.set({ days_kept: 1 }).execute();
  await forgetRows(service.platform, Date.now() + 2 * 24 * 3_600_000);
  expect(await positions()).toEqual(before);
  await head.set({ days_kept: null }).execute();
  const first = db.updateTable('audit').where('org_id', '=', child.orgId).where('position', '=', 1);
  const { at } = await db
    .selectFrom('audit')
    .select('at')
    .where('org_id', '=', child.orgId)
    .where('position', '=', 1)
    .executeTakeFirstOrThrow();
  await first.set({ at: '2000-01-01T00:00:00.000Z' }).execute();
  await forgetRows(service.platform, Date.now());
  expect(await positions()).toEqual(before);
  await first.set({ at }).execute();
});

it('sends every row to the syslog server once it can be reached', async () => {
  let received = '';
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const on = await startService({ auditSyslog: { host: '127.0.0.1', port, secure: false } });
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

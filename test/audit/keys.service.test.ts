import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listAudit, readAuditSettings, updateAuditSettings } from '../../contract/audit.ts';
import { eraseFromTrail } from '../../mock-server/features/audit/facade.ts';
import { auditJobs } from '../../mock-server/features/audit/jobs.ts';
import { renewAudit } from '../../mock-server/features/audit/keys/reseal.ts';
import { retireKey } from '../../mock-server/features/audit/keys/retire.ts';
import { forgetRows } from '../../mock-server/features/audit/retention.ts';
import { seal } from '../../mock-server/features/audit/seal.ts';
import { verifyTrail } from '../../mock-server/features/audit/verify.ts';
import { unguarded } from '../../mock-server/platform/database/unguarded.ts';
import { parseKeys } from '../../mock-server/platform/key-file.ts';
import { keyFileIn, Secrets } from '../../mock-server/platform/secrets.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const admin = () => ({ token: service.admin.token });
const db = () => unguarded(service.platform.database.db);
const keyFile = () => keyFileIn(service.platform.config.dataDir);
const day = 24 * 3_600_000;

/** Chains the rows that are not chained yet, as the job does every minute. */
const settle = async () => {
  for (const { name, run } of auditJobs(service.platform, () => undefined))
    if (name === 'audit_chain')
      await run(null, { orgId: '', attempt: 1, stopped: new AbortController().signal });
};

/** The output of verify once everything is chained. */
const verified = async () => {
  await settle();
  return verifyTrail(service.platform);
};

const ownRows = () =>
  db()
    .selectFrom('audit')
    .selectAll()
    .where('org_id', '=', service.admin.orgId)
    .orderBy('position')
    .execute();

/** Runs an operator's command beside the service: its exit code and what it printed. */
async function operator(...words: string[]): Promise<{ code: number; said: string }> {
  const { dataDir, database } = service.platform.config;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    SECRET_KEY_FILE: keyFile(),
    ...('url' in database && { DATABASE_URL: database.url }),
  };
  const run = promisify(execFile);
  const program = ['mock-server/commands/main.ts', ...words];
  return run(process.execPath, program, { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      said: stdout + stderr,
    }),
  );
}

/** Writes these keys to the key file, and waits until the running service uses exactly them. */
async function leave(...left: readonly Buffer[]): Promise<void> {
  const gone = (await keys()).filter((key) => !left.some((other) => other.equals(key)));
  await writeFile(keyFile(), left.map((key) => key.toString('base64')).join('\n'));
  const { secrets } = service.platform;
  const isKnown = (key: Buffer) => secrets.verify('any', 'text', new Secrets(key).sign('any', 'text'));
  const known = () => [left.map(isKnown), gone.map(isKnown)];
  const wanted = [left.map(() => true), gone.map(() => false)];
  await expect.poll(known, { timeout: timeouts.step }).toEqual(wanted);
}

const keys = async () => parseKeys(await readFile(keyFile(), 'utf8'));

/** Some rows of every kind: with details, of an erased person, and about how long rows are kept. */
async function fill(days_kept: number): Promise<void> {
  await service.ok(updateAuditSettings, { ...admin(), body: { days_kept } });
  await service.makeUser();
  const { id, psk } = await service.makeUser();
  await settle();
  await eraseFromTrail(service.platform, { org_id: service.admin.orgId, id, psk });
}

/** The old rows are deleted, and the rows after them are chained and verified. */
async function expectItGoesOn(days: number): Promise<void> {
  const before = (await ownRows()).length;
  await forgetRows(service.platform, Date.now() + (days - 1) * day);
  expect(await ownRows()).toHaveLength(before);
  await forgetRows(service.platform, Date.now() + (days + 1) * day);
  expect(await ownRows()).toEqual([]);
  await service.makeUser();
  expect((await verified()).findings).toEqual([]);
  expect((await ownRows()).length).toBeGreaterThan(0);
}

it('is proven, deleted in its time and continued when a key was rotated and taken out', async () => {
  await fill(500);
  const [old = Buffer.alloc(0)] = await keys();
  const links = (await ownRows()).map(({ link }) => link);
  expect((await operator('keys', 'rotate')).said).toMatch(/Sealed anew: [1-9]\d* rows of the audit log/);
  const [current = Buffer.alloc(0)] = await keys();
  await leave(current, old);
  expect(await verified()).toMatchObject({ findings: [], earlier: 0, unproven: 0 });
  const told = await db()
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'operator:keys rotate')
    .execute();
  expect(told.map(({ details }) => JSON.parse(details ?? '{}'))).toEqual([
    { sent: { by: expect.stringContaining('@'), key: expect.any(String) } },
  ]);
  await leave(current);

  const { findings, renewed, unproven, earlier } = await verified();
  expect({ findings, unproven, earlier }).toEqual({ findings: [], unproven: 0, earlier: 0 });
  expect(renewed).toBeGreaterThanOrEqual(links.length);
  // Heads that were stored elsewhere refer to links of the chain.
  expect((await ownRows()).slice(0, links.length).map(({ link }) => link)).toEqual(links);
  await expectItGoesOn(500);
});

it('says that rows hang on an earlier key, and of which a hand made one', async () => {
  await fill(500);
  const [old = Buffer.alloc(0)] = await keys();
  const current = randomBytes(32);
  await leave(current, old);
  expect((await verified()).earlier).toBeGreaterThan(0);
  const changed = db().updateTable('audit').set({ action: 'readUser' });
  await changed.where('org_id', '=', service.admin.orgId).where('position', '=', 3).execute();
  await renewAudit(service.platform);
  await leave(current);
  const { findings } = await verified();
  expect(findings).toContainEqual({ orgId: service.admin.orgId, position: 3, what: 'the row was changed' });
  expect(new Set(findings.map(({ position }) => position))).toEqual(new Set([3]));
});

it('finds rows that were forged with a key after it was taken out', async () => {
  await fill(500);
  const [old = Buffer.alloc(0)] = await keys();
  const current = randomBytes(32);
  await leave(current, old);
  await renewAudit(service.platform);
  await leave(current);
  expect((await verified()).findings).toEqual([]);

  const leaked = new Secrets(old);
  const row = (await ownRows()).find(({ position }) => position === 3);
  if (row === undefined) throw new Error('There is no third row.');
  const forged = { ...row, action: 'readUser' };
  const mac = seal.row(leaked, forged);
  const place = { ...forged, mac, position: 3, link: row.link ?? '' };
  const [second] = (await ownRows()).filter(({ position }) => position === 2);
  const resealed = seal.place(leaked, 'renewed', second?.link ?? '', place);
  await db()
    .updateTable('audit')
    .set({ action: 'readUser', mac, resealed })
    .where('id', '=', row.id)
    .execute();
  const inserted = { ...forged, id: `${row.id}x`, position: null, link: null, resealed: null };
  const values = { ...inserted, mac: seal.row(leaked, inserted) };
  await db().insertInto('audit').values(values).execute();
  const whats = (await verified()).findings.map(({ what }) => what);
  expect(whats).toEqual(
    expect.arrayContaining(['the row was changed', `the row ${row.id}x was inserted or changed`]),
  );
});

it('accepts what a lost key had sealed as unproven once an operator says so, and nothing from after it', async () => {
  await fill(500);
  const old = await ownRows();
  await leave(randomBytes(32));
  const before = new Date().toISOString();
  await service.makeUser();
  await service.makeUser();
  expect((await verified()).findings.length).toBeGreaterThan(old.length);
  await forgetRows(service.platform, Date.now() + 1_000 * day);
  expect((await ownRows()).length).toBeGreaterThan(old.length);

  const { organizations, lostLedger } = await retireKey(service.platform, before, false);
  expect(organizations).toContainEqual(
    expect.objectContaining({ orgId: service.admin.orgId, rows: old.length }),
  );
  expect(lostLedger).toBe(true);
  expect((await verified()).unproven).toBe(0);

  // Somebody changes later rows, and claims that they are old.
  const last = (await ownRows()).at(-1);
  const at = old[0]?.at ?? '';
  const own = db()
    .updateTable('audit')
    .where('id', '=', last?.id ?? '');
  await own.set({ at, mac: 'unreadable' }).execute();
  const { code, said } = await operator('audit', 'retire', '--before', before);
  expect({ code, said }).toMatchObject({
    code: 1,
    said: expect.stringContaining('1 are newer than that moment'),
  });
  const found = (await verified()).findings;
  expect(found).toContainEqual({
    orgId: service.admin.orgId,
    position: last?.position,
    what: 'the row was changed',
  });
  await own.set({ at: last?.at ?? '', mac: last?.mac ?? '' }).execute();

  const { findings, unproven } = await verified();
  expect(findings).toEqual([]);
  expect(unproven).toBeGreaterThanOrEqual(old.length);
  expect(await operator('audit', 'verify')).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${unproven} rows were sealed by a key that is gone: nothing proves`),
  });
  const { audit } = await service.ok(listAudit, { ...admin(), query: { action: 'operator:audit retire' } });
  expect(audit[0]?.sent).toMatchObject({ before, rows: old.length, refused: 1 });

  const changed = db()
    .updateTable('audit')
    .where('id', '=', old[2]?.id ?? '');
  await changed.set({ action: 'readUser' }).execute();
  expect((await verified()).findings).toMatchObject([{ position: 3, what: 'the row was changed' }]);
  await changed.set({ action: old[2]?.action ?? '' }).execute();
  expect((await service.ok(readAuditSettings, admin())).days_kept).toBe(500);
  await expectItGoesOn(500);
});

it('does not believe fewer days than usual of a lost key', async () => {
  await fill(30);
  await leave(randomBytes(32));
  await service.makeUser();
  await retireKey(service.platform, new Date().toISOString(), true);
  expect((await service.ok(readAuditSettings, admin())).days_kept).toBeNull();
  expect((await verified()).findings).toEqual([]);
});

it('chains what comes after many rows that no service wrote', async () => {
  await settle();
  const [row] = await ownRows();
  if (row === undefined) throw new Error('There is no row.');
  const foreign = { ...row, position: null, link: null };
  const ids = Array.from({ length: 450 }, (_, count) => `0${count}`);
  for (let at = 0; at < ids.length; at += 50)
    await db()
      .insertInto('audit')
      .values(ids.slice(at, at + 50).map((id) => ({ ...foreign, id })))
      .execute();
  const { id } = await service.makeUser();
  await settle();
  const rows = await ownRows();
  expect(rows.filter(({ position }) => position === null)).toHaveLength(ids.length);
  expect(rows.find(({ subject }) => subject === id)?.position).toEqual(expect.any(Number));
});

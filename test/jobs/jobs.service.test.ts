import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteJob, listJobs, retryJob } from '../../contract/jobs.ts';
import { addUser, updateUser } from '../../contract/users.ts';
import { buildApp } from '../../mock-server/app.ts';
import { createId, getNow } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { bindJobKind } from '../../mock-server/platform/jobs/kind.ts';
import { JobQueue } from '../../mock-server/platform/jobs/queue.ts';
import { serviceJobs } from '../../mock-server/platform/jobs/store.ts';
import { Worker } from '../../mock-server/platform/jobs/worker.ts';
import { freePort } from '../setup/free-port.ts';
import { openService } from '../setup/open-service.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { TestService } from '../setup/service.ts';

let mail: MailServer | undefined;
const port = await freePort();
const service = await openService({
  smtp: { host: '127.0.0.1', port, secure: false, tlsRequired: false, auth: null },
  publicUrl: 'https://apps.example.org',
  limits: { jobBackOff: 50, jobLease: 1500 },
});
beforeEach(() => {
  mail = undefined;
});
afterEach(async () => {
  await mail?.stop();
  const { db } = service.platform.database;
  await db.deleteFrom('jobs').where('org_id', '!=', serviceJobs).execute();
});

let made = 0;
async function inviteSomebody(at: TestService = service): Promise<string> {
  const login = `worker${++made}${createId().slice(-4)}`;
  const email = `${login}@example.org`;
  const body = { user_id: login, password: 'Given-by-admin-1', first_name: 'A', last_name: 'B', email };
  await at.ok(addUser, { token: at.admin.token, body });
  return email;
}
const jobs = async () => (await service.ok(listJobs, { token: service.admin.token })).jobs;

describe('a job', () => {
  test('that fails is tried again until it succeeds, and is gone then', async () => {
    const email = await inviteSomebody();
    await expect.poll(async () => (await jobs())[0]?.attempts).toBeGreaterThan(1);
    const [waiting] = await jobs();
    expect(waiting).toMatchObject({
      kind: 'invitation',
      // L5 of a review: names of machines in the network stay in the service's log.
      last_error: expect.stringContaining('log has the reason'),
    });
    expect(waiting?.last_error_guid).toMatch(/^[0-9a-f-]{36}$/);
    mail = await MailServer.start({ port });
    await mail.mailsTo(email);
    await expect.poll(jobs).toEqual([]);
  });

  test('that can never succeed fails at once, is shown with its reason, and can be tried again or given up', async () => {
    const login = 'nobody.there';
    const email = `${login}@example.org`;
    mail = await MailServer.start({ port, refuse: [email] });
    const body = { user_id: login, password: 'Given-by-admin-1', first_name: 'A', last_name: 'B', email };
    await service.ok(addUser, { token: service.admin.token, body });
    await expect.poll(async () => (await jobs())[0]?.state).toBe('failed');
    const [onFailure] = await jobs();
    expect(onFailure).toMatchObject({ attempts: 1, next_attempt: null });
    expect(onFailure?.last_error).toContain('No such mailbox here');
    await mail.stop();
    mail = await MailServer.start({ port });
    const params = { job: onFailure?.id ?? '' };
    const again = await service.ok(retryJob, { token: service.admin.token, params });
    expect(again.job.state).toBe('waiting');
    await mail.mailsTo(email);
    await expect.poll(jobs).toEqual([]);
    expect((await service.refused(deleteJob, { token: service.admin.token, params })).status).toBe(404);
  });

  test('that waits can be given up', async () => {
    await inviteSomebody();
    await expect.poll(async () => (await jobs())[0]?.state).toBe('waiting');
    const params = { job: (await jobs())[0]?.id ?? '' };
    await expect
      .poll(async () => (await service.call(deleteJob, { token: service.admin.token, params })).status)
      .toBe(200);
    expect(await jobs()).toEqual([]);
  });

  test('is seen only by administrators of its organization', async () => {
    await inviteSomebody();
    const child = await service.makeOrganization();
    expect((await service.ok(listJobs, { token: child.token })).jobs).toEqual([]);
    const [job] = await jobs();
    const params = { job: job?.id ?? '' };
    expect((await service.refused(retryJob, { token: child.token, params })).status).toBe(404);
    const user = await service.makeUser();
    const token = await service.userToken(user);
    expect((await service.refused(listJobs, { token })).code).toBe(11);
  });

  test('of a change that was taken back does not exist', async () => {
    const body = {
      user_id: 'admin',
      password: 'Given-by-admin-1',
      first_name: 'A',
      last_name: 'B',
      email: 'x@example.org',
    };
    await service.refused(addUser, { token: service.admin.token, body });
    expect(await jobs()).toEqual([]);
  });

  test('of a process that died is another’s when its lease has ended', async () => {
    mail = await MailServer.start({ port });
    const user = await service.makeUser();
    const { db } = service.platform.database;
    await withoutGuard(db)
      .updateTable('users')
      .set({ status: 'invited' })
      .where('id', '=', user.id)
      .execute();
    await db
      .insertInto('jobs')
      .values({
        org_id: service.admin.orgId,
        id: createId(),
        kind: 'invitation',
        payload: JSON.stringify({ user: user.id, from: service.admin.orgId }),
        state: 'running',
        attempts: 1,
        due: getNow(),
        owner: 'a process that died',
        last_error: null,
        last_error_guid: null,
        created: getNow(),
      })
      .execute();
    service.platform.jobs.wake();
    expect(await mail.mailsTo(`${user.userId}@example.org`)).toHaveLength(1);
    await expect.poll(jobs).toEqual([]);
  });
});

describe('a job whose payload another version left', () => {
  test('fails with that reason, and does nothing', async () => {
    const { platform, admin } = service;
    const payload = { somebody: 1 };
    const kind = { name: 'invitation', payload: Type.Object({ somebody: Type.Integer() }) };
    await platform.database.transaction((tx) => platform.jobs.enqueue(tx, admin.orgId, kind, payload));
    platform.jobs.wake();
    await expect.poll(async () => (await jobs())[0]?.state).toBe('failed');
    expect((await jobs())[0]?.last_error).toContain('Another version');
  });
});

describe('an invitation that waits for the mail server', () => {
  test('is not sent to who was disabled meanwhile', async () => {
    const email = await inviteSomebody();
    const [login = ''] = email.split('@');
    const change = { params: { user: login }, body: { disabled: true } };
    await service.ok(updateUser, { token: service.admin.token, ...change });
    // An attempt that began before sends the mail where it finds a server.
    await expect.poll(async () => (await jobs())[0]?.state).not.toBe('running');
    mail = await MailServer.start({ port });
    await expect.poll(jobs).toEqual([]);
    expect(mail.mails).toEqual([]);
  });
});

describe('work that comes again and again', () => {
  test('is there once for all processes, and forgets invitations whose time is over', async () => {
    const { db, transaction } = service.platform.database;
    const user = await service.makeUser();
    const row = { org_id: service.admin.orgId, user: user.id, hash: 'x', reset: 0 as const };
    const ended = { ...row, expires: '2020-01-01T00:00:00.000Z' };
    await transaction((tx) => tx.insertInto('invitations').values(ended).execute());
    const other = await buildApp({ ...service.platform.config });
    await other.close();
    const periodic = db.selectFrom('jobs').selectAll().where('org_id', '=', serviceJobs);
    const [job, ...more] = await periodic.where('kind', '=', 'expired_invitations').execute();
    expect(more).toEqual([]);
    await db.updateTable('jobs').set({ due: getNow() }).where('kind', '=', 'expired_invitations').execute();
    service.platform.jobs.wake();
    const left = () => db.selectFrom('invitations').select('user').where('user', '=', user.id).execute();
    await expect.poll(left).toEqual([]);
    const next = () => periodic.where('kind', '=', 'expired_invitations').executeTakeFirst();
    await expect.poll(async () => (await next())?.state).toBe('waiting');
    expect(Date.parse((await next())?.due ?? '')).toBeGreaterThan(Date.now());
    expect(await next()).toMatchObject({ id: job?.id, attempts: 0, owner: null });
  });
});

test('organizations take turns where a kind of job says so, and the oldest of each comes first', async () => {
  const { db } = service.platform.database;
  const name = { name: 'turns', payload: Type.String() };
  const done: string[] = [];
  const kind = bindJobKind(name, (text) => Promise.resolve(void done.push(text)), {
    maxRunning: 1,
    isFair: true,
  });
  const queue = new JobQueue(service.platform.clock);
  const options = { backOff: 50, lease: 60_000, stopTimeout: 1_000, onFailure: () => undefined };
  const worker = new Worker({ db, queue, kinds: [kind], ...options });
  await service.platform.database.transaction(async (tx) => {
    for (const text of ['b1', 'b2', 'b3', 'a1', 'a2', 'c1'])
      await queue.enqueue(tx, text.charAt(0), name, text);
  });
  for (const [at, { id }] of (
    await db.selectFrom('jobs').selectAll().where('kind', '=', 'turns').orderBy('id').execute()
  ).entries()) {
    await db
      .updateTable('jobs')
      .set({ due: new Date(at).toISOString() })
      .where('id', '=', id)
      .execute();
  }
  await worker.start();
  await expect.poll(() => done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'b3']);
  await worker.stop();
});

test('an organization whose jobs do not end holds only its part of the places, and none of its own is left out later', async () => {
  const { db } = service.platform.database;
  const name = { name: 'parts', payload: Type.String() };
  const started: string[] = [];
  const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
  const work = async (text: string) => {
    started.push(text);
    if (text.startsWith('a')) await end;
  };
  const kind = bindJobKind(name, work, { maxRunning: 4, maxRunningPerOrganization: 2, isFair: true });
  const queue = new JobQueue(service.platform.clock);
  const options = { backOff: 50, lease: 60_000, stopTimeout: 1_000, onFailure: () => undefined };
  const worker = new Worker({ db, queue, kinds: [kind], ...options });
  await service.platform.database.transaction(async (tx) => {
    for (const text of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'])
      await queue.enqueue(tx, text.charAt(0), name, text);
  });
  await worker.start();
  await expect.poll(() => started.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2']);
  letEnd();
  await expect.poll(() => started.length).toBe(6);
  await worker.stop();
});

describe('two processes on one database', () => {
  test('do each job once', async () => {
    mail = await MailServer.start({ port });
    const other = await buildApp({ ...service.platform.config });
    try {
      const url = await other.server.listen({ host: '127.0.0.1', port: 0 });
      const second = new TestService(url, other, service.admin, () => other.close());
      const emails = await Promise.all(
        Array.from({ length: 20 }, (_, at) => inviteSomebody(at % 2 === 0 ? service : second)),
      );
      other.platform.jobs.wake();
      service.platform.jobs.wake();
      await expect.poll(jobs).toEqual([]);
      const reached = mail.mails.map(({ to }) => to?.[0]?.address ?? '').sort();
      expect(reached).toEqual(emails.sort());
    } finally {
      await other.close();
    }
  });
});

describe('stopping', () => {
  test('waits for the job that runs, and leaves the others for the next start', async () => {
    mail = await MailServer.start({ port });
    const other = await buildApp({ ...service.platform.config });
    const url = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const email = await inviteSomebody(new TestService(url, other, service.admin, () => other.close()));
    await other.close();
    service.platform.jobs.wake();
    await mail.mailsTo(email);
    await expect.poll(jobs).toEqual([]);
  });
});

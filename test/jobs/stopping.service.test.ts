import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { authenticateUser } from '../../contract/identity.ts';
import { addUser } from '../../contract/users.ts';
import { type App, buildApp } from '../../mock-server/app.ts';
import type { Config } from '../../mock-server/config.ts';
import { serverFile } from '../../mock-server/launch/paths.ts';
import { getNow } from '../../mock-server/platform/database/identifiers.ts';
import { freePort } from '../setup/free-port.ts';
import { Requests } from '../setup/requests.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { testConfig } from '../setup/service.ts';

const email = 'somebody@example.org';
let config: Config;
let mail: MailServer;
let remove: () => Promise<void>;
/** The same in this process and in others: a database is not opened with another key. */
const secretKey = Buffer.alloc(32, 7).toString('base64');
let app: App | null = null;
let child: ChildProcess | null = null;

beforeEach(async () => {
  mail = await MailServer.start({ isSilent: true });
  ({ config, remove } = await testConfig({
    smtp: mail.smtp,
    port: await freePort(),
    secretKey,
    limits: { jobStopTimeout: 200 },
  }));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  child = null;
  await app?.close();
  app = null;
  await mail.stop();
  await remove();
});

async function start(): Promise<App> {
  app = await buildApp(config);
  await app.server.listen({ host: config.host, port: config.port });
  return app;
}

async function stop(): Promise<void> {
  await app?.close();
  app = null;
}

/** Replaces the mail server by one that answers. */
async function mendMailServer(): Promise<void> {
  const { port } = mail;
  await mail.stop();
  mail = await MailServer.start({ port });
}

async function inviteSomebody(): Promise<void> {
  const { userId = '', password = '' } = config.firstAdministrator ?? {};
  const service = new Requests(`http://127.0.0.1:${config.port}`);
  const { token } = await service.ok(authenticateUser, { body: { user_id: userId, password } });
  const names = { user_id: 'somebody', first_name: 'A', last_name: 'B', email };
  await service.ok(addUser, { token, body: { ...names, password: 'Given-by-admin-1' } });
}

/** The service in a process of its own, on the same data. */
async function startProcess(): Promise<ChildProcess> {
  const first = config.firstAdministrator;
  child = spawn(process.execPath, [serverFile], {
    env: {
      DATA_DIR: config.dataDir,
      HOST: config.host,
      PORT: String(config.port),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      ORGANIZATION_NAME: first?.organizationName,
      ADMIN_USER_ID: first?.userId,
      ADMIN_PASSWORD: first?.password,
      ADMIN_EMAIL: first?.email,
      ...('url' in config.database && { DATABASE_URL: config.database.url }),
      SECRET_KEY: secretKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The service has no output to read.');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"msg":"ready"')) return child;
  }
  throw new Error('The service ended before it listened.');
}

test('a stop gives back the job that takes too long, and the next process does it', async () => {
  await start();
  await inviteSomebody();
  await mail.mailsTo(email);
  await stop();
  await mendMailServer();
  await start();
  expect(await mail.mailsTo(email)).toHaveLength(1);
});

test('SIGTERM ends the service with 0 also while a mail server keeps a job waiting', async () => {
  const service = await startProcess();
  await inviteSomebody();
  await mail.mailsTo(email);
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await mendMailServer();
  await start();
  expect(await mail.mailsTo(email)).toHaveLength(1);
});

test('a process that is killed leaves its job to the next one, once its lease has ended', async () => {
  const service = await startProcess();
  await inviteSomebody();
  await mail.mailsTo(email);
  const ended = once(service, 'exit');
  service.kill('SIGKILL');
  await ended;
  await mendMailServer();
  const { platform } = await start();
  const { db } = platform.database;
  const running = await db.selectFrom('jobs').selectAll().where('state', '=', 'running').execute();
  expect(running).toMatchObject([{ kind: 'invitation', attempts: 1 }]);
  await db.updateTable('jobs').set({ due: getNow() }).where('state', '=', 'running').execute();
  platform.jobs.wake();
  expect(await mail.mailsTo(email)).toHaveLength(1);
});

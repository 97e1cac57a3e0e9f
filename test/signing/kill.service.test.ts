import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addApplication, readApplication } from '../../contract/applications.ts';
import { addCredentials, signApplication } from '../../contract/credentials.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { preparedFile } from '../../mock-server/packages-worker/kinds/prepare-package.ts';
import { connect } from '../../mock-server/platform/database/connect.ts';
import { getNow } from '../../mock-server/platform/database/identifiers.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { freshDatabase } from '../setup/database/database.ts';
import { freePort } from '../setup/free-port.ts';
import { Requests } from '../setup/requests.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { ServiceProcess } from '../setup/service-process.ts';
import { workersOf } from '../setup/worker-processes.ts';
import { androidCredentials } from '../setup/world/credentials.ts';
import { password } from '../setup/world/people.ts';

const files = temporaryFiles();
let directory = '';

directory = await mkdtemp(join(tmpdir(), 'appshelf-kill-'));
const database = await freshDatabase(directory);
const remove = database.remove;
const location = database.location;
const port = await freePort();
const requests = new Requests(`http://127.0.0.1:${port}`);
const environment = {
  PORT: String(port),
  DATA_DIR: directory,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  ORGANIZATION_NAME: 'Killed',
  ADMIN_USER_ID: 'admin',
  ADMIN_PASSWORD: password,
  ADMIN_EMAIL: 'admin@example.org',
  ...('url' in database.location ? { DATABASE_URL: database.location.url } : {}),
};
const service = new ServiceProcess(environment);
await service.start();
afterAll(async () => {
  await service.stop();
  await remove();
  await rm(directory, { recursive: true, force: true });
});

/** As if so much time had passed that other processes take the job over. */
async function endLease(): Promise<void> {
  const opened = await connect(location);
  await opened.db.updateTable('jobs').set({ due: getNow() }).where('kind', '=', 'prepare_package').execute();
  await opened.close();
}

/** Until a worker process is writing the signed package. */
const isWriting = async (): Promise<void> =>
  await expect
    .poll(() => readdir(join(directory, 'workers'), { recursive: true }), {
      interval: 10,
      timeout: timeouts.step,
    })
    .toContainEqual(expect.stringMatching(new RegExp(`out/${preparedFile}$`)));

test('a worker and then the service are killed while a package is signed: it is signed in the end, and whole', async () => {
  const { token } = await requests.ok(authenticateUser, {
    body: { user_id: 'admin', password, remember_me: true },
  });
  const { application } = await requests.uploaded(addApplication, {
    token,
    files: { app_file: androidPackages.automationServer },
  });
  const { credentials_id: credentials } = await requests.ok(addCredentials, {
    token,
    body: await androidCredentials(),
  });
  const params = { application: application.id };
  const read = async () => (await requests.ok(readApplication, { token, params })).application;
  const delivered = async () => {
    const file = (await read()).version?.install_file;
    const response = await fetch(file?.path ?? '', { headers: { 'x-token': token } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.checksum);
    return { file, path: await files.write(bytes) };
  };
  const before = application.version?.install_file?.id;
  await requests.ok(signApplication, { token, params: { ...params, credentials } });
  await isWriting();
  for (const pid of await workersOf(join(directory, 'workers'))) process.kill(pid, 'SIGKILL');
  expect(await read()).toMatchObject({ signing_status: 'in_progress' });
  expect((await delivered()).file?.id).toBe(before);
  await service.stop();
  await endLease();
  await service.start();
  await isWriting();
  await service.kill();
  await service.start();
  expect((await delivered()).file?.id).toBe(before);
  await service.stop();
  await endLease();
  await service.start();
  await expect.poll(async () => (await read()).signing_status, { timeout: timeouts.step }).toBe('signed');
  const { file, path } = await delivered();
  expect(file?.id).not.toBe(before);
  expect((await readPackage(path)).signing.signed).toBe(true);
});

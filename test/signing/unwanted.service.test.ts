import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deleteApplication } from '../../contract/applications.ts';
import { deleteCredentials } from '../../contract/credentials.ts';
import { listJobs } from '../../contract/jobs.ts';
import { preparedFile } from '../../mock-server/packages-worker/kinds/prepare-package.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { workersOf } from '../setup/worker-processes.ts';
import { workersFolder } from '../setup/workers.ts';
import { apk, publish } from '../setup/world/publishing.ts';
import { readSigning, sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';

const service = await openService({ limits: { jobBackOff: 100 } });

let made = 0;
/** An application, and credentials to sign it with. */
const prepared = async () => ({
  id: (await publish(service, {}, { bytes: apk(`org.example.unwanted${++made}`), name: 'app.apk' })).id,
  credentials: await storeCredentials(service),
});
const details = async (id: string) => (await readSigning(service, id)).signing_status_details;
const step = { timeout: timeouts.step };

/** The folder of the worker that has a task. */
async function busyFolder(): Promise<string | null> {
  for (const name of await readdir(workersFolder)) {
    const folder = join(workersFolder, name);
    if ((await readdir(join(folder, 'in')).catch(() => [])).length > 0) return folder;
  }
  return null;
}

/** Asks for a signature that a worker begins and, held, does not make; returns the folder of that worker. */
async function signHeld(id: string, credentials: string): Promise<string> {
  const all = await workersOf(workersFolder);
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  await sign(service, id, credentials);
  await expect.poll(busyFolder, step).not.toBe(null);
  const folder = (await busyFolder()) ?? '';
  const held = await workersOf(folder);
  expect(held).not.toEqual([]);
  for (const pid of all) if (!held.includes(pid)) process.kill(pid, 'SIGCONT');
  return folder;
}

/** Until the worker of this folder has ended. */
const isGone = async (folder: string): Promise<void> =>
  await expect.poll(() => workersOf(folder), step).toEqual([]);

test('a signature whose credentials are deleted while it is made is cancelled, and its worker ended', async () => {
  const { id, credentials } = await prepared();
  const held = await signHeld(id, credentials);
  await service.ok(deleteCredentials, { token: service.admin.token, params: { credentials } });
  expect(await readSigning(service, id)).toMatchObject({ signing_status: 'cancelled' });
  await isGone(held);
});

test('a newer request ends the worker of the one before, and is made', async () => {
  const { id, credentials } = await prepared();
  const newer = await storeCredentials(service, { description: 'Newer key' }, 'legacy.p12');
  const held = await signHeld(id, credentials);
  await sign(service, id, newer);
  await isGone(held);
  expect((await signingEnds(service, id, 'signed')).signing_status_details).toContain('“Newer key”');
});

test('an application that is deleted while it is signed ends its worker, and the job', async () => {
  const { id, credentials } = await prepared();
  const held = await signHeld(id, credentials);
  const { token } = service.admin;
  await service.ok(deleteApplication, { token, params: { application: id } });
  await isGone(held);
  const kinds = async () => (await service.ok(listJobs, { token })).jobs.map(({ kind }) => kind);
  await expect.poll(kinds, step).not.toContain('prepare_package');
});

test('whoever polls is told how much of the package is written', async () => {
  const { id, credentials } = await prepared();
  const held = await signHeld(id, credentials);
  await writeFile(join(held, 'out', preparedFile), Buffer.alloc(3_000_000));
  await expect.poll(() => details(id), step).toMatch(/”\. 3 of about \d+ MB are written\.$/);
  for (const pid of await workersOf(held)) process.kill(pid, 'SIGCONT');
  await signingEnds(service, id, 'signed');
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as downloads from '../../contract/downloads.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { openService } from '../setup/open-service.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publish,
  publishAndroid,
  publishVersion,
} from '../setup/world/publishing.ts';

const service = await openService();
const user = await service.makeUser();
const phone = await service.signIn(user);
const query = { token: phone.token, udid: phone.udid };

/** The address of the file that an install call redirects to. */
async function fileAddress(app: PublishedApplication): Promise<string> {
  const answer = await service.call(downloads.installApplication, { params: { application: app.id }, query });
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}

const bytesOf = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer());

test('the update of an older version that is installed is downloaded, and noted as one', async () => {
  const app = await publishAndroid(service, 'org.example.updating');
  await makeGroup(service, 'Updating', { apps: [{ id: app.psk }], users: [user] });
  const body = { applications: [{ id: app.id, version_num: '1.0' }] };
  await service.ok(postInstalled, { ...phone, body });
  await publishVersion(service, app, {}, { bytes: apk('org.example.updating', 2), name: 'a.apk' });
  expect((await service.call(downloads.installUpdates, { query })).body).toMatchObject({
    applications: [{ id: app.id, version: { version_num: '2.0' } }],
  });
  await bytesOf(await fileAddress(app));
  const { db } = service.platform.database;
  const row = db.selectFrom('downloads').select('kind').where('application', '=', app.id);
  expect(await row.executeTakeFirst()).toEqual({ kind: 'update' });
});

test('a download that the receiver breaks off leaves the service as it was', async () => {
  const app = await publish(service, { app_name: 'Large' }, androidPackages.automationServer);
  await makeGroup(service, 'Large', { apps: [{ id: app.psk }], users: [user] });
  const address = await fileAddress(app);
  for (let round = 0; round < 3; round++) {
    const stop = new AbortController();
    const response = await fetch(address, { signal: stop.signal });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    stop.abort();
    await expect(reader?.read()).rejects.toThrow('aborted');
  }
  const original = await readFile(androidPackages.automationServer);
  expect((await bytesOf(address)).equals(original)).toBe(true);
});

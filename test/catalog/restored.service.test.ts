import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { startOn, testConfig } from '../setup/service.ts';
import { makeGroup, publishWeb } from '../setup/world/publishing.ts';
import { SyncClient } from './sync-client.ts';

/** Stops a service without deleting its data. */
const nothing = async (): Promise<void> => undefined;

test('a device notices that an older backup was put back, whatever the revisions count', async (context) => {
  const { config, remove } = await testConfig();
  if (!('file' in config.database)) return context.skip();
  const { file } = config.database;
  const first = await startOn(config, nothing);
  const app = await publishWeb(first, 'Kept');
  const user = await first.makeUser();
  const group = await makeGroup(first, 'All of them', { apps: [{ id: app.psk }], users: [user] });
  const session = await first.signIn(user);
  const device = new SyncClient(first, session);
  const other = new SyncClient(first, session);
  await device.settle();
  const rename = (service: typeof first, app_name: string) =>
    service.ok(updateApplication, {
      token: first.admin.token,
      params: { application: app.id },
      body: { app_name },
    });
  await first.stop();
  // What is in the log beside the file belongs to the backup, too.
  const stopped = new SqliteDatabase(file);
  await stopped.backup(`${file}.backup`);
  stopped.close();

  const lost = await startOn(config, nothing);
  for (const client of [device, other]) Object.assign(client, { service: lost });
  await rename(lost, 'Lost name');
  await device.settle();
  other.cursor = device.cursor;
  expect([...device.entries.values()].map(({ version }) => version.app_name)).toEqual(['Lost name']);
  await lost.stop();

  const restored = await startOn({ ...config, database: { file: `${file}.backup` } }, nothing);
  Object.assign(device, { service: restored });
  await rename(restored, 'New name');
  const [answer] = await device.settle();
  expect(answer).toMatchObject({ whole: true });
  expect([...device.entries.values()].map(({ version }) => version.app_name)).toEqual(['New name']);

  // A device that comes later than the next changes is sent everything too, not only what changed since.
  await publishWeb(restored, 'Added', { groups: [group] });
  Object.assign(other, { service: restored });
  const [later] = await other.settle();
  expect(later).toMatchObject({ whole: true });
  expect(await device.settle()).toMatchObject([{ whole: false }]);
  await restored.stop();
  await remove();
});

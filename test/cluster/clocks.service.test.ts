import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { installApplication } from '../../contract/downloads.ts';
import { authenticateUser } from '../../contract/identity.ts';
import { listSessions } from '../../contract/sessions.ts';
import { addUser } from '../../contract/users.ts';
import { EventReader } from '../catalog/event-reader.ts';
import { SyncClient } from '../catalog/sync-client.ts';
import { newUser, type People } from '../setup/world/people.ts';
import { apk, makeGroup, publish, publishWeb } from '../setup/world/publishing.ts';
import * as uploads from '../setup/world/uploads.ts';
import { startCluster } from './instances.ts';

/** Two instances of which one has a clock that is five minutes ahead of the other's, and of the database's. */
const cluster = await startCluster({ otherAhead: 300, hasSilentMail: true });
const { people: one } = cluster.one;
const { people: ahead } = cluster.other;
afterAll(() => cluster.stop());

test('the clocks differ, and sessions of each are good on the other', async () => {
  const started: number[] = [];
  for (const [here, there] of [
    [one, ahead],
    [ahead, one],
  ] as const) {
    const token = await here.userToken(await here.makeUser());
    const { sessions } = await there.ok(listSessions, { token });
    started.push(Date.parse(String(sessions[0]?.created)));
  }
  expect((started[1] ?? 0) - (started[0] ?? 0)).toBeGreaterThan(290_000);
});

test('a link from each leads to the file on the other', async () => {
  const app = await publish(one, { app_name: 'Linked' }, { bytes: apk('org.example.linked'), name: 'a.apk' });
  const user = await one.makeUser();
  await makeGroup(one, 'Linked', { apps: [{ id: app.psk }], users: [user] });
  const { token, udid } = await one.signIn(user);
  for (const [here, there] of [
    [one, ahead],
    [ahead, one],
  ] as const) {
    const request = { params: { application: app.id }, query: { token, udid } };
    const location = new URL((await here.call(installApplication, request)).headers.get('location') ?? '');
    expect((await there.fetch(`${location.pathname}${location.search}`)).status).toBe(200);
  }
});

test('what is published on each is in catalogs that are open on the other, as soon as they hear of it', async () => {
  const app = await publishWeb(one, 'Before');
  const user = await one.makeUser();
  await makeGroup(one, 'Open', { apps: [{ id: app.psk }], users: [user] });
  const session = await one.signIn(user);
  for (const [here, there] of [
    [one, ahead],
    [ahead, one],
  ] as const) {
    const client = new SyncClient(there, session);
    await client.settle();
    const events = await EventReader.open(there, session, { query: `?cursor=${client.cursor}` });
    const params = { application: app.id };
    await here.ok(updateApplication, {
      token: one.admin.token,
      params,
      body: { app_name: `From ${here.url}` },
    });
    const event = await events.next();
    expect(event).not.toBeNull();
    await client.settle();
    expect(client.entries.get(app.id)?.version.app_name).toBe(`From ${here.url}`);
    expect(client.entries).toEqual(await client.anew());
    await events.close();
  }
});

test('a job that one runs is not taken over by the other', async () => {
  const invite = (at: People, email: string) =>
    at.ok(addUser, {
      token: one.admin.token,
      body: { ...newUser(email.replace(/@.*/, '')), email, send_invite: true },
    });
  // The mail server never says that it has taken a mail, so that the job goes on.
  await invite(one, 'held@example.org');
  await cluster.mail.mailsTo('held@example.org');
  // It looks for what is due before it sends this one.
  await invite(ahead, 'later@example.org');
  await cluster.mail.mailsTo('later@example.org');
  await invite(ahead, 'last@example.org');
  await cluster.mail.mailsTo('last@example.org');
  expect(cluster.mail.mails).toHaveLength(3);
});

test('an upload that one receives is not taken over by the other', async () => {
  const file = apk('org.example.held', 1, {
    files: [{ name: 'x', data: randomBytes(300_000), stored: true }],
  });
  for (const [here, there] of [
    [one, ahead],
    [ahead, one],
  ] as const) {
    const own = { service: here, token: one.admin.token };
    const others = { service: there, token: one.admin.token };
    const id = await uploads.started(own, file.length);
    const line = uploads.openLine(own, id, { offset: 0, length: file.length });
    line.send(file.subarray(0, 100_000));
    await expect.poll(async () => (await uploads.head(others, id)).status).toBe(423);
    expect((await uploads.append(others, id, 0, file)).status).toBe(423);
    line.cut();
    await expect.poll(async () => (await uploads.head(others, id)).status).toBe(200);
    const offset = await uploads.offsetOf(others, id);
    expect((await uploads.append(others, id, offset, file.subarray(offset))).status).toBe(204);
  }
});

test('wrong passwords are counted whichever instance they are tried on', async () => {
  const person = await one.makeUser();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    const at = attempt % 2 === 0 ? one : ahead;
    const body = { user_id: person.userId, password: 'Not-the-password-1' };
    statuses.push((await at.call(authenticateUser, { body })).status);
  }
  expect(statuses.at(-1)).toBe(403);
});

import { deleteDB } from 'idb';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listReviews } from '../../contract/reviews.ts';
import { schemaSteps } from '../../src/data/storage/schema.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { assign, join, makeGroup, publishAndroid } from '../setup/publishing.ts';
import { startService, type TestService } from '../setup/service.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';
import { makeReleased, released } from './released-schemas.ts';

let service: TestService;
let line: Line;
let group: number;
let application: string;

beforeAll(async () => {
  service = await startService();
  line = await openLine(service.url);
  group = await makeGroup(service, 'Crew');
  application = (await publishAndroid(service, 'org.example.one')).id;
  await assign(service, group, { id: application });
});

afterEach(async () => {
  line.state = 'open';
  closeEngines();
  await deleteDB('appshelf');
});

afterAll(async () => {
  await line.close();
  await service.stop();
});

it('has a fixture of each version of the schema', () => {
  expect(released).toEqual(schemaSteps.map((_step, index) => index + 1));
});

it.each(released)('opens what version %i kept, with all of it, and sends what waits', async (version) => {
  const user = await service.makeUser();
  await join(service, group, user);
  const { account: first } = await signedIn(line.url, user);
  const { user: person, organization, device, token, expires } = first.session;
  closeEngines();
  await deleteDB(first.name);
  await makeReleased(first.name, version, {
    user: person,
    organization,
    device: device.id,
    token: token ?? '',
    expires,
    application,
  });
  line.state = 'cut';
  const engine = await openEngine(line.url);
  expect(engine.session.state.get().phase).toBe('signed-in');
  const { outbox, installs, search, storage, drafts, unreadable } = accountOf(engine);
  expect(storage.get()).toBe('kept');
  expect(outbox.rows.get().map(({ id }) => id)).toEqual(['waits', 'refused', 'interrupted', 'done']);
  expect(outbox.unsent()).toBe(2);
  expect(installs.records.get().get(application)).toMatchObject({
    installed: 'v1',
    attempt: { state: 'asked' },
  });
  expect([...drafts.all.get().values()]).toEqual(version < 6 ? [] : [{ title: 'Half a' }]);
  expect(search.recent.get()).toEqual(['depot', 'wiki']);
  line.state = 'open';
  await outbox.send({ eager: true });
  await until(outbox.rows, (rows) => rows.every(({ state }) => state === 'sent' || state === 'refused'));
  expect(outbox.rows.get().map(({ id, state, lastError }) => ({ id, state, lastError }))).toMatchObject([
    { id: 'waits', state: 'sent' },
    { id: 'refused', state: 'refused' },
    { id: 'interrupted', state: 'sent' },
    { id: 'done', state: 'sent' },
  ]);
  const own = await service.signIn(user);
  const { user_review } = await service.ok(listReviews, { ...own, params: { application } });
  expect(user_review).toMatchObject({ like: 1, title: 'Good', comment: 'It is.' });
  await unreadable.look();
  expect(unreadable.state.get()).toEqual({ records: 0, writes: 0 });
});

import { deleteDB } from 'idb';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listReviews } from '../../contract/reviews.ts';
import { pendingWrites } from '../../src/app/pending-writes.ts';
import { deferralWrite } from '../../src/data/installs/deferral-write.ts';
import type { Account } from '../../src/data/session/account.ts';
import { schemaSteps } from '../../src/data/storage/schema.ts';
import { SharedDatabase } from '../../src/data/storage/shared-database.ts';
import { deleteWrite } from '../../src/features/reviews/pending-write.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { startService, type TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import { join } from '../setup/world/publishing.ts';
import { shouldShow } from '../storm/should-show.ts';
import { makeSubjects, receive, type Subject } from '../storm/subjects.ts';
import { accountOf, closeEngines, openEngine, signedIn, until } from './engines.ts';
import {
  type Kept,
  makeReleased,
  makeReleasedSealed,
  makeReleasedShared,
  type Released,
  released,
  releasedSealed,
  rowsOf,
  sharedOf,
} from './released-schemas.ts';

let service: TestService;
let line: Line;
let group: number;
let subject: Subject;

beforeAll(async () => {
  service = await startService();
  line = await openLine(service.url);
  const { subjects, group: everybody } = await makeSubjects(service, 1);
  const [only] = subjects;
  if (only === undefined) throw new Error('There is nothing to write about.');
  subject = only;
  group = everybody;
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

/** Somebody who signed in on this device, and stored nothing else on it. */
async function somebody(remember: boolean) {
  const user = await service.makeUser();
  await join(service, group, user);
  await receive(service, user, [subject]);
  const { engine, account } = await signedIn(line.url, user, remember);
  const { byId } = await until(account.catalog.state, (state) => state.byId.has(subject.id));
  const { device, ...session } = account.session;
  const kept: Kept = {
    ...session,
    device: device.id,
    browser: await engine.deviceId(),
    remember,
    entry: byId.get(subject.id) ?? {},
    application: subject.id,
    version: subject.versions[0]?.id ?? '',
    terms: subject.terms,
    address: subject.address,
    message: subject.message,
  };
  closeEngines();
  for (const { name = '' } of await indexedDB.databases()) await deleteDB(name);
  return { user, name: account.name, kept };
}

/** What waited is sent once; what was refused or done stays so. */
async function expectSent({ outbox }: Account, version: Released, kept: Kept, user: TestUser): Promise<void> {
  await outbox.send({ eager: true });
  await until(outbox.rows, (rows) => rows.every(({ state }) => state === 'sent' || state === 'refused'));
  expect(outbox.rows.get().map(({ id, state }) => ({ id, state }))).toEqual(
    rowsOf(version, kept).map(({ id }) => ({ id, state: id === 'refused' ? 'refused' : 'sent' })),
  );
  const params = { application: subject.id };
  const { user_review } = await service.ok(listReviews, { ...(await service.signIn(user)), params });
  expect(user_review).toMatchObject({ like: 1, title: version < 3 ? 'Good' : 'Better', comment: 'It is.' });
  const { db } = service.platform.database;
  const who = { person: user.id, device: kept.device };
  expect(await shouldShow(db, who, subject)).toMatchObject({
    installed: version < 4 ? null : kept.version,
    accepted: version < 7 ? null : true,
    isRead: version >= 7,
  });
  const opened = db.selectFrom('activity').select('details').where('kind', '=', 'address_open');
  const openings = await opened.where('user', '=', user.id).execute();
  expect(openings.map(({ details }) => JSON.parse(details).times)).toEqual(version < 7 ? [] : [2]);
}

it('has a fixture of each version of the schema, with each kind of write', async () => {
  expect(released).toEqual(schemaSteps.map((_step, index) => index + 1));
  const { kept } = await somebody(true);
  const kinds = new Set(released.flatMap((version) => rowsOf(version, kept).map(({ kind }) => kind)));
  // These two would undo what the other rows of the same application say, or need one that is mandatory.
  const others = pendingWrites.filter(({ kind }) => ![deleteWrite.kind, deferralWrite.kind].includes(kind));
  expect([...kinds].sort()).toEqual(others.map(({ kind }) => kind).sort());
});

it.each(released)('opens what version %i kept, with all of it, and sends what waits', async (version) => {
  const { user, name, kept } = await somebody(true);
  await makeReleasedShared('appshelf', sharedOf[version], kept);
  await makeReleased(name, version, kept);
  line.state = 'cut';
  const engine = await openEngine(line.url);
  expect(engine.session.state.get().phase).toBe('signed-in');
  const account = accountOf(engine);
  const { outbox, installs, search, storage, drafts, unreadable, catalog } = account;
  expect(storage.get()).toBe('kept');
  expect(outbox.rows.get().map(({ id }) => id)).toEqual(rowsOf(version, kept).map(({ id }) => id));
  expect(installs.records.get().get(subject.id)).toMatchObject({
    installed: 'v1',
    attempt: { state: 'asked' },
  });
  expect([...drafts.all.get().values()]).toEqual(version < 6 ? [] : [{ title: 'Half a' }]);
  expect(search.recent.get()).toEqual(['depot', 'wiki']);
  // What can be loaded again is read from storage only if the present version stored it.
  expect(catalog.state.get().byId.has(subject.id)).toBe(version === schemaSteps.length);
  line.state = 'open';
  await expectSent(account, version, kept, user);
  await unreadable.look();
  expect(unreadable.state.get()).toEqual({ records: 0, writes: 0 });
});

it.each(releasedSealed)(
  'opens what version %i kept sealed by the password, and sends what waits',
  async (version) => {
    const { user, name, kept } = await somebody(false);
    await makeReleasedShared(
      'appshelf',
      sharedOf[version],
      kept,
      await makeReleasedSealed(name, version, kept, user.password),
    );
    line.state = 'cut';
    const engine = await openEngine(line.url);
    expect(engine.session.state.get().phase).toBe('locked');
    await engine.session.unlock(user.password);
    const account = accountOf(engine);
    expect(account.outbox.rows.get().map(({ id }) => id)).toEqual(rowsOf(version, kept).map(({ id }) => id));
    expect([...account.drafts.all.get().values()]).toEqual([{ title: 'Half a' }]);
    line.state = 'open';
    await engine.session.online();
    expect(engine.session.state.get().phase).toBe('signed-in');
    await expectSent(account, version, kept, user);
    expect(account.unreadable.state.get()).toEqual({ records: 0, writes: 0 });
  },
);

it.each([1, 2, 3] as const)('reads what version %i of the shared database kept', async (version) => {
  const kept = { browser: 'device-1', organization: { id: 'o1' }, user: { id: 'u1' } };
  await makeReleasedShared('appshelf', version, kept);
  const shared = new SharedDatabase('appshelf');
  expect(await shared.get('device')).toBe('device-1');
  expect(await shared.get('current')).toEqual({ orgId: 'o1', userId: 'u1' });
  expect(await shared.get('login')).toBe('somebody');
  // Version 1 stored it in another shape: it is requested again.
  expect((await shared.get('branding'))?.value.name).toBe(version === 1 ? undefined : 'Test Organization');
  expect(await shared.get('vaults')).toBeUndefined();
  shared.close();
});

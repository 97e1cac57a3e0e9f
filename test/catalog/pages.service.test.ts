import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { listCatalog } from '../../contract/catalog.ts';
import { headLength } from '../../mock-server/features/catalog/kept/group-shelf.ts';
import { firstOf, orderOf } from '../../mock-server/features/catalog/kept/sorting.ts';
import type { PersonCatalog } from '../../mock-server/features/catalog/person-catalog.ts';
import { CatalogReader } from '../../mock-server/features/catalog/reader.ts';
import { startService, type TestService } from '../setup/service.ts';
import { fillCatalog } from '../setup/world/full-catalog.ts';
import { apk, makeGroup, publishAndroid, publishVersion } from '../setup/world/publishing.ts';

const sorts = ['name', '-name', '-num_downloads,-name', 'sort_weight'];
/** More offers than a page that is found without the whole list. */
const many = 3 * headLength;

let service: TestService;
let applications: number[];
beforeAll(async () => {
  service = await startService();
  await fillCatalog(service, many);
  const rows = await service.platform.database.db
    .selectFrom('applications')
    .select('psk')
    .where('org_id', '=', service.admin.orgId)
    .orderBy('psk')
    .execute();
  applications = rows.map(({ psk }) => psk);
});
afterAll(() => service.stop());

/** The applications whose index modulo 7 is one of `remainders`. */
const some = (...remainders: number[]) =>
  applications.filter((_, at) => remainders.includes(at % 7)).map((id) => ({ id }));

/**
 * A person of groups that have these applications, and a function that opens their catalog with a reader that has kept
 * nothing.
 */
async function opened(...groups: { id: number; is_latest?: boolean; versions?: string[] }[][]) {
  const user = await service.makeUser();
  for (const apps of groups) await makeGroup(service, undefined, { apps, users: [user] });
  const session = await service.signIn(user);
  return { session, open: () => openFor(session) };
}

async function openFor({ token, udid }: { token: string; udid: string }): Promise<PersonCatalog> {
  const reader = new CatalogReader(service.platform);
  const caller = await service.server.gatekeeper.onDevice(token, udid);
  return reader.open(caller, await reader.revisions(caller));
}

/** Pages are read before the whole list: afterwards they would only be cut from it. */
async function expectPages(open: () => Promise<PersonCatalog>, count: number): Promise<void> {
  for (const sort of sorts) {
    const { shelf } = await open();
    const windows = [0, 1, headLength - 2, headLength, headLength + 1, count - 1, count + 1].flatMap(
      (start) => [0, 1, 2, headLength - 1, headLength, many].map((length) => ({ start, length })),
    );
    const pages = windows.map(({ start, length }) => shelf.page(sort, start, length));
    const all = shelf.all(sort);
    expect(all).toHaveLength(count);
    expect(all).toEqual(all.toSorted(orderOf(sort)));
    for (const [at, { start, length }] of windows.entries())
      expect(pages[at]).toEqual(all.slice(start, start + length));
    expect(shelf.total).toBe(count);
  }
}

test('a page is a part of the list, whether it is found without the whole or not', async () => {
  const apart = await opened(some(0, 1), some(1, 2, 3), some(3, 5));
  const { shelf } = await apart.open();
  expect(shelf.page('name', 0, many)).toEqual(shelf.all('name'));
  await expectPages(apart.open, new Set([...some(0, 1, 2, 3, 5)].map(({ id }) => id)).size);
  const alone = await opened(some(0, 1, 2, 3, 4, 5, 6));
  await expectPages(alone.open, applications.length);
  await expectPages((await opened()).open, 0);
});

test('where a group names an older version, the newest stands at its place', async () => {
  const application = await publishAndroid(service, 'org.example.named', { app_name: 'A' });
  const { psk, id, versionId } = application;
  const file = { bytes: apk('org.example.named', 2), name: 'app.apk' };
  await publishVersion(service, application, { app_name: 'Z' }, file);
  const named = { id: psk, is_latest: false, versions: [versionId] };
  const both = await opened([...some(0, 1), named], [...some(1, 2), { id: psk }]);
  const count = new Set(some(0, 1, 2).map((one) => one.id)).size + 1;
  await expectPages(both.open, count);
  const nameOf = (catalog: PersonCatalog) => catalog.offerOf(id)?.listing.version.app_name;
  expect(nameOf(await both.open())).toBe('Z');
  const older = await opened([...some(0, 1), named], some(1, 2));
  await expectPages(older.open, count);
  expect(nameOf(await older.open())).toBe('A');
});

test('a page follows what changes', async () => {
  const { session } = await opened(some(0, 1), some(1, 2, 3), some(3, 5));
  const first = async () => {
    const { applications: shown } = await service.ok(listCatalog, session);
    return shown.map(({ version }) => version.app_name);
  };
  await first();
  const [psk] = applications;
  const renamed = (app_name: string) =>
    service.ok(updateApplication, {
      token: service.admin.token,
      params: { application: String(psk) },
      body: { app_name },
    });
  await renamed('AAA');
  expect((await first()).at(0)).toBe('AAA');
  await renamed('ZZZ');
  expect(await first()).not.toContain('AAA');
});

test('what comes first is what sorting puts first', async () => {
  const { shelf } = await openFor((await opened(some(0, 1, 2, 3, 4, 5, 6))).session);
  const { byId } = shelf;
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...byId]),
      fc.nat({ max: many }),
      fc.constantFrom(...sorts),
      (offers, count, sort) => {
        const order = orderOf(sort);
        expect(firstOf(offers, count, order)).toEqual(offers.toSorted(order).slice(0, count));
      },
    ),
  );
});

test('people who have waited for the same groups are answered in rounds of their own', async () => {
  const users = [];
  for (let at = 0; at < 5; at += 1) users.push(await service.makeUser());
  await makeGroup(service, undefined, { apps: some(0, 1, 2), users });
  const sessions = [];
  for (const user of users) sessions.push(await service.signIn(user));
  let round = 0;
  let isOver = false;
  const count = () => {
    round += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const rounds = await Promise.all(
    sessions.map(async ({ token, udid }) => {
      const headers = { 'x-token': token, 'x-udid': udid };
      const { statusCode } = await service.server.inject({ url: listCatalog.path, headers });
      expect(statusCode).toBe(200);
      return round;
    }),
  );
  isOver = true;
  expect(new Set(rounds).size).toBe(users.length);
});

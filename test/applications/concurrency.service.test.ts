import { describe, expect, test } from 'vitest';
import { deleteApplication, readApplication } from '../../contract/applications.ts';
import { listCategories, setApplicationCategories } from '../../contract/categories.ts';
import type { Operation } from '../../contract/common/operation.ts';
import { installApplication } from '../../contract/downloads.ts';
import { type Assignment, addGroupApplications, listGroupApplications } from '../../contract/groups.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { openService } from '../setup/open-service.ts';
import type { TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import { apk, makeGroup, publishAndroid, publishVersion } from '../setup/world/publishing.ts';

/** Two things that happen to one application at the same moment: each is done or refused, and nothing fails. */
const service = await openService();
const { token } = service.admin;
const psks = (await service.ok(listCategories, { token })).categories.map(({ psk }) => psk);
const users: TestUser[] = [];
for (let count = 0; count < 4; count++) users.push(await service.makeUser());
const group = await makeGroup(service, 'All of them', { users });
const people = await Promise.all(users.map((user) => service.signIn(user)));

type Call = [Operation, Parameters<TestService['call']>[1]];
const give = (id: number, more: Partial<Assignment> = {}): Call => [
  addGroupApplications,
  { token, params: { group }, body: { apps: [{ id, is_assigned: true, is_latest: true, ...more }] } },
];
const categorize = (application: string, category_psk: number[]): Call => [
  setApplicationCategories,
  { token, params: { application }, body: { category_psk } },
];
const atOnce = async (calls: readonly Call[]) =>
  (await Promise.all(calls.map(([operation, args]) => service.call(operation, args)))).map(
    ({ status }) => status,
  );
const rounds = Array.from({ length: 5 }, (_, index) => index + 1);

describe('the same thing asked for several times at once is done', () => {
  test.each(rounds)('giving it to a group, in some or in all versions (%i)', async (round) => {
    const first = await publishAndroid(service, `org.example.given.r${round}`);
    const bytes = apk(`org.example.given.r${round}`, 2);
    const second = await publishVersion(service, first, {}, { bytes, name: 'a.apk' });
    const pinned = { is_latest: false, versions: [first.versionId, second.versionId] };
    const calls = [1, 2, 3, 4].map((place) => give(first.psk, place % 2 ? pinned : { is_mandatory: true }));
    expect(await atOnce(calls)).toEqual(calls.map(() => 200));
    const { applications } = await service.ok(listGroupApplications, { token, params: { group } });
    expect(applications.filter(({ id }) => id === first.id)).toHaveLength(1);
  });

  test.each(rounds)('setting its categories (%i)', async (round) => {
    const app = await publishAndroid(service, `org.example.categories.r${round}`);
    const calls = [1, 2, 3, 4].map(() => categorize(app.id, psks));
    expect(await atOnce(calls)).toEqual(calls.map(() => 200));
  });

  test.each(rounds)('rating it, by one person on the same device (%i)', async (round) => {
    const app = await publishAndroid(service, `org.example.rated.r${round}`);
    await service.ok(...give(app.psk));
    const rate = (like: number): Call => [
      rateApplication,
      { ...people[0], params: { application: app.id }, body: { like } },
    ];
    expect(await atOnce([rate(1), rate(0), rate(1), rate(1)])).toEqual([200, 200, 200, 200]);
  });
});

/** A device's address of the file; asked for before, so that the download itself meets the deletion. */
async function fileAddress(person: { token: string; udid: string }, application: string): Promise<string> {
  const redirect = await service.call(installApplication, { params: { application }, query: person });
  return redirect.headers.get('location') ?? '';
}

test.each(rounds)('deleting it meets everything else that is done with it (%i)', async (round) => {
  const app = await publishAndroid(service, `org.example.deleted.r${round}`);
  await service.ok(...give(app.psk));
  const params = { application: app.id };
  const addresses = await Promise.all(people.map((person) => fileAddress(person, app.id)));
  const others: Call[] = people.flatMap((person): Call[] => [
    [rateApplication, { ...person, params, body: { like: 1 } }],
    [postInstalled, { ...person, body: { applications: [{ id: app.id }] } }],
  ]);
  const [statuses, downloads] = await Promise.all([
    atOnce([
      give(app.psk),
      categorize(app.id, psks),
      ...others,
      [deleteApplication, { token, params }],
      give(app.psk, { is_mandatory: true }),
      categorize(app.id, [...psks].reverse()),
    ]),
    Promise.all(addresses.map(async (address) => (await service.fetch(address)).status)),
  ]);
  for (const status of statuses) expect([200, 403, 404]).toContain(status);
  for (const status of downloads) expect([200, 403, 404]).toContain(status);
  expect((await service.refused(readApplication, { token, params })).status).toBe(404);
});

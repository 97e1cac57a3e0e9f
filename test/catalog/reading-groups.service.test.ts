import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentsOfGroups, type Place } from '../../mock-server/features/catalog/kept/assignment-store.ts';
import { emptyCatalog, fillGroups } from '../../mock-server/features/catalog/kept/fill.ts';
import { startService, type TestService } from '../setup/service.ts';
import { makeGroup, publishWeb } from '../setup/world/publishing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('what groups have is read in parts, of which each begins where another ended', async () => {
  const applications = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
    applications.push(await publishWeb(service, name));
  const given = applications.map(({ psk }, at) => ({ id: psk, is_mandatory: at % 2 === 0 }));
  await makeGroup(service, 'Some', { apps: given });
  await makeGroup(service, 'Others', { apps: given.slice(1, 4) });
  await makeGroup(service, 'Nobody', { apps: [] });
  const { db } = service.platform.database;
  const { orgId } = service.admin;
  const groups = await db.selectFrom('groups').select('id').where('org_id', '=', orgId).execute();
  const ids = groups.map(({ id }) => id).sort();
  const stored = await db
    .selectFrom('group_applications')
    .select(['group', 'application', 'is_mandatory', 'is_latest'])
    .where('org_id', '=', orgId)
    .orderBy('group')
    .orderBy('application')
    .execute();
  const expected = stored.map(({ group, application, is_mandatory, is_latest }) => ({
    group,
    application,
    isMandatory: is_mandatory === 1,
    versions: is_latest === 1 ? null : [],
  }));
  expect(expected).toHaveLength(8);
  for (const most of [1, 2, 4, 8, 9]) {
    const found: unknown[] = [];
    let after: Place | null = null;
    for (let isOver = false; !isOver; ) {
      const page: Awaited<ReturnType<typeof assignmentsOfGroups>> = await assignmentsOfGroups(
        db,
        orgId,
        ids,
        after,
        most,
      );
      for (const { group, assignments } of page.parts)
        found.push(...assignments.map((one) => ({ group, ...one })));
      isOver = page.next === undefined;
      after = page.next ?? null;
    }
    expect(found).toEqual(expected);
  }
});

test('an application that is forgotten for its room while a group is read is read again', async () => {
  const { db } = service.platform.database;
  const { orgId } = service.admin;
  const [shared, other] = [await publishWeb(service, 'Shared'), await publishWeb(service, 'Other')];
  const idOf = async (apps: { id: number }[]) => {
    const psk = await makeGroup(service, undefined, { apps });
    const groups = db.selectFrom('groups').select('id').where('org_id', '=', orgId).where('psk', '=', psk);
    return (await groups.executeTakeFirstOrThrow()).id;
  };
  const first = await idOf([{ id: shared.psk }]);
  const second = await idOf([{ id: shared.psk }, { id: other.psk }]);
  const catalog = await emptyCatalog(db, orgId);
  await fillGroups(catalog, [first], (work) => work(db));
  const filling = fillGroups(catalog, [second], (work) => work(db));
  await setImmediate();
  // Another person's groups take the memory of the group that was not used longest.
  catalog.trim(catalog.weight - 1);
  expect(catalog.keeps(first)).toBe(false);
  await filling;
  const items = catalog.shelves([second])?.get(second)?.items ?? [];
  expect(items.map(({ listing }) => listing.application.id)).toEqual([shared.id, other.id].sort());
});

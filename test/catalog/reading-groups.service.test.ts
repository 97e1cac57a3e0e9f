import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AssignmentRow,
  assignmentsOfGroups,
  type Place,
} from '../../mock-server/features/catalog/kept/assignment-store.ts';
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
  const expected = await db
    .selectFrom('group_applications')
    .select(['group', 'application', 'is_mandatory', 'is_latest'])
    .where('org_id', '=', orgId)
    .orderBy('group')
    .orderBy('application')
    .execute();
  expect(expected).toHaveLength(8);
  for (const most of [1, 2, 4, 8, 9]) {
    const found: AssignmentRow[] = [];
    let after: Place | null = null;
    for (let isOver = false; !isOver; ) {
      const page: Awaited<ReturnType<typeof assignmentsOfGroups>> = await assignmentsOfGroups(
        db,
        orgId,
        ids,
        after,
        most,
      );
      found.push(...page.rows);
      isOver = page.next === undefined;
      after = page.next ?? null;
    }
    expect(found).toEqual(expected);
  }
});

import { describe, expect, test } from 'vitest';
import { listApplications } from '../../contract/applications.ts';
import { listCatalog, listCatalogCategories } from '../../contract/catalog.ts';
import { listCategories, setApplicationCategories } from '../../contract/categories.ts';
import { roles } from '../../contract/common/codes.ts';
import { createOrganization } from '../../mock-server/features/organizations/facade.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { assign, makeGroup, publishAndroid, publishWeb } from '../setup/world/publishing.ts';

const service = await openService();
const { token } = service.admin;
const psks = (await service.ok(listCategories, { token })).categories.map((category) => category.psk);

const set = async (application: string | number, category_psk: number[]) =>
  (await service.ok(setApplicationCategories, { token, params: { application }, body: { category_psk } }))
    .categories_assigned;
const assigned = async (application: string) => {
  const { applications } = await service.ok(listApplications, { token });
  return applications.find((row) => row.id === application)?.categories;
};

describe('the categories of an organization', () => {
  test('are there from its start, by name, each with its constant and description', async () => {
    const { categories } = await service.ok(listCategories, { token });
    expect(categories.length).toBeGreaterThanOrEqual(12);
    const names = categories.map((category) => category.name);
    expect(names).toEqual([...names].sort());
    expect(new Set(categories.map((category) => category.constant)).size).toBe(categories.length);
    for (const category of categories) {
      expect(category.constant).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(category.description).not.toBe('');
      expect(category.org_psk).toBe(categories[0]?.org_psk);
    }
  });

  test('are its own', async () => {
    const child = await service.platform.database.transaction((tx) =>
      createOrganization(tx, service.platform.events, { name: 'Child', parentId: service.admin.orgId }),
    );
    const admin = await service.makeUser({ role: roles.administrator, org: child.id });
    const own = await service.ok(listCategories, { token: await service.userToken(admin) });
    const acting = await service.ok(listCategories, { token, org: child.id });
    expect(own).toEqual(acting);
    expect(own.categories.map((category) => category.org_psk)).toContain(child.psk);
  });
});

describe('setting the categories of an application', () => {
  test('replaces all earlier ones; an empty list takes all away', async () => {
    const { id, psk } = await publishAndroid(service, 'org.example.sorted');
    const [a = 0, b = 0, c = 0] = psks;
    expect(await set(id, [b, a])).toEqual([b, a]);
    expect(await assigned(id)).toEqual([a, b].sort((x, y) => x - y));
    expect(await set(psk, [c])).toEqual([c]);
    expect(await assigned(id)).toEqual([c]);
    expect(await set(id, [])).toEqual([]);
    expect(await assigned(id)).toEqual([]);
  });

  test('leaves out values that are none, and counts each once', async () => {
    const { id } = await publishWeb(service, 'LeftOut');
    const [a = 0] = psks;
    expect(await set(id, [0, a, -1, 99_999, a, Number.MAX_SAFE_INTEGER])).toEqual([a]);
    expect(await assigned(id)).toEqual([a]);
    expect(await set(id, [99_999])).toEqual([]);
    expect(await assigned(id)).toEqual([]);
  });

  test('is seen in the catalog', async () => {
    const user = await service.makeUser();
    const { id, psk } = await publishAndroid(service, 'org.example.shelved');
    await assign(service, await makeGroup(service, 'Shelf', { users: [user] }), { id: psk });
    const who = await service.signIn(user);
    await set(id, psks.slice(0, 1));
    const { applications } = await service.ok(listCatalog, who);
    expect(applications.map((entry) => entry.id)).toEqual([id]);
    const [first] = (await service.ok(listCategories, { token })).categories;
    const { categories } = await service.ok(listCatalogCategories, who);
    expect(categories.map((category) => category.name)).toEqual([first?.name]);
  });

  test.each([
    undefined,
    {},
    { category_psk: 1 },
    { category_psk: ['1'] },
    { category_psk: [1.5] },
    { category_psk: null },
    { category_psk: Array.from({ length: 1001 }, () => 1) },
  ])('needs a list of integers (%#)', async (body) => {
    const { id } = await publishWeb(service, 'NeedsList');
    const args = { token, params: { application: id }, body };
    expect(await service.refused(unchecked(setApplicationCategories), args)).toMatchObject({
      status: 400,
      code: 1000,
    });
  });

  test('of an application that there is none of is not found', async () => {
    const args = { token, params: { application: 'none' }, body: { category_psk: [] } };
    expect(await service.refused(unchecked(setApplicationCategories), args)).toMatchObject({
      status: 404,
      code: 1010,
    });
  });
});

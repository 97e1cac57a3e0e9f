import { describe, expect, test } from 'vitest';
import * as catalog from '../../../contract/catalog.ts';
import { listCategories, setApplicationCategories } from '../../../contract/categories.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import type { Target } from '../../../contract/common/request.ts';
import { openService } from '../../setup/open-service.ts';
import { type PublishedApplication, publishWeb } from '../../setup/world/publishing.ts';
import { personWith, type Session } from './people.ts';

/** Search, categories and the applications of one: document 3, Other catalog endpoints; open choices, Catalog. */
const service = await openService();

type List = Operation & Pick<typeof catalog.listCatalog, 'response'>;
const namesOn = async (
  operation: List,
  session: Session,
  more: Pick<Target<List>, 'query' | 'params'> = {},
) =>
  (
    await service.ok(operation, { ...session, query: { ...more.query }, params: { ...more.params } })
  ).applications.map(({ version }) => version.app_name);

describe('GET /v2/catalog/search/', () => {
  test('query q: case-insensitive substring on app_name, descriptions, author and category name', async () => {
    const { token } = service.admin;
    const [category] = (await service.ok(listCategories, { token })).categories;
    const fields: Record<string, Record<string, unknown>> = {
      Zebrawood: {},
      Short: { short_description: 'Counts zEbRa crossings' },
      Long: { long_description: 'Everything about a ZEBRA.' },
      Author: { author: 'The zebra team' },
      Category: {},
      Other: { custom_metadata: null },
    };
    const apps = [];
    const names = new Map<string, PublishedApplication>();
    for (const [name, data] of Object.entries(fields)) {
      const app = await publishWeb(service, name, data);
      names.set(name, app);
      apps.push({ id: app.psk });
    }
    const params = { application: names.get('Category')?.id ?? '' };
    await service.ok(setApplicationCategories, {
      token,
      params,
      body: { category_psk: [category?.psk ?? 0] },
    });
    const { session } = await personWith(service, apps);
    const found = (q: string) => namesOn(catalog.searchCatalog, session, { query: { q } });
    expect(await found('ZeBrA')).toEqual(['Author', 'Long', 'Short', 'Zebrawood']);
    expect(await found(category?.name.toUpperCase() ?? '')).toEqual(['Category']);
    for (const q of ['%', '_', '\\', "'", 'zebra zebra', '😀']) expect(await found(q)).toEqual([]);
  });

  test('q is required', async () => {
    const { session } = await personWith(service, []);
    for (const query of [{}, { q: '' }, { q: 'x'.repeat(201) }]) {
      expect((await service.refused(catalog.searchCatalog, { ...session, query })).status).toBe(400);
    }
    const headers = { 'x-token': session.token, 'x-udid': session.udid };
    expect((await service.fetch('/v2/catalog/search/?q=a&q=b', { headers })).status).toBe(400);
  });
});

describe('categories', () => {
  test('GET /v1/catalog/categories/ has those with at least one visible application, with application_count', async () => {
    const { token } = service.admin;
    const [first, second, third] = (await service.ok(listCategories, { token })).categories;
    const [one, two, hidden] = [
      await publishWeb(service, 'CatOne'),
      await publishWeb(service, 'CatTwo'),
      await publishWeb(service, 'CatHidden'),
    ];
    const set = (app: PublishedApplication, ...categories: ({ psk: number } | undefined)[]) =>
      service.ok(setApplicationCategories, {
        token,
        params: { application: app.id },
        body: { category_psk: categories.map((category) => category?.psk ?? 0) },
      });
    await set(one, first, second);
    await set(two, first);
    await set(hidden, third);
    const { session } = await personWith(service, [{ id: one.psk }, { id: two.psk }]);
    const { categories } = await service.ok(catalog.listCatalogCategories, session);
    const counted = categories.map((row) => [row.constant, row.application_count]);
    const expected = [
      [first?.constant, 2],
      [second?.constant, 1],
    ];
    expect(new Set(counted.map(String))).toEqual(new Set(expected.map(String)));
    for (const category of [first?.psk ?? '', first?.constant ?? '', categories[0]?.id ?? '']) {
      expect(await namesOn(catalog.listCategoryApplications, session, { params: { category } })).toContain(
        'CatOne',
      );
    }
    const params = { category: second?.psk ?? '' };
    expect(await namesOn(catalog.listCategoryApplications, session, { params })).toEqual(['CatOne']);
  });

  test.each(['nowhere', '999999999999999', '-1', '😀', 'x'.repeat(200)])(
    '%s is none: 404',
    async (category) => {
      const { session } = await personWith(service, []);
      const refused = await service.refused(catalog.listCategoryApplications, {
        ...session,
        params: { category },
      });
      expect(refused).toMatchObject({ status: 404, code: 1010 });
    },
  );

  test('of another organization is none', async () => {
    const { session } = await personWith(service, []);
    const { orgId, token } = await service.makeOrganization();
    const theirs = await service.platform.database.db
      .selectFrom('categories')
      .select('id')
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    expect(token).not.toBe('');
    const call = { ...session, params: { category: theirs.id } };
    expect((await service.refused(catalog.listCategoryApplications, call)).status).toBe(404);
  });
});

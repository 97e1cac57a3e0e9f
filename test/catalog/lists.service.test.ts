import { describe, expect, test } from 'vitest';
import * as catalog from '../../contract/catalog.ts';
import type { Operation } from '../../contract/common/operation.ts';
import { rateApplication } from '../../contract/reviews.ts';
import { openService } from '../setup/open-service.ts';
import {
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishWeb,
} from '../setup/world/publishing.ts';

const apps: Record<'alpha' | 'beta' | 'gamma' | 'delta', PublishedApplication> = Object.create(null);

const service = await openService();
apps.gamma = await publishAndroid(service, 'org.example.gamma', { app_name: 'gamma', sort_weight: 5 });
apps.alpha = await publishAndroid(service, 'org.example.alpha', { app_name: 'Älpha', sort_weight: 9 });
apps.beta = await publishWeb(service, 'Beta', { short_description: 'Counts BOLTS', sort_weight: 5 });
apps.delta = await publishWeb(service, 'delta', { author: 'Workshop', sort_weight: 7 });
const user = await service.makeUser();
const assigned = Object.values(apps).map(({ psk }) => ({ id: psk }));
await makeGroup(service, 'Everything', { apps: assigned, users: [user] });
const session = await service.signIn(user);

type Listing = Operation & Pick<typeof catalog.listCatalog, 'response'>;
const names = async (operation: Listing, query: Record<string, string | number> = {}, params = {}) =>
  (await service.ok(operation, { ...session, query, params })).applications.map(({ id }) => nameOf(id));
const nameOf = (id: string) => Object.entries(apps).find(([, app]) => app.id === id)?.[0];

describe('order and pages', () => {
  test('by name without regard to case and accents, unless something else is asked for', async () => {
    expect(await names(catalog.listCatalog)).toEqual(['alpha', 'beta', 'delta', 'gamma']);
    expect(await names(catalog.listCatalog, { sort: '-name' })).toEqual(['gamma', 'delta', 'beta', 'alpha']);
    expect(await names(catalog.listCatalog, { sort: 'release_date' })).toEqual([
      'gamma',
      'alpha',
      'beta',
      'delta',
    ]);
  });

  test('a page beyond the end is empty, and a count of 0 only counts', async () => {
    const beyond = await service.ok(catalog.listCatalog, { ...session, query: { start: 100 } });
    expect(beyond).toMatchObject({ applications: [], paging: { total: 4, next: null } });
    const none = await service.ok(catalog.listCatalog, { ...session, query: { count: 0 } });
    expect(none).toEqual({ applications: [], paging: { total: 4, next: null, previous: null } });
  });

  test('a count above 1,000 is answered with at most as many', async () => {
    const { applications } = await service.ok(catalog.listCatalog, { ...session, query: { count: 1e9 } });
    expect(applications).toHaveLength(4);
    const query = { start: 2, count: 5000 };
    const { paging } = await service.ok(catalog.listCatalog, { ...session, query });
    expect(paging.previous).toMatch(/[?&]start=0&count=1000$/);
  });
});

describe('what the person did', () => {
  test('a review is quoted and counted at once', async () => {
    const params = { application: apps.gamma.id };
    const comment = `Never\n lost  a bolt since. ${'And so on. '.repeat(30)}`;
    await service.ok(rateApplication, { ...session, params, body: { like: 1, title: 'Good', comment } });
    const { application } = await service.ok(catalog.readCatalogApplication, { ...session, params });
    expect(application.catalog_info).toMatchObject({ user_liked: 1, num_likes: 1, num_dislikes: 0 });
    expect(application.catalog_info.review_quote).toMatch(/^Never lost a bolt since\. And so on\..*…$/);
    expect(await names(catalog.listCatalog, { sort: '-num_likes,name' })).toEqual([
      'gamma',
      'alpha',
      'beta',
      'delta',
    ]);
  });
});

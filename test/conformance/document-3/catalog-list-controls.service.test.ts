import { describe, expect, test } from 'vitest';
import * as catalog from '../../../contract/catalog.ts';
import { listCategories, setApplicationCategories } from '../../../contract/categories.ts';
import { listInstalled, postInstalled } from '../../../contract/inventory.ts';
import { openService } from '../../setup/open-service.ts';
import { publishWeb } from '../../setup/world/publishing.ts';
import { personWith } from './people.ts';

const total = 23;
const names = Array.from({ length: total }, (_, at) => `List${String(at).padStart(2, '0')}`);
/** Document 3, GET /v2/catalog/applications/: query and paging, of every catalog list alike; open choices, Catalog. */
const service = await openService();
const { token } = service.admin;
const category = (await service.ok(listCategories, { token })).categories[0]?.psk ?? 0;
const apps = [];
for (const name of names) {
  const app = await publishWeb(service, name);
  const request = { token, params: { application: app.id } };
  await service.ok(setApplicationCategories, { ...request, body: { category_psk: [category] } });
  apps.push({ id: app.psk });
}
const session = (await personWith(service, apps.toReversed())).session;
await service.ok(postInstalled, { ...session, body: { applications: apps } });

/** The lists that all of the applications are in. */
const lists = [
  { operation: catalog.listCatalog, more: {} },
  { operation: catalog.listPopular, more: {} },
  { operation: catalog.searchCatalog, more: { q: 'list' } },
  { operation: catalog.listCategoryApplications, more: {} },
  { operation: listInstalled, more: {} },
];
const argumentsOf = (query: object, more: object) => ({
  ...session,
  params: { category },
  query: { ...more, ...query },
});

describe.each(lists)('$operation.method $operation.path', ({ operation, more }) => {
  const list = (query: object) => service.ok(operation, argumentsOf(query, more));
  const namesOf = (answer: { applications: { version: { app_name: string } }[] }) =>
    answer.applications.map(({ version }) => version.app_name);

  test('answers applications and paging {total, next, previous}', async () => {
    const answer = await list({});
    expect(Object.keys(answer).toSorted()).toEqual(['applications', 'paging']);
    expect(Object.keys(answer.paging).toSorted()).toEqual(['next', 'previous', 'total']);
    expect(answer.paging.total).toBe(total);
  });

  test('start default 0, count default 20, sort default name', async () => {
    expect(namesOf(await list({}))).toEqual(names.slice(0, 20));
    expect(await list({ start: 0, count: 20, links: 'none' })).toMatchObject({
      applications: (await list({ links: 'none' })).applications,
    });
  });

  test('start is the index of the first element, count the number of elements', async () => {
    expect(namesOf(await list({ start: 5, count: 3 }))).toEqual(names.slice(5, 8));
    expect(namesOf(await list({ start: 20 }))).toEqual(names.slice(20));
    expect(namesOf(await list({ count: 1000 }))).toEqual(names);
    expect(namesOf(await list({ start: total }))).toEqual([]);
  });

  test('next and previous lead through all of it and back', async () => {
    const follow = async (address: string | null) => {
      const headers = { 'x-token': session.token, 'x-udid': session.udid };
      expect(address).toMatch(/^\/v/);
      const answer = await service.fetch(address ?? '', { headers });
      expect(answer.status).toBe(200);
      return answer.body as Awaited<ReturnType<typeof list>>;
    };
    const first = await list({ count: 10 });
    const second = await follow(first.paging.next);
    const third = await follow(second.paging.next);
    expect([first, second, third].flatMap(namesOf)).toEqual(names);
    expect([first.paging.previous, third.paging.next]).toEqual([null, null]);
    expect(namesOf(await follow(third.paging.previous))).toEqual(namesOf(second));
    expect(namesOf(await follow(second.paging.previous))).toEqual(namesOf(first));
  });

  test('sort descends with -, and a later field breaks ties', async () => {
    expect(namesOf(await list({ sort: '-name', count: 2 }))).toEqual(names.slice(-2).toReversed());
    expect(namesOf(await list({ sort: 'sort_weight,-name', count: 1 }))).toEqual(names.slice(-1));
    for (const sort of ['-release_date', '-num_downloads,name', '-num_likes,name', '']) {
      expect(namesOf(await list({ sort, count: 1000 })).toSorted()).toEqual(names);
    }
  });

  test.each(['+name', ' name', 'Name', 'bundle_id', 'name,', '-', 'name;drop'])(
    'sort by “%s” is an error',
    async (sort) => {
      const refused = await service.refused(operation, argumentsOf({ sort }, more));
      expect(refused).toMatchObject({ status: 400, code: 20 });
    },
  );

  test.each([
    { start: -1 },
    { start: 'two' },
    { start: 0.5 },
    { start: '' },
    { start: '99999999999999999999' },
    { count: -1 },
    { count: 'all' },
    { sort: 'x'.repeat(201) },
    { links: 'some' },
  ])('%o is refused', async (query) => {
    expect((await service.refused(operation, argumentsOf(query, more))).status).toBe(400);
  });

  test('HEAD tells what GET would, and If-None-Match spares sending it again', async () => {
    const path = operation.path.replace(':category', String(category));
    const address = `${path}?links=none${'q' in more ? `&q=${more.q}` : ''}`;
    const headers = { 'x-token': session.token, 'x-udid': session.udid };
    const whole = await service.fetch(address, { headers });
    const head = await service.fetch(address, { method: 'HEAD', headers });
    expect([head.status, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
    const condition = { ...headers, 'if-none-match': whole.headers.get('etag') ?? '' };
    for (const method of ['GET', 'HEAD']) {
      expect(await service.fetch(address, { method, headers: condition })).toMatchObject({
        status: 304,
        body: '',
      });
    }
  });

  test('is there with and without the last slash', async () => {
    const path = operation.path.replace(':category', String(category)).replace(/\/$/, '');
    const headers = { 'x-token': session.token, 'x-udid': session.udid };
    for (const address of [path, `${path}/`]) {
      expect((await service.fetch(`${address}?q=list`, { headers })).status).toBe(200);
    }
  });
});

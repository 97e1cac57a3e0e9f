import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { listCatalog } from '../../contract/catalog.ts';
import { buildApp } from '../../mock-server/app.ts';
import { openService } from '../setup/open-service.ts';
import { Requests } from '../setup/requests.ts';
import { byTier } from '../setup/run/tier.ts';
import { type NaiveOffer, naiveOffers, naiveOrder } from './naive-offers.ts';
import { type Action, histories, World } from './sync-world.ts';

const sorts = ['', '-release_date,name', '-num_downloads,name', 'num_likes', 'sort_weight,-name'];

const service = await openService();
const second = await buildApp(service.platform.config);
const there = new Requests(await second.server.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => second.close());

/** Replaces half of the steps: what makes groups differ in their versions, and orders in their counts. */
const often = ['rate', 'version', 'pin', 'download'] as const;
const weighted = ([name, a, b, c]: Action): Action =>
  name === 'sync' ? [often[a % often.length] ?? name, b, c, a + c] : [name, a, b, c];

/** What a list says of each application, with the number of all. */
async function listOf(
  at: Requests,
  session: { token: string; udid: string },
  query: { sort: string; start: number; count: number },
) {
  const { applications, paging } = await at.ok(listCatalog, {
    ...session,
    query: { ...query, links: 'none' },
  });
  return {
    total: paging.total,
    shown: applications.map(({ id, version, required_by_group, catalog_info }) => ({
      application: id,
      version: version.id,
      requiredByGroup: required_by_group,
      likes: catalog_info.num_likes,
      downloads: catalog_info.num_downloads,
    })),
  };
}

const shownOf = ({ application, version, requiredByGroup, likes, downloads }: NaiveOffer) => ({
  application,
  version,
  requiredByGroup,
  likes,
  downloads,
});

test('lists are what a naive reading of the tables finds, on each instance and after every change', async () => {
  await fc.assert(
    fc.asyncProperty(histories(8), async (history) => {
      const world = await World.make(service);
      for (const [step, actions] of history.entries()) {
        // Some clients read while others write.
        const reading = world.clients
          .filter((_, at) => (at + step) % 3 === 0)
          .map(({ session }) => listOf(service, session, { sort: 'name', start: 0, count: 20 }));
        await Promise.all([...actions.map((action) => world.act(weighted(action))), ...reading]);
        for (const [at, { session }] of world.clients.entries()) {
          const offers = await naiveOffers(service, session);
          for (const sort of sorts) {
            const expected = offers.toSorted(naiveOrder(sort || 'name')).map(shownOf);
            const total = expected.length;
            for (const [start, count] of [
              [0, 1000],
              [1, 2],
              [3, 2],
            ] as const) {
              const instance = (at + step) % 4 === 0 ? there : service;
              const list = await listOf(instance, session, { sort, start, count });
              expect({ sort, start, ...list }).toEqual({
                sort,
                start,
                total,
                shown: expected.slice(start, start + count),
              });
            }
          }
        }
      }
    }),
    { numRuns: byTier(2, 4), endOnFailure: true },
  );
});

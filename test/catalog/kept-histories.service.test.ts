import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, buildApp } from '../../mock-server/app.ts';
import { InstallLinks, linkTime } from '../../mock-server/features/catalog/install-links.ts';
import { orderOf } from '../../mock-server/features/catalog/kept/sorting.ts';
import type { PersonCatalog } from '../../mock-server/features/catalog/person-catalog.ts';
import { CatalogReader } from '../../mock-server/features/catalog/reader.ts';
import type { DeviceCaller } from '../../mock-server/platform/http/contexts.ts';
import { byTier } from '../setup/run/tier.ts';
import { startService, type TestService } from '../setup/service.ts';
import { type Action, histories, World } from './sync-world.ts';

/** So few bytes that entries of groups are evicted all the time. */
const cramped = 30_000;

const sorts = ['', '-release_date,name', '-num_downloads,name', 'num_likes', 'sort_weight,-name'];

let service: TestService;
let second: App;
beforeAll(async () => {
  service = await startService();
  second = await buildApp(service.platform.config);
});
afterAll(async () => {
  await second.close();
  await service.stop();
});

/** Everything that answers are assembled from. */
function contentOf(catalog: PersonCatalog, caller: DeviceCaller): unknown {
  const links = new InstallLinks(service.platform.secrets, caller, '', linkTime('none'));
  const { shelf } = catalog;
  const idOf = ({ listing }: (typeof shelf.byId)[number]) => listing.application.id;
  return {
    total: shelf.total,
    ids: shelf.byId.map(idOf),
    one: shelf.byId.map((offer) => shelf.of(idOf(offer)) === offer && catalog.offerOf(idOf(offer)) === offer),
    lists: sorts.map((sort) =>
      shelf.all(sort).map((offer) => catalog.entry(offer, links, { ...offer, listing: '' })),
    ),
    pages: sorts.map((sort) => [0, 1, 3].map((start) => shelf.page(sort, start, 2).map(idOf))),
  };
}

/** Replaces half of the steps: what makes groups differ in their versions, and orders in their counts. */
const often = ['rate', 'version', 'pin', 'download'] as const;
const weighted = ([name, a, b, c]: Action): Action =>
  name === 'sync' ? [often[a % often.length] ?? name, b, c, a + c] : [name, a, b, c];

/** Every application that any of the groups has, requested by itself, is the same as in lists. */
function expectWhole({ shelf }: PersonCatalog): void {
  const ids = new Set(
    shelf.groups.shelves.flatMap(({ items }) => items.map(({ listing }) => listing.application.id)),
  );
  const offers = [...ids].sort().flatMap((id) => shelf.of(id) ?? []);
  expect(shelf.byId).toEqual(offers);
  for (const sort of sorts) expect(shelf.all(sort)).toEqual(offers.toSorted(orderOf(sort)));
}

/** The parts of a list that its pages must consist of. */
function expectPages(catalog: PersonCatalog): void {
  const { shelf } = catalog;
  for (const sort of sorts) {
    const all = shelf.all(sort);
    expect(shelf.total).toBe(all.length);
    for (const start of [0, 1, 3]) expect(shelf.page(sort, start, 2)).toEqual(all.slice(start, start + 2));
  }
}

test('what is kept in memory is what a reader finds who has kept nothing', async () => {
  await fc.assert(
    fc.asyncProperty(histories(8), async (history) => {
      const world = await World.make(service);
      const kept = {
        here: new CatalogReader(service.platform),
        there: new CatalogReader(second.platform),
        cramped: new CatalogReader(service.platform, cramped),
      };
      const open = async (reader: CatalogReader, { token, udid }: { token: string; udid: string }) => {
        const caller = await service.server.gatekeeper.onDevice(token, udid);
        return { caller, catalog: await reader.open(caller, await reader.revisions(caller)) };
      };
      for (const [step, actions] of history.entries()) {
        // Some clients read while others write.
        const reading = world.clients
          .filter((_, at) => (at + step) % 3 === 0)
          .map(({ session }) => open(kept.here, session));
        await Promise.all([...actions.map((action) => world.act(weighted(action))), ...reading]);
        for (const [at, { session }] of world.clients.entries()) {
          const anew = await open(new CatalogReader(service.platform), session);
          const expected = contentOf(anew.catalog, anew.caller);
          for (const [name, reader] of Object.entries(kept)) {
            // The other instance is asked rarely, and has many changes to catch up with.
            if (name === 'there' && (at + step) % 4 !== 0) continue;
            const { catalog, caller } = await open(reader, session);
            expect({ name, content: contentOf(catalog, caller) }).toEqual({ name, content: expected });
            expectPages(catalog);
            expectWhole(catalog);
          }
        }
      }
    }),
    { numRuns: byTier(2, 4), endOnFailure: true },
  );
});

import fc from 'fast-check';
import type { Static } from 'typebox';
import { expect, test } from 'vitest';
import {
  listCatalog,
  listCatalogCategories,
  listDownloaded,
  listFeatured,
  listMandatory,
  listPopular,
  listUpdates,
} from '../../contract/catalog.ts';
import { listInstalled } from '../../contract/inventory.ts';
import type { SyncEntry } from '../../contract/sync.ts';
import { deriveLists } from '../../src/data/catalog/derived-lists.ts';
import { openService } from '../setup/open-service.ts';
import { byTier } from '../setup/run/tier.ts';
import type { SyncClient } from './sync-client.ts';
import { histories, World } from './sync-world.ts';

const service = await openService({ limits: { numbersEvery: 0 } });

type Entry = Static<typeof listCatalog.response>['applications'][number];

/** A synced entry with only the fields that entries of lists have. */
const asListed = (entry: SyncEntry, of: Entry | undefined) =>
  Object.fromEntries(Object.keys(of ?? {}).map((name) => [name, entry[name as keyof SyncEntry]]));

const operations = {
  all: listCatalog,
  featured: listFeatured,
  popular: listPopular,
  updates: listUpdates,
  downloaded: listDownloaded,
  mandatory: listMandatory,
  installed: listInstalled,
} as const;

/** Every list that a client computes from its stored catalog equals the service's answer. */
async function expectLists({ entries, session }: SyncClient): Promise<void> {
  const derived = deriveLists([...entries.values()]);
  for (const name of Object.keys(operations) as (keyof typeof operations)[]) {
    const query = { count: 1000, links: 'none' } as const;
    const { applications } = await service.ok(operations[name], { ...session, query });
    const made = derived[name].map((entry, place) => asListed(entry, applications[place]));
    expect({ name, made }).toEqual({ name, made: applications });
  }
  expect(derived.categories).toEqual((await service.ok(listCatalogCategories, session)).categories);
}

test('a client that syncs at random moments has the catalog that one without a cursor gets', async () => {
  await fc.assert(
    fc.asyncProperty(histories(14), async (history) => {
      const world = await World.make(service);
      for (const actions of history) await Promise.all(actions.map((action) => world.act(action)));
      for (const client of world.clients) {
        await client.settle();
        expect(client.entries).toEqual(await client.anew());
        expect(client.total).toBe(client.entries.size);
        expect(await client.ask()).toBeNull();
        await expectLists(client);
      }
    }),
    { numRuns: byTier(3, 8), endOnFailure: true },
  );
});

import { setImmediate } from 'node:timers/promises';
import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { Listing, type ListingRules, type Offer } from '../listing.ts';
import * as store from '../store.ts';
import { shortenQuote } from './quote.ts';
import type { OfferSummary, Read } from './summary.ts';

/** Offers that one statement reads, so that no other request waits long. */
const chunkSize = 100;

/** Reads everything that catalogs show of some offers, in the same order. One that was deleted meanwhile is left out. */
export async function readOffers(
  read: Read,
  rules: ListingRules,
  summaries: readonly OfferSummary[],
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const [at, part] of splitIntoChunks(summaries, chunkSize).entries()) {
    if (at > 0) await setImmediate();
    const listings = await read((db) => readListings(db, rules, part));
    for (const { version, requiredByGroup, mandatory } of part) {
      const listing = listings.get(version);
      if (listing !== undefined) offers.push({ listing, requiredByGroup, mandatory });
    }
  }
  return offers;
}

async function readListings(
  db: Db,
  rules: ListingRules,
  summaries: readonly OfferSummary[],
): Promise<Map<string, Listing>> {
  const json = (ids: readonly string[]) => JSON.stringify(ids);
  const [rows, categories] = await Promise.all([
    store.loadDetails(db, rules.orgId, json(summaries.map(({ version }) => version))),
    store.findCategories(db, rules.orgId, json(summaries.map(({ application }) => application))),
  ]);
  const categoriesOf = Map.groupBy(categories, ({ application }) => application);
  return new Map(
    rows.map((row) => {
      const { num_downloads, num_likes, num_dislikes } = row;
      const subject = {
        application: { ...row, id: row.application },
        categories: categoriesOf.get(row.application) ?? [],
        rules,
        counts: { num_downloads, num_likes, num_dislikes, review_quote: shortenQuote(row.quote ?? '') },
      };
      return [row.id, new Listing(subject, row)];
    }),
  );
}

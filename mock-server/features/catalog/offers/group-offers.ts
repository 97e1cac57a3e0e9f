import { LRUCache } from 'lru-cache';
import { oncePerPlatform } from '../../../platform/once-per-platform.ts';
import { type OfferSummary, type Read, readSummaries } from './summary.ts';

/** What a set of groups is offered. */
export class GroupOffers {
  /** By the ids of the applications. */
  readonly all: readonly OfferSummary[];
  #byId: ReadonlyMap<string, OfferSummary> | null = null;

  constructor(all: readonly OfferSummary[]) {
    this.all = all;
  }

  of(applicationId: string): OfferSummary | undefined {
    this.#byId ??= new Map(this.all.map((offer) => [offer.application, offer]));
    return this.#byId.get(applicationId);
  }
}

/** Summaries that are cached, of all organizations together; each takes about 500 bytes. */
const cachedSummaries = 100_000;

interface Request {
  orgId: string;
  /** Sorted. */
  groups: readonly string[];
  read: Read;
}

/** Identifies a state of an organization's catalog, and where the order depends on counts, of these too. */
export type CatalogState = { catalog: number; activity: number | null };

/**
 * What sets of groups are offered, at a revision of the catalog. For catalogs of thousands of applications, whose pages
 * and syncs would otherwise read all of it each time.
 */
class GroupOffersCache {
  readonly #cache = new LRUCache<string, GroupOffers, Request>({
    maxSize: cachedSummaries,
    sizeCalculation: ({ all }) => 1 + all.length,
    fetchMethod: async (_key, _stale, { context: { read, orgId, groups } }) =>
      new GroupOffers(await readSummaries(read, orgId, groups)),
  });

  /** Several requests for the same wait for the same statements. */
  of(request: Request, { catalog, activity }: CatalogState): Promise<GroupOffers> {
    const key = `${request.orgId} ${catalog} ${activity ?? ''} ${request.groups.join()}`;
    return this.#cache.forceFetch(key, { context: request });
  }
}

export const groupOffers = oncePerPlatform(() => new GroupOffersCache());

import { LRUCache } from 'lru-cache';
import { type OfferSummary, type Read, readSummaries, SharedSummaries } from './summary.ts';

/** What a set of groups is offered. */
export class GroupOffers {
  /** By the ids of the applications. */
  readonly all: readonly OfferSummary[];
  #byId: ReadonlyMap<string, OfferSummary> | null = null;

  constructor(all: readonly OfferSummary[]) {
    this.all = all;
  }

  findOffer(applicationId: string): OfferSummary | undefined {
    this.#byId ??= new Map(this.all.map((offer) => [offer.application, offer]));
    return this.#byId.get(applicationId);
  }
}

/** Max number of cached list entries, of all organizations together. Entries of several lists share one summary. */
const cachedOffers = 500_000;
/** Max number of catalog revisions whose summaries are cached. */
const cachedStates = 50;

interface Request {
  orgId: string;
  /** Sorted. */
  groups: readonly string[];
  read: Read;
  shared: SharedSummaries;
}

/** Identifies a state of an organization's catalog, and where the order depends on counts, of these too. */
export type CatalogState = { catalog: number; activity: number | null };

/**
 * What sets of groups are offered, at a revision of the catalog. For catalogs of thousands of applications, whose pages
 * and syncs would otherwise read all of it each time.
 */
export class GroupOffersCache {
  readonly #shared = new LRUCache<string, SharedSummaries>({ max: cachedStates });
  readonly #cache = new LRUCache<string, GroupOffers, Request>({
    maxSize: cachedOffers,
    sizeCalculation: ({ all }) => 1 + all.length,
    fetchMethod: async (_key, _stale, { context: { read, orgId, groups, shared } }) =>
      new GroupOffers(await readSummaries(read, orgId, groups, shared)),
  });

  /** Several requests for the same wait for the same statements. */
  getOffers(request: Omit<Request, 'shared'>, { catalog, activity }: CatalogState): Promise<GroupOffers> {
    const state = `${request.orgId} ${catalog} ${activity ?? ''}`;
    const context = { ...request, shared: this.#getShared(state) };
    return this.#cache.forceFetch(`${state} ${request.groups.join()}`, { context });
  }

  #getShared(state: string): SharedSummaries {
    const shared = this.#shared.get(state) ?? new SharedSummaries();
    this.#shared.set(state, shared);
    return shared;
  }
}

import type { CatalogAnswerCache } from './answer-cache.ts';
import type { OffersContext } from './open-catalog.ts';
import type { ChangedRanges } from './sync/changes.ts';

/** The platform, and what this feature keeps in memory. */
export interface CatalogContext extends OffersContext {
  readonly catalogAnswers: CatalogAnswerCache;
  readonly changedRanges: ChangedRanges;
}

import type { CatalogAnswers } from './answers.ts';
import type { OffersContext } from './open-catalog.ts';
import type { ChangedRanges } from './sync/changes.ts';

/** The platform, and what this feature keeps in memory. */
export interface CatalogContext extends OffersContext {
  readonly catalogAnswers: CatalogAnswers;
  readonly changedRanges: ChangedRanges;
}

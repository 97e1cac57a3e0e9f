import type { CatalogEntry } from '../../../contract/catalog.ts';
import { rateApplication } from '../../../contract/reviews.ts';
import { pendingWrite } from '../../data/outbox/pending-write.ts';

/** A rating; with title and comment, a review. */
export interface Rating {
  application: string;
  like: 0 | 1;
  title?: string;
  comment?: string;
}

/** Rates an application: the counts change at once, and a later rating replaces one that still waits. */
export const rateWrite = pendingWrite<Rating>()({
  kind: 'reviews.rate',
  operation: rateApplication,
  subject: (rating) => `rate:${rating.application}`,
  coalesce: true,
  request: ({ application, ...body }) => ({ params: { application }, body }),
  effect: (rating) => ({ application: rating.application, change: (entry) => rated(entry, rating.like) }),
});

/** The entry with the counts as they will be once the rating is sent. */
function rated(entry: CatalogEntry, like: 0 | 1): CatalogEntry {
  const info = entry.catalog_info;
  const before = info.user_liked;
  return {
    ...entry,
    catalog_info: {
      ...info,
      user_liked: like,
      num_likes: info.num_likes + like - (before === 1 ? 1 : 0),
      num_dislikes: info.num_dislikes + (1 - like) - (before === 0 ? 1 : 0),
    },
  };
}

import type { CatalogEntry } from '../../../contract/catalog.ts';
import { changeReview, rateApplication } from '../../../contract/reviews.ts';
import { type About, pendingWrite } from '../../data/outbox/pending-write.ts';

/** What changed in the person's own review; `comment: null` removes the text. */
export interface ReviewEdit {
  application: string;
  like?: 0 | 1;
  title?: string;
  comment?: string | null;
}

const subject = ({ application }: { application: string }) => `rate:${application}`;

/**
 * Changes the person's own review. Only what changed is sent, so that an opinion never changes a text; counts change at
 * once.
 */
export const reviewWrite = pendingWrite<ReviewEdit>()({
  kind: 'reviews.change',
  operation: changeReview,
  subject,
  merge: (earlier, later) => {
    const { title: _, ...withoutTitle } = earlier;
    return { ...(later.comment === null ? withoutTitle : earlier), ...later };
  },
  request: ({ application, ...body }) => ({ params: { application }, body }),
  effect: ({ application, like }) => ({
    application,
    change: (entry) => (like === undefined ? entry : rated(entry, like)),
  }),
  about: aboutReview,
});

function aboutReview({ application, title, comment }: ReviewEdit | Rating): About {
  if (title === undefined && comment === undefined) return { what: 'opinion', application };
  return { what: 'review', application, text: { title: title ?? '', comment: comment ?? '' } };
}

/**
 * A rating as earlier versions of the catalog stored it: it contains everything, and a missing text means that there is
 * none.
 */
export interface Rating {
  application: string;
  like: 0 | 1;
  title?: string;
  comment?: string;
}

/** Sends ratings that an earlier version of the catalog left in the outbox. */
export const rateWrite = pendingWrite<Rating>()({
  kind: 'reviews.rate',
  operation: rateApplication,
  subject,
  merge: (_earlier, later) => later,
  request: ({ application, ...body }) => ({ params: { application }, body }),
  effect: (rating) => ({ application: rating.application, change: (entry) => rated(entry, rating.like) }),
  about: aboutReview,
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

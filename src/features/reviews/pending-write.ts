import type { CatalogEntry } from '../../../contract/catalog.ts';
import { changeReview, deleteReview } from '../../../contract/reviews.ts';
import { declarePendingWrite, type WriteDescription } from '../../data/outbox/pending-write.ts';

/** What changed in the person's own review; `comment: null` removes the text. */
export interface ReviewEdit {
  application: string;
  like?: 0 | 1;
  title?: string;
  comment?: string | null;
}

const getReviewSubject = ({ application }: { application: string }) => `rate:${application}`;

/**
 * Changes the person's own review. Only what changed is sent, so that a rating never changes a text; counts change at
 * once.
 */
export const reviewWrite = declarePendingWrite<ReviewEdit>()({
  kind: 'reviews.change',
  operation: changeReview,
  getSubject: getReviewSubject,
  merge: (earlier, later) => {
    const { title: _, ...withoutTitle } = earlier;
    return { ...(later.comment === null ? withoutTitle : earlier), ...later };
  },
  buildRequest: ({ application, ...body }) => ({ params: { application }, body }),
  getEffect: ({ application, like }) => ({
    application,
    change: (entry) => (like === undefined ? entry : applyRating(entry, like)),
  }),
  describe: describeReview,
});

/** Deletes the person's own review: rating and text. */
export const deleteWrite = declarePendingWrite<{ application: string }>()({
  kind: 'reviews.delete',
  operation: deleteReview,
  getSubject: getReviewSubject,
  merge: (_earlier, later) => later,
  buildRequest: ({ application }) => ({ params: { application } }),
  getEffect: ({ application }) => ({ application, change: (entry) => applyRating(entry, null) }),
  describe: ({ application }) => ({ topic: 'deletedReview', application }),
});

function describeReview({ application, title, comment }: ReviewEdit): WriteDescription {
  if (title === undefined && comment === undefined) return { topic: 'opinion', application };
  return { topic: 'review', application, text: { title: title ?? '', comment: comment ?? '' } };
}

/** The entry with the counts as they will be once the rating, or its withdrawal, is sent. */
function applyRating(entry: CatalogEntry, like: 0 | 1 | null): CatalogEntry {
  const info = entry.catalog_info;
  const before = info.user_liked;
  return {
    ...entry,
    catalog_info: {
      ...info,
      user_liked: like,
      num_likes: info.num_likes + Number(like === 1) - Number(before === 1),
      num_dislikes: info.num_dislikes + Number(like === 0) - Number(before === 0),
    },
  };
}

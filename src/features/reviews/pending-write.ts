import type { CatalogEntry } from '../../../contract/catalog.ts';
import { changeReview, deleteReview, rateApplication } from '../../../contract/reviews.ts';
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

/** Deletes the person's own review: rating and text. */
export const deleteWrite = pendingWrite<{ application: string }>()({
  kind: 'reviews.delete',
  operation: deleteReview,
  subject,
  merge: (_earlier, later) => later,
  request: ({ application }) => ({ params: { application } }),
  effect: ({ application }) => ({ application, change: (entry) => rated(entry, null) }),
  about: ({ application }) => ({ what: 'deletedReview', application }),
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

/** The entry with the counts as they will be once the rating, or its withdrawal, is sent. */
function rated(entry: CatalogEntry, like: 0 | 1 | null): CatalogEntry {
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

import { useObservable } from '../../ui/use-observable.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { reviewsOf, useOwnReview } from './use-own-review.ts';

/** The sheet of the own review, wherever the person is: also of an application that is gone from the catalog. */
export function OwnReviewSheet({ application, onClose }: { application: string; onClose: () => void }) {
  const own = useOwnReview(application);
  const { value, error } = useObservable(reviewsOf(application).state);
  // What the service has is what a change is a change of.
  if (value === null && error === null) return null;
  return <ReviewSheet application={application} own={own} onClose={onClose} />;
}

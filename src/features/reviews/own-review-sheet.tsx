import { useObservable } from '../../ui/hooks/use-observable.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { useOwnReview, useReviews } from './use-own-review.ts';

/** The sheet of the person's own review, on any screen, even of an application that has left the catalog. */
export function OwnReviewSheet({ application, onClose }: { application: string; onClose: () => void }) {
  const own = useOwnReview(application);
  const { value, error } = useObservable(useReviews(application).state);
  // Only what the service has tells what the person changes.
  if (value === null && error === null) return null;
  return <ReviewSheet application={application} own={own} onClose={onClose} />;
}

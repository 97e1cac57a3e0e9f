import { useEffect } from 'react';
import { listReviews } from '../../../contract/reviews.ts';
import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { computeOwnReview, isMissingWrite, listReviewWrites, type OwnReview } from './own-review.ts';

/** The reviews of an application, with the person's own. */
export const useReviews = (application: string) =>
  useAccount().openResource(listReviews, { params: { application } });

/** The person's own review of an application, including what was not sent yet. */
export function useOwnReview(application: string): OwnReview {
  const { state, refresh } = useReviews(application);
  const { value, contains } = useObservable(state);
  const writes = listReviewWrites(useObservable(useAccount().outbox.rows), application);
  const sent = writes.findLast((row) => row.state === 'sent' && isMissingWrite(row, contains))?.id ?? null;
  useEffect(() => {
    if (sent !== null) void refresh();
  }, [sent, refresh]);
  return computeOwnReview(value?.user_review ?? null, writes, contains);
}

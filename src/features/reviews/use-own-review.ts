import { useEffect } from 'react';
import { listReviews } from '../../../contract/reviews.ts';
import { getAccount } from '../../data/current.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { computeOwnReview, isMissingWrite, listReviewWrites, type OwnReview } from './own-review.ts';

/** The reviews of an application, with the person's own. */
export const openReviews = (application: string) =>
  getAccount().openResource(listReviews, { params: { application } });

/** The person's own review of an application, including what was not sent yet. */
export function useOwnReview(application: string): OwnReview {
  const { value, contains } = useObservable(openReviews(application).state);
  const writes = listReviewWrites(useObservable(getAccount().outbox.rows), application);
  const sent = writes.findLast((row) => row.state === 'sent' && isMissingWrite(row, contains))?.id ?? null;
  useEffect(() => {
    if (sent !== null) void openReviews(application).refresh();
  }, [sent, application]);
  return computeOwnReview(value?.user_review ?? null, writes, contains);
}

import { useEffect } from 'react';
import { listReviews } from '../../../contract/reviews.ts';
import { account } from '../../data/current.ts';
import { useObservable } from '../../ui/use-observable.ts';
import { isLacking, type OwnReview, ownReview, writesOf } from './own-review.ts';

/** The reviews of an application, with the person's own. */
export const reviewsOf = (application: string) =>
  account().resource(listReviews, { params: { application } });

/** The person's own review of an application, including what was not sent yet. */
export function useOwnReview(application: string): OwnReview {
  const { value, contains } = useObservable(reviewsOf(application).state);
  const writes = writesOf(useObservable(account().outbox.rows), application);
  const sent = writes.findLast((row) => row.state === 'sent' && isLacking(row, contains))?.id ?? null;
  useEffect(() => {
    if (sent !== null) void reviewsOf(application).refresh();
  }, [sent, application]);
  return ownReview(value?.user_review ?? null, writes, contains);
}

import type { Review } from '../../../contract/reviews.ts';
import type { OutboxRow } from '../../data/outbox/row.ts';
import type { Rating } from './pending-write.ts';

/** The person's own review of an application, as it will be once everything is sent. */
export interface OwnReview {
  like: 0 | 1 | null;
  title: string;
  comment: string;
  /** The write that is pending, was refused or was just sent; null when there is none. */
  row: OutboxRow | null;
}

/** The newest write of this application in the outbox. */
export function pendingOf(rows: readonly OutboxRow[], application: string): OutboxRow | null {
  const own = rows.filter((row) => row.kind === 'reviews.rate' && ratingOf(row).application === application);
  return own.toSorted((a, b) => b.order - a.order)[0] ?? null;
}

const ratingOf = (row: OutboxRow): Rating => row.payload as Rating;

/** Whether an answer asked for at `askedAt` lacks the write: it was not sent yet, or was sent later. */
export const isLacking = (row: OutboxRow, askedAt: number | null): boolean =>
  row.state !== 'sent' || askedAt === null || (row.sentAt ?? 0) >= askedAt;

/** The service's answer, asked for at `askedAt`, with the write over it where that answer lacks it. */
export function ownReview(review: Review | null, row: OutboxRow | null, askedAt: number | null): OwnReview {
  if (row !== null && isLacking(row, askedAt)) {
    const { like, title = '', comment = '' } = ratingOf(row);
    return { like: like === 1 ? 1 : 0, title, comment, row };
  }
  if (review === null) return { like: null, title: '', comment: '', row };
  return { like: review.like === 1 ? 1 : 0, title: review.title ?? '', comment: review.comment ?? '', row };
}

import type { Review } from '../../../contract/reviews.ts';
import type { OutboxRow } from '../../data/records/outbox-row.ts';
import { deleteWrite, type ReviewEdit, reviewWrite } from './pending-write.ts';

/** What a review says; without a rating it is none. */
export interface ReviewContent {
  like: 0 | 1 | null;
  title: string;
  comment: string;
}

const emptyReview: ReviewContent = { like: null, title: '', comment: '' };

/** The person's own review of an application, as it will be once everything is sent. */
export interface OwnReview extends ReviewContent {
  /** The same without what the service refused: the state on which changes are based. */
  withoutRefused: ReviewContent;
  /** The write that is still open, or was sent just now. */
  row: OutboxRow | null;
}

const kinds = new Set([reviewWrite.kind, deleteWrite.kind]);

/** The outbox writes about the person's own review of this application, in order. */
export const listReviewWrites = (rows: readonly OutboxRow[], application: string): OutboxRow[] =>
  rows.filter((row) => kinds.has(row.kind) && (row.payload as ReviewEdit).application === application);

/**
 * Whether an answer lacks a write: because it was not sent yet, or not before the answer was requested. `contains`: the
 * ids of those that were.
 */
export const isMissingWrite = ({ id, state }: OutboxRow, contains: ReadonlySet<string>): boolean =>
  state !== 'sent' || !contains.has(id);

/** The service's answer with the writes applied that it does not contain. `writes` must be in order. */
export function computeOwnReview(
  review: Review | null,
  writes: readonly OutboxRow[],
  contains: ReadonlySet<string>,
): OwnReview {
  const reported: ReviewContent =
    review === null
      ? emptyReview
      : { like: review.like === 1 ? 1 : 0, title: review.title ?? '', comment: review.comment ?? '' };
  const lacking = writes.filter((row) => isMissingWrite(row, contains));
  const withoutRefused = lacking.filter(({ state }) => state !== 'refused').reduce(applyWrite, reported);
  const row = writes.find(({ state }) => state === 'refused') ?? writes.at(-1) ?? null;
  return { ...lacking.reduce(applyWrite, reported), withoutRefused, row };
}

/** The person's words as one text; empty where there are none. */
export const joinText = ({ title, comment }: Pick<ReviewContent, 'title' | 'comment'>): string =>
  [title, comment].filter((part) => part !== '').join('\n');

/** The review after a write. */
function applyWrite(statement: ReviewContent, row: OutboxRow): ReviewContent {
  if (row.kind === deleteWrite.kind) return emptyReview;
  const { like, title, comment } = row.payload as ReviewEdit;
  const text =
    comment === null
      ? { title: '', comment: '' }
      : { title: title ?? statement.title, comment: comment ?? statement.comment };
  return { like: like ?? statement.like, ...text };
}

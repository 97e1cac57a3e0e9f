import type { Review } from '../../../contract/reviews.ts';
import type { OutboxRow } from '../../data/outbox/row.ts';
import { deleteWrite, type Rating, type ReviewEdit, rateWrite, reviewWrite } from './pending-write.ts';

/** A person's opinion of an application. */
export interface Said {
  like: 0 | 1 | null;
  title: string;
  comment: string;
}

const unsaid: Said = { like: null, title: '', comment: '' };

/** The person's own review of an application, as it will be once everything is sent. */
export interface OwnReview extends Said {
  /** The same without what the service refused: the state on which changes are based. */
  taken: Said;
  /** The write that is still open, or was sent just now. */
  row: OutboxRow | null;
}

const kinds = new Set([reviewWrite.kind, rateWrite.kind, deleteWrite.kind]);

/** The outbox writes about the person's own review of this application, in order. */
export const writesOf = (rows: readonly OutboxRow[], application: string): OutboxRow[] =>
  rows.filter(
    (row) => kinds.has(row.kind) && (row.payload as Rating | ReviewEdit).application === application,
  );

/**
 * Whether an answer lacks a write: because it was not sent yet, or not before the answer was requested. `contains`: the
 * ids of those that were.
 */
export const isLacking = ({ id, state }: OutboxRow, contains: ReadonlySet<string>): boolean =>
  state !== 'sent' || !contains.has(id);

/** The service's answer with the writes applied that it does not contain. `writes` must be in order. */
export function ownReview(
  review: Review | null,
  writes: readonly OutboxRow[],
  contains: ReadonlySet<string>,
): OwnReview {
  const told: Said =
    review === null
      ? unsaid
      : { like: review.like === 1 ? 1 : 0, title: review.title ?? '', comment: review.comment ?? '' };
  const lacking = writes.filter((row) => isLacking(row, contains));
  const taken = lacking.filter(({ state }) => state !== 'refused').reduce(after, told);
  const row = writes.find(({ state }) => state === 'refused') ?? writes.at(-1) ?? null;
  return { ...lacking.reduce(after, told), taken, row };
}

/** The person's words as one text; empty where there are none. */
export const textOf = ({ title, comment }: Pick<Said, 'title' | 'comment'>): string =>
  [title, comment].filter((part) => part !== '').join('\n');

/** The review after a write. */
function after(said: Said, row: OutboxRow): Said {
  if (row.kind === deleteWrite.kind) return unsaid;
  if (row.kind === rateWrite.kind) {
    const { like, title = '', comment = '' } = row.payload as Rating;
    return { like, title, comment };
  }
  const { like, title, comment } = row.payload as ReviewEdit;
  const text =
    comment === null
      ? { title: '', comment: '' }
      : { title: title ?? said.title, comment: comment ?? said.comment };
  return { like: like ?? said.like, ...text };
}

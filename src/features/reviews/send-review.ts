import type { Account } from '../../data/account/account.ts';
import { listReviewWrites } from './own-review.ts';
import { deleteWrite, type ReviewEdit, reviewWrite } from './pending-write.ts';
import { getDraftSubject } from './review-form.ts';

/**
 * Carries out what the person decided in the form: stores the change, which ends the draft at the same moment, and
 * discards what was refused before, because the form showed it. Throws when it can be stored nowhere.
 */
export async function sendReview(
  { outbox, drafts }: Account,
  application: string,
  edit: Omit<ReviewEdit, 'application'>,
): Promise<void> {
  const refused = listReviewWrites(outbox.rows.get(), application).filter(({ state }) => state === 'refused');
  const draft = getDraftSubject(application);
  if (Object.keys(edit).length > 0)
    await outbox.enqueue(reviewWrite, { application, ...edit }, ['drafts'], (transaction) =>
      transaction.delete('drafts', draft),
    );
  drafts.remove(draft);
  for (const { id } of refused) await outbox.discard(id);
}

/**
 * Deletes the person's own review, with its draft and with what was refused before. Throws when it can be stored
 * nowhere.
 */
export async function deleteReview({ outbox, drafts }: Account, application: string): Promise<void> {
  const refused = listReviewWrites(outbox.rows.get(), application).filter(({ state }) => state === 'refused');
  const draft = getDraftSubject(application);
  await outbox.enqueue(deleteWrite, { application }, ['drafts'], (transaction) =>
    transaction.delete('drafts', draft),
  );
  drafts.remove(draft);
  for (const { id } of refused) await outbox.discard(id);
}

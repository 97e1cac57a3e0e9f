import { useState } from 'react';
import { reviewLimits } from '../../../contract/reviews.ts';
import type { Draft } from '../../data/records/draft.ts';
import { useAccount } from '../../engine-context.tsx';
import { countCharacters } from '../../ui/controls/text-area.tsx';
import type { OwnReview, ReviewContent } from './own-review.ts';

const { title: maxTitleLength, comment: maxCommentLength } = reviewLimits;

/** The subject under which the draft of a review is stored. */
export const getDraftSubject = (application: string): string => `review:${application}`;

/** All fields as text, as a draft stores them. */
interface Fields {
  rating: '' | 'like' | 'dislike';
  title: string;
  comment: string;
}

/**
 * The fields of the person's own review, and which of them can't be sent. What the person changes is stored as a draft
 * with every letter; unchanged fields show the present review, whatever the draft was based on.
 */
export function useReviewForm(application: string, own: OwnReview) {
  const { drafts } = useAccount();
  // The review when the person began: what arrives meanwhile is not one of their changes.
  const [{ withoutRefused, ...shown }] = useState(own);
  const [draft, setDraft] = useState(() => parseFields(drafts.all.get().get(getDraftSubject(application))));
  const [tried, setTried] = useState(false);
  const before: Fields = { rating: toRatingField(shown.like), title: shown.title, comment: shown.comment };
  const { rating, title, comment } = { ...before, ...draft };
  const change = (part: Partial<Fields>) => {
    const next = listChangedFields(before, { ...draft, ...part });
    setDraft(next);
    drafts.save(getDraftSubject(application), next);
  };
  const discardDraft = () => {
    setDraft({});
    drafts.remove(getDraftSubject(application));
  };
  const titleWrong = findProblem(title, comment, maxTitleLength);
  const commentWrong = findProblem(comment, title, maxCommentLength);
  const parseReview = (): ReviewContent | null => {
    setTried(true);
    if (rating === '' || titleWrong !== null || commentWrong !== null) return null;
    return { like: rating === 'like' ? 1 : 0, title: title.trim(), comment: comment.trim() };
  };
  const isDraft = Object.keys(draft).length > 0;
  return {
    taken: withoutRefused,
    rating,
    title,
    comment,
    isDraft,
    change,
    drop: discardDraft,
    tried,
    titleWrong,
    commentWrong,
    parse: parseReview,
  };
}

const toRatingField = (like: ReviewContent['like']): Fields['rating'] =>
  like === null ? '' : like === 1 ? 'like' : 'dislike';

/** The fields in a draft. */
function parseFields({ rating, title, comment }: Draft = {}): Partial<Fields> {
  return {
    ...((rating === '' || rating === 'like' || rating === 'dislike') && { rating }),
    ...(title !== undefined && { title }),
    ...(comment !== undefined && { comment }),
  };
}

/** The fields that differ from what was there before. */
function listChangedFields(before: Fields, { rating, title, comment }: Partial<Fields>) {
  return {
    ...(rating !== undefined && rating !== before.rating && { rating }),
    ...(title !== undefined && title !== before.title && { title }),
    ...(comment !== undefined && comment !== before.comment && { comment }),
  };
}

function findProblem(text: string, other: string, maxLength: number): 'needsBoth' | 'tooLong' | null {
  if (countCharacters(text) > maxLength) return 'tooLong';
  return text.trim() === '' && other.trim() !== '' ? 'needsBoth' : null;
}

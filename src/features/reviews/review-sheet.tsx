import { type FormEvent, useState } from 'react';
import { reviewLimits } from '../../../contract/reviews.ts';
import { account } from '../../data/current.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Stack } from '../../ui/stack.tsx';
import { lengthOf, TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Opinion, Thumbs } from '../../ui/thumbs.tsx';
import { reviewMessages } from './messages.ts';
import type { OwnReview, Said } from './own-review.ts';
import { type ReviewEdit, reviewWrite } from './pending-write.ts';

type ReviewSheetProps = { application: string; own: OwnReview; onClose: () => void };

const { title: longestTitle, comment: longestComment } = reviewLimits;

/** The sheet for writing or changing one's own review. It is saved at once, also offline. */
export function ReviewSheet({ application, own, onClose }: ReviewSheetProps) {
  const words = useMessages(reviewMessages);
  const common = useMessages(commonMessages);
  const form = useReviewForm(own);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const said = form.said();
    if (said === null) return;
    const edit = changesOf(form.before, said);
    if (Object.keys(edit).length > 0) await account().outbox.enqueue(reviewWrite, { application, ...edit });
    onClose();
  };
  return (
    <Sheet
      open
      title={own.title === '' ? words.write : words.edit}
      onClose={onClose}
      closeLabel={common.close}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Thumbs label={words.rate} labels={words.opinion} value={form.opinion} onChange={form.setOpinion} />
          {form.tried && form.opinion === undefined && (
            <p className="field-error" role="alert">
              {words.needsOpinion}
            </p>
          )}
          <TextField
            label={words.title}
            value={form.title}
            onChange={form.setTitle}
            error={form.tried && form.titleWrong ? words[form.titleWrong] : undefined}
          />
          <TextArea
            label={words.comment}
            hint={words.commentHint}
            value={form.comment}
            onChange={form.setComment}
            max={longestComment}
            count={words.counter}
            error={form.tried && form.commentWrong ? words[form.commentWrong] : undefined}
          />
          <Button type="submit" variant="strong" size="large" full>
            {words.send}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}

/** Only what the person changed. */
function changesOf(before: Said, { like, title, comment }: Said): Omit<ReviewEdit, 'application'> {
  const opinion = like === null || like === before.like ? {} : { like };
  if (title === '') return { ...opinion, ...(before.title !== '' && { comment: null }) };
  return {
    ...opinion,
    ...(title !== before.title && { title }),
    ...(comment !== before.comment && { comment }),
  };
}

/** The form's fields, and what of them can't be sent. */
function useReviewForm(own: OwnReview) {
  // As it was when the person began: what arrives meanwhile is nothing that they changed.
  const [before] = useState(own.taken);
  const [opinion, setOpinion] = useState<Opinion>(
    own.like === null ? undefined : own.like === 1 ? 'like' : 'dislike',
  );
  const [title, setTitle] = useState(own.title);
  const [comment, setComment] = useState(own.comment);
  const [tried, setTried] = useState(false);
  const titleWrong = problem(title, comment, longestTitle);
  const commentWrong = problem(comment, title, longestComment);
  const said = (): Said | null => {
    setTried(true);
    if (opinion === undefined || titleWrong !== null || commentWrong !== null) return null;
    return { like: opinion === 'like' ? 1 : 0, title: title.trim(), comment: comment.trim() };
  };
  return {
    before,
    opinion,
    setOpinion,
    title,
    setTitle,
    comment,
    setComment,
    tried,
    titleWrong,
    commentWrong,
    said,
  };
}

function problem(text: string, other: string, longest: number): 'needsBoth' | 'tooLong' | null {
  if (lengthOf(text) > longest) return 'tooLong';
  return text.trim() === '' && other.trim() !== '' ? 'needsBoth' : null;
}

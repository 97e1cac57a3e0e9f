import { type FormEvent, useState } from 'react';
import { reviewLimits } from '../../../contract/reviews.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Thumbs } from '../../ui/controls/thumbs.tsx';
import { Sheet } from '../../ui/feedback/dialog.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { reviewMessages } from './messages.ts';
import { joinText, type OwnReview, type ReviewContent } from './own-review.ts';
import type { ReviewEdit } from './pending-write.ts';
import { useReviewForm } from './review-form.ts';
import { sendReview } from './send-review.ts';

type ReviewSheetProps = { application: string; own: OwnReview; onClose: () => void };

/** The sheet for writing or changing one's own review. It is saved at once, also offline, and as a draft before that. */
export function ReviewSheet({ application, own, onClose }: ReviewSheetProps) {
  const words = useMessages(reviewMessages);
  const common = useMessages(commonMessages);
  const account = useAccount();
  const form = useReviewForm(application, own);
  const [failed, setFailed] = useState(false);
  // Only an earlier draft is announced; what is being typed needs no notice.
  const [isOld, setOld] = useState(form.isDraft);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const statement = form.parse();
    if (statement === null) return;
    try {
      await sendReview(account, application, buildReviewEdit(form.taken, statement));
      onClose();
    } catch {
      setFailed(true);
    }
  };
  const discardDraft = () => {
    form.drop();
    setOld(false);
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
          {isOld && <DraftNote onDrop={discardDraft} />}
          <ReviewFields form={form} />
          {failed && (
            <Note tone="error" live action={<CopyButton text={joinText(form)} labels={words.copy} />}>
              {words.notTaken}
            </Note>
          )}
          <Button type="submit" variant="strong" size="large" full>
            {words.send}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}

function DraftNote({ onDrop }: { onDrop: () => void }) {
  const words = useMessages(reviewMessages);
  const drop = (
    <Button size="pill" variant="quiet" onClick={onDrop}>
      {words.dropDraft}
    </Button>
  );
  return (
    <Note icon="edit" action={drop}>
      {words.draft}
    </Note>
  );
}

function ReviewFields({ form }: { form: ReturnType<typeof useReviewForm> }) {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  const errorOf = (wrong: 'needsBoth' | 'tooLong' | null) =>
    form.tried && wrong !== null ? words[wrong] : undefined;
  return (
    <>
      <Thumbs
        label={words.rate}
        labels={words.opinion}
        value={form.rating === '' ? undefined : form.rating}
        onChange={(rating) => form.change({ rating: rating ?? '' })}
      />
      {form.tried && form.rating === '' && (
        <p className="field-error" role="alert">
          {words.needsOpinion}
        </p>
      )}
      <TextField
        label={words.title}
        value={form.title}
        onChange={(title) => form.change({ title })}
        error={errorOf(form.titleWrong)}
      />
      <TextArea
        label={words.comment}
        hint={words.commentHint}
        value={form.comment}
        onChange={(comment) => form.change({ comment })}
        max={reviewLimits.comment}
        count={(used, max) => words.counter({ used: format.number(used), max: format.number(max) })}
        error={errorOf(form.commentWrong)}
      />
    </>
  );
}

/** Only what the person changed. */
function buildReviewEdit(
  before: ReviewContent,
  { like, title, comment }: ReviewContent,
): Omit<ReviewEdit, 'application'> {
  const rating = like === null || like === before.like ? {} : { like };
  if (title === '') return { ...rating, ...(before.title !== '' && { comment: null }) };
  return {
    ...rating,
    ...(title !== before.title && { title }),
    ...(comment !== before.comment && { comment }),
  };
}

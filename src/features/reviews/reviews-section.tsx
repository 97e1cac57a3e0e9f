import { useState } from 'react';
import type { Review } from '../../../contract/reviews.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Thumbs } from '../../ui/controls/thumbs.tsx';
import { Meter, Meters } from '../../ui/feedback/meter.tsx';
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Comment } from '../../ui/lists/comment.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { reviewMessages } from './messages.ts';
import type { OwnReview } from './own-review.ts';
import { type DrawDiscardDialog, PendingNote } from './pending-note.tsx';
import { deleteWrite, reviewWrite } from './pending-write.ts';
import { getDraftSubject } from './review-form.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { useOwnReview, useReviews } from './use-own-review.ts';

type ReviewsSectionProps = {
  application: string;
  likes: number;
  dislikes: number;
  drawDiscardDialog: DrawDiscardDialog;
};

const maxShownReviews = 3;

/** The counts of likes and dislikes, the person's own rating, and what they and others wrote. */
export function ReviewsSection({ application, likes, dislikes, drawDiscardDialog }: ReviewsSectionProps) {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  const own = useOwnReview(application);
  const [open, setOpen] = useState<'sheet' | 'question' | null>(null);
  const started = useObservable(useAccount().drafts.all).has(getDraftSubject(application));
  const wrote = own.title !== '';
  const close = () => setOpen(null);
  return (
    <Section
      title={words.reviews}
      action={
        <Button variant="quiet" size="pill" icon="edit" onClick={() => setOpen('sheet')}>
          {started ? words.goOn : wrote ? words.edit : words.write}
        </Button>
      }
    >
      <Card>
        <Meters>
          <Meter label={words.likes} value={likes} max={likes + dislikes} text={format.number(likes)} />
          <Meter
            label={words.dislikes}
            value={dislikes}
            max={likes + dislikes}
            text={format.number(dislikes)}
          />
        </Meters>
        <OwnRating application={application} own={own} onDelete={() => setOpen('question')} />
        <PendingNote own={own} drawDiscardDialog={drawDiscardDialog} />
      </Card>
      <Written application={application} own={own} onDelete={() => setOpen('question')} />
      {open === 'sheet' && <ReviewSheet application={application} own={own} onClose={close} />}
      {open === 'question' && <DeleteDialog application={application} onClose={close} />}
    </Section>
  );
}

type OwnProps = {
  application: string;
  own: OwnReview;
  /** Asks whether the whole review shall be deleted. */
  onDelete: () => void;
};

/**
 * A tap states the rating, without a form, and a tap on the chosen one withdraws it. Nothing else of the review is sent;
 * since a text needs a rating, withdrawing that of a text deletes it too, after a question.
 */
function OwnRating({ application, own, onDelete }: OwnProps) {
  const account = useAccount();
  const words = useMessages(reviewMessages);
  const say = useToast();
  const value = own.like === null ? undefined : own.like === 1 ? 'like' : 'dislike';
  const rate = (rating: 'like' | 'dislike' | undefined) => {
    if (rating === undefined && own.title !== '') return onDelete();
    const { outbox } = account;
    const writing =
      rating === undefined
        ? outbox.enqueue(deleteWrite, { application })
        : outbox.enqueue(reviewWrite, { application, like: rating === 'like' ? 1 : 0 });
    return void writing.catch(() => say({ text: words.notTaken, tone: 'error' }));
  };
  return <Thumbs label={words.rate} labels={words.opinion} value={value} onChange={rate} />;
}

/** The person's own review as it will be once it is sent, then those of others. */
function Written({ application, own, onDelete }: OwnProps) {
  const account = useAccount();
  const words = useMessages(reviewMessages);
  const common = useMessages(commonMessages);
  const [all, setAll] = useState(false);
  const { value, loading, error } = useObservable(useReviews(application).state);
  if (value === null && loading) {
    return (
      <Skeleton label={common.loading}>
        <SkeletonText lines={3} />
      </Skeleton>
    );
  }
  const { id } = account.user;
  const others = value?.reviews.filter(({ user }) => user.id !== id) ?? [];
  const shown = all ? others : others.slice(0, maxShownReviews);
  const wrote = own.title !== '';
  return (
    <>
      {wrote && <OwnWrittenReview own={own} review={value?.user_review ?? null} onDelete={onDelete} />}
      {value === null && error && <StatusLine>{words.notLoaded}</StatusLine>}
      {value !== null && shown.length === 0 && !wrote && <p className="quiet">{words.noneWhy}</p>}
      {shown.map((review) => (
        <WrittenReview key={review.id} review={review} />
      ))}
      {others.length > shown.length && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {words.more}
        </Button>
      )}
    </>
  );
}

type OwnWrittenReviewProps = { own: OwnReview; review: Review | null; onDelete: () => void };

function OwnWrittenReview({ own, review, onDelete }: OwnWrittenReviewProps) {
  const words = useMessages(reviewMessages);
  const { first_name, last_name } = useAccount().user;
  const state = own.row?.state;
  const dates = useDates(review);
  const about =
    state === 'refused'
      ? words.ownRefused
      : state === undefined || state === 'sent'
        ? dates
        : words.ownUnsent;
  return (
    <Comment
      person={words.you({ name: `${first_name} ${last_name}`.trim() })}
      title={own.title}
      about={about}
      rating={useRating(own.like)}
      action={
        <Button size="pill" variant="quiet" icon="trash" onClick={onDelete}>
          {words.delete.button}
        </Button>
      }
    >
      {own.comment}
    </Comment>
  );
}

function WrittenReview({ review }: { review: Review }) {
  const words = useMessages(reviewMessages);
  const { user, title, comment, like } = review;
  const person = `${user.first_name} ${user.last_name}`.trim() || words.unknownPerson;
  return (
    <Comment person={person} about={useDates(review)} rating={useRating(like)} {...(title && { title })}>
      {comment}
    </Comment>
  );
}

/** When a review was written, and last changed. */
function useDates(review: Review | null): string {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  if (review === null) return '';
  const { created, updated } = review;
  const written = format.date(Date.parse(created));
  return updated === created
    ? written
    : `${written}, ${words.edited({ when: format.date(Date.parse(updated)) })}`;
}

function useRating(like: number | null) {
  const words = useMessages(reviewMessages);
  return like === 1
    ? ({ value: 'like', label: words.liked } as const)
    : ({ value: 'dislike', label: words.disliked } as const);
}

import { useState } from 'react';
import type { Review } from '../../../contract/reviews.ts';
import { account } from '../../data/current.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Comment } from '../../ui/comment.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Meter, Meters } from '../../ui/meter.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { Thumbs } from '../../ui/thumbs.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { reviewMessages } from './messages.ts';
import type { OwnReview } from './own-review.ts';
import { type GiveUp, PendingNote } from './pending-note.tsx';
import { reviewWrite } from './pending-write.ts';
import { draftOf } from './review-form.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { reviewsOf, useOwnReview } from './use-own-review.ts';

type ReviewsSectionProps = { application: string; likes: number; dislikes: number; giveUp: GiveUp };

const firstOnes = 3;

/** The counts of likes and dislikes, the person's own opinion, and what others wrote. */
export function ReviewsSection({ application, likes, dislikes, giveUp }: ReviewsSectionProps) {
  const words = useMessages(reviewMessages);
  const own = useOwnReview(application);
  const [writing, setWriting] = useState(false);
  const begun = useObservable(account().drafts.all).has(draftOf(application));
  const wrote = own.title !== '';
  return (
    <Section
      title={words.reviews}
      action={
        <Button variant="quiet" size="pill" icon="edit" onClick={() => setWriting(true)}>
          {begun ? words.goOn : wrote ? words.edit : words.write}
        </Button>
      }
    >
      <Card>
        <Meters>
          <Meter label={words.likes} value={likes} max={likes + dislikes} text={String(likes)} />
          <Meter label={words.dislikes} value={dislikes} max={likes + dislikes} text={String(dislikes)} />
        </Meters>
        <OwnOpinion application={application} own={own} />
        <PendingNote own={own} giveUp={giveUp} />
      </Card>
      <Written application={application} />
      {writing && <ReviewSheet application={application} own={own} onClose={() => setWriting(false)} />}
    </Section>
  );
}

/** A tap states the opinion, without a form. Nothing else of the review is sent. */
function OwnOpinion({ application, own }: { application: string; own: OwnReview }) {
  const words = useMessages(reviewMessages);
  const say = useToast();
  const value = own.like === null ? undefined : own.like === 1 ? 'like' : 'dislike';
  const rate = (opinion: 'like' | 'dislike' | undefined) => {
    // A rating can be changed but not withdrawn: the service has no operation for it.
    if (opinion === undefined) return;
    account()
      .outbox.enqueue(reviewWrite, { application, like: opinion === 'like' ? 1 : 0 })
      .catch(() => say({ text: words.notTaken, tone: 'error' }));
  };
  return <Thumbs label={words.rate} labels={words.opinion} value={value} onChange={rate} />;
}

function Written({ application }: { application: string }) {
  const words = useMessages(reviewMessages);
  const common = useMessages(commonMessages);
  const [all, setAll] = useState(false);
  const { value, loading, error } = useObservable(reviewsOf(application).state);
  if (value === null && loading) {
    return (
      <Skeleton label={common.loading}>
        <SkeletonText lines={3} />
      </Skeleton>
    );
  }
  if (value === null) return error && <StatusLine>{words.notLoaded}</StatusLine>;
  const shown = all ? value.reviews : value.reviews.slice(0, firstOnes);
  return (
    <>
      {shown.length === 0 && <p className="quiet">{words.noneWhy}</p>}
      {shown.map((review) => (
        <WrittenReview key={review.id} review={review} />
      ))}
      {value.reviews.length > shown.length && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {words.more}
        </Button>
      )}
    </>
  );
}

function WrittenReview({ review }: { review: Review }) {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  const { created, updated, user } = review;
  const person = `${user.first_name} ${user.last_name}`.trim() || words.unknownPerson;
  const written = format.date(Date.parse(created));
  const about =
    updated === created ? written : `${written}, ${words.edited(format.date(Date.parse(updated)))}`;
  const opinion =
    review.like === 1
      ? ({ value: 'like', label: words.liked } as const)
      : ({ value: 'dislike', label: words.disliked } as const);
  return (
    <Comment person={person} about={about} opinion={opinion} {...(review.title && { title: review.title })}>
      {review.comment}
    </Comment>
  );
}

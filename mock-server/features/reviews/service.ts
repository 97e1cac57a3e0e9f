import type { ReviewChange } from '../../../contract/reviews.ts';
import { changeActivity } from '../../platform/database/changes/changes.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { createId, getNow, parseIdentifier } from '../../platform/database/identifiers.ts';
import { forbiddenError, ServiceError } from '../../platform/errors.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { isVisible } from '../../platform/visible-text.ts';
import { hasPackage } from '../applications/facade.ts';
import { listOffered } from '../catalog/facade.ts';
import { recordActivity } from '../journals/facade.ts';
import { parseSettings, readSettings } from '../organizations/facade.ts';
import * as store from './store.ts';

export interface ReviewContent {
  like: 0 | 1;
  title?: string;
  comment?: string;
}

/**
 * The application, when the caller's groups offer it, on whatever device.
 * Error: `forbidden` (document 1, Errors 2), the same for one that does not exist.
 */
async function findAccessible(platform: Platform, caller: DeviceCaller, identifier: string) {
  const { db } = platform.database;
  const application = await store.findReviewable(db, caller.homeOrgId, parseIdentifier(identifier));
  if (application === undefined) throw unavailableError();
  const [offer] = await listOffered(db, caller, [application.id]);
  if (offer === undefined) throw unavailableError();
  return { application, version: { id: offer.version } };
}

const unavailableError = () => forbiddenError('This application is not available to you.');

/** A text without surrounding spaces; undefined when nothing of it is visible. */
const toShownText = (text: string | null | undefined): string | undefined =>
  text && isVisible(text) ? text.trim() : undefined;

/**
 * Checks and cleans a rating; document 3, Reviews. Errors: `invalid_request` for a comment without a title and a
 * title without a comment.
 */
export function checkReview(rating: {
  like: number;
  title?: string | null;
  comment?: string | null;
}): ReviewContent {
  const title = toShownText(rating.title);
  const comment = toShownText(rating.comment);
  if (comment !== undefined && title === undefined) {
    throw new ServiceError('invalid_request', 'A comment needs a title. Send both, or only the rating.');
  }
  if (title !== undefined && comment === undefined) {
    throw new ServiceError('invalid_request', 'A title needs a comment. Send both, or only the rating.');
  }
  return { like: rating.like === 1 ? 1 : 0, ...(title && { title }), ...(comment && { comment }) };
}

/**
 * The rating that a change makes of an earlier one; `comment: null` removes the whole text. Errors: `invalid_request`
 * where the person has never rated, and those of `checkReview` for the changed and the remaining fields together.
 */
export function applyReviewChange(earlier: store.ReviewRow | undefined, change: ReviewChange): ReviewContent {
  const like = change.like ?? earlier?.like;
  if (like === undefined) throw new ServiceError('invalid_request', 'Choose like or dislike first.');
  const stored = change.comment === null ? undefined : earlier;
  const title = change.title ?? stored?.title ?? undefined;
  const comment = change.comment ?? stored?.comment ?? undefined;
  return checkReview({
    like,
    ...(title !== undefined && { title }),
    ...(comment !== undefined && { comment }),
  });
}

/**
 * An application that the person may rate: native applications only (document 2, What the service does), where the
 * organization and the application allow reviews. Errors: `forbidden`, `not_allowed_for_type`.
 */
export async function findRatable(platform: Platform, caller: DeviceCaller, identifier: string) {
  const found = await findAccessible(platform, caller, identifier);
  if (!hasPackage(found.application)) {
    throw new ServiceError('not_allowed_for_type', 'Only native applications can be rated.');
  }
  const { organization, settings } = found.application;
  if (
    !parseSettings({ name: organization, settings }).reviews_enabled ||
    found.application.reviews_enabled === 0
  ) {
    throw forbiddenError('Reviews are switched off for this application.');
  }
  return found;
}

/**
 * Replaces the earlier rating by what `ratingAfter` makes of it; `created` stays, `updated` changes. Returns the
 * review. Runs in the caller's transaction. Errors: `forbidden` when the application has been deleted meanwhile; those
 * of `ratingAfter`.
 */
export async function putReview(
  tx: Tx,
  caller: DeviceCaller,
  subject: { applicationId: string; versionId: string },
  ratingAfter: (earlier: store.ReviewRow | undefined) => ReviewContent,
): Promise<ReviewWithAuthor> {
  const orgId = caller.homeOrgId;
  // One review of a person at a time, and none of an application that has been deleted since it was found.
  const locked = await store.lockReview(tx, orgId, subject.applicationId, caller.user.id);
  if (locked === undefined) throw unavailableError();
  const { first_name, last_name, ...found } = locked;
  const moment = getNow();
  const earlier = store.isReview(found) ? found : undefined;
  const rating = ratingAfter(earlier);
  const text = { title: rating.title ?? null, comment: rating.comment ?? null };
  const written = {
    ...text,
    like: rating.like,
    version: subject.versionId,
    device: caller.device.id,
    updated: moment,
  };
  const key = { org_id: orgId, application: subject.applicationId, user: caller.user.id };
  const review = { id: createId(), created: moment, ...earlier, ...key, ...written };
  recordActivity(tx, orgId, {
    kind: 'review',
    user: caller.user.id,
    device: caller.device.id,
    application: subject.applicationId,
    version: subject.versionId,
    like: rating.like,
    text: text.title !== null,
  });
  await changeActivity(tx, orgId, async (change) => {
    await store.putReview(change, review);
    const counts = countChange(earlier?.like, rating.like);
    return { application: subject.applicationId, userId: caller.user.id, counts };
  });
  return { ...review, first_name, last_name };
}

/** The fields of a review that was withdrawn, as others receive them. */
export const noReview = { like: null, title: null, comment: null } as const;

/**
 * The id of an application whose review the caller may withdraw: one that they can see, or that they have reviewed,
 * since what was taken out of their catalog still shows their words to others. Error: `forbidden`.
 */
export async function findWithOwnReview(
  platform: Platform,
  caller: DeviceCaller,
  identifier: string,
): Promise<string> {
  const { db } = platform.database;
  const found = await store.findReviewable(db, caller.homeOrgId, parseIdentifier(identifier));
  const own = found && (await store.findReview(db, caller.homeOrgId, found.id, caller.user.id));
  if (found !== undefined && own !== undefined) return found.id;
  return (await findAccessible(platform, caller, identifier)).application.id;
}

/**
 * Deletes the caller's review with its rating. Returns it as it was; undefined where there was none. Runs in the
 * caller's transaction.
 */
export async function withdrawReview(
  tx: Tx,
  caller: DeviceCaller,
  application: string,
): Promise<store.ReviewRow | undefined> {
  const orgId = caller.homeOrgId;
  const locked = await store.lockReview(tx, orgId, application, caller.user.id);
  if (locked === undefined || !store.isReview(locked)) return undefined;
  const subject = { user: caller.user.id, device: caller.device.id, application, version: locked.version };
  recordActivity(tx, orgId, { kind: 'review', ...subject, like: null, text: false });
  await changeActivity(tx, orgId, async (change) => {
    await store.deleteReview(change, orgId, locked.id);
    const counts = { likes: -locked.like, dislikes: locked.like - 1 };
    return { application, userId: caller.user.id, counts };
  });
  return locked;
}

/** A review with the name of its author. */
type ReviewWithAuthor = store.ReviewRow & { first_name: string; last_name: string };

function countChange(before: 0 | 1 | undefined, after: 0 | 1): { likes: number; dislikes: number } {
  return {
    likes: after - (before ?? 0),
    dislikes: 1 - after - (before === undefined ? 0 : 1 - before),
  };
}

async function findOwn(db: Db, caller: DeviceCaller, applicationId: string) {
  const { homeOrgId: orgId, user } = caller;
  const review = await store.findReview(db, orgId, applicationId, user.id);
  return review === undefined ? null : { ...review, ...(await store.findUserName(db, orgId, user.id)) };
}

/** Reviews of an application that the caller may see, and their own one. Error: `forbidden`. */
export async function listReviewsOf(
  platform: Platform,
  caller: DeviceCaller,
  identifier: string,
  page: { start: number; count: number },
) {
  const { db } = platform.database;
  const { application } = await findAccessible(platform, caller, identifier);
  const orgId = caller.homeOrgId;
  return {
    reviews: await store.listReviews(db, orgId, application.id, page),
    own: await findOwn(db, caller, application.id),
    total: await store.countReviews(db, orgId, application.id),
  };
}

/** Likes of one application that the caller may see. Error: `forbidden`. */
export async function countLikesOf(platform: Platform, caller: DeviceCaller, identifier: string) {
  return [(await findAccessible(platform, caller, identifier)).application];
}

/** Likes of every application of the organization that can be rated; of none where reviews are switched off. */
export async function countAllLikes(platform: Platform, caller: DeviceCaller) {
  const { db } = platform.database;
  const { reviews_enabled } = await readSettings(db, caller.homeOrgId);
  return reviews_enabled ? store.listLikeCounts(db, caller.homeOrgId) : [];
}

import { type Static, Type } from 'typebox';
import { DeviceHeaders } from './catalog.ts';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';
import { writeHeaders } from './common/writes.ts';

/** Document 3, Review. */
export const Review = output({
  id: Id,
  application_id: Id,
  version_id: nullable(Id),
  device_id: nullable(Id),
  like: Type.Integer({ minimum: 0, maximum: 1 }),
  vote: Type.Integer(),
  title: nullable(Type.String()),
  comment: nullable(Type.String()),
  created: Timestamp,
  updated: Timestamp,
  user: output({ id: Id, first_name: Type.String(), last_name: Type.String() }),
});
export type Review = Static<typeof Review>;

/** Maximum lengths in characters, which the documents leave open. */
export const reviewLimits = { title: 200, comment: 10_000 } as const;

const shared = {
  area: 'reviews',
  context: 'user_and_device',
  headers: DeviceHeaders,
  source: 'document 3, Reviews',
} as const;
const writing = Type.Object({ ...DeviceHeaders.properties, ...writeHeaders });
const ApplicationParams = Type.Object({ application: PathIdentifier });

export const rateApplication = operation({
  ...shared,
  name: 'rateApplication',
  recorded: false,
  method: 'POST',
  path: '/v1/applications/:application/likes/',
  headers: writing,
  within: ['own_catalog'],
  params: ApplicationParams,
  body: Type.Object({
    like: Type.Integer({ minimum: 0, maximum: 1 }),
    title: Type.Optional(nullable(Type.String({ maxLength: reviewLimits.title }))),
    comment: Type.Optional(nullable(Type.String({ maxLength: reviewLimits.comment }))),
  }),
  response: output({ liked: Type.Boolean() }),
  summary: "Rate and review an application, in place of the caller's earlier review",
});

export const ReviewChange = Type.Object({
  like: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  title: Type.Optional(Type.String({ maxLength: reviewLimits.title })),
  comment: Type.Optional(
    nullable(
      Type.String({ maxLength: reviewLimits.comment, description: 'null takes title and comment away' }),
    ),
  ),
});
/** Changes of a review; what is left out stays as it is. */
export type ReviewChange = Static<typeof ReviewChange>;

export const changeReview = operation({
  ...shared,
  name: 'changeReview',
  recorded: false,
  method: 'PUT',
  path: '/v3/catalog/applications/:application/review/',
  headers: writing,
  within: ['own_catalog'],
  params: ApplicationParams,
  body: ReviewChange,
  response: output({ user_review: Review }),
  source: 'ours: a rating without text keeps the earlier text, and a text without rating the earlier rating',
  summary: "Change parts of the caller's review",
});

export const deleteReview = operation({
  ...shared,
  name: 'deleteReview',
  recorded: false,
  method: 'DELETE',
  path: '/v3/catalog/applications/:application/review/',
  headers: writing,
  within: ['own_catalog'],
  params: ApplicationParams,
  response: output({
    /** False where the caller had none: deleting again is no error. */
    deleted: Type.Boolean(),
  }),
  source: 'ours: people withdraw a rating, and delete what they wrote',
  summary: "Delete the caller's review: rating and text",
});

export const listReviews = operation({
  ...shared,
  name: 'listReviews',
  method: 'GET',
  path: '/v2/applications/:application/likes/reviews/',
  within: ['own_catalog'],
  params: ApplicationParams,
  query: Type.Object({ page: Type.Optional(Type.String({ maxLength: 50 })) }),
  response: output({
    reviews: Type.Array(Review),
    user_review: nullable(Review),
    total_available: TotalAvailable,
  }),
  summary: "List the reviews of an application, and the caller's own",
});

/** By the application's psk. */
const Likes = Type.Record(Type.String(), output({ num_dislikes: Type.Integer(), num_likes: Type.Integer() }));

export const countLikes = operation({
  ...shared,
  name: 'countLikes',
  method: 'GET',
  path: '/v1/applications/:application/reviews/analytics/num_likes_for_app/',
  within: ['own_catalog'],
  params: ApplicationParams,
  response: output({ number_of_likes: Likes }),
  summary: 'Count the likes and dislikes of an application',
});

export const countAllLikes = operation({
  ...shared,
  name: 'countAllLikes',
  method: 'GET',
  path: '/v1/applications/reviews/analytics/likes/',
  response: output({ number_of_likes: Likes }),
  summary: 'Count the likes and dislikes of every application that can be rated',
});

export const reviewOperations = [
  rateApplication,
  changeReview,
  deleteReview,
  listReviews,
  countLikes,
  countAllLikes,
] as const;

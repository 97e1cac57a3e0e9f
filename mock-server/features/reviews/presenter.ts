import type { Review } from '../../../contract/reviews.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { ReviewRow } from './store.ts';

/** Document 3, Review. */
export function presentReview(row: ReviewRow & { first_name: string; last_name: string }): Review {
  return {
    id: row.id,
    application_id: row.application,
    version_id: row.version,
    device_id: row.device,
    like: row.like,
    vote: row.like,
    title: row.title,
    comment: row.comment,
    created: formatTimestamp(row.created),
    updated: formatTimestamp(row.updated),
    user: { id: row.user, first_name: row.first_name, last_name: row.last_name },
  };
}

/** Counts keyed by application psk; document 3, Reviews. */
export const presentLikes = (rows: readonly { psk: number; num_likes: number; num_dislikes: number }[]) => ({
  number_of_likes: Object.fromEntries(
    rows.map((row) => [String(row.psk), { num_dislikes: row.num_dislikes, num_likes: row.num_likes }]),
  ),
});

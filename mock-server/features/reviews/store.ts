import { nativeTypes } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { ActivityTx, Db } from '../../platform/database/handles.ts';

export type ReviewRow = Tables['reviews'];

export const findReview = (db: Db, orgId: string, applicationId: string, userId: string) =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .where('user', '=', userId)
    .executeTakeFirst();

/** A review of an application, by its id. */
export const findReviewById = (db: Db, orgId: string, applicationId: string, id: string) =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function insertReview(tx: ActivityTx, row: ReviewRow): Promise<void> {
  await tx.insertInto('reviews').values(row).execute();
}

export async function updateReview(
  tx: ActivityTx,
  orgId: string,
  id: string,
  change: Partial<ReviewRow>,
): Promise<void> {
  await tx.updateTable('reviews').set(change).where('org_id', '=', orgId).where('id', '=', id).execute();
}

/** Reviews, the last written first. Ratings without text are counted, but not listed. */
export function listReviews(
  db: Db,
  orgId: string,
  applicationId: string,
  page: { start: number; count: number },
) {
  return db
    .selectFrom('reviews')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'reviews.org_id').onRef('users.id', '=', 'reviews.user'),
    )
    .selectAll('reviews')
    .select(['users.first_name', 'users.last_name'])
    .where('reviews.org_id', '=', orgId)
    .where('reviews.application', '=', applicationId)
    .where('reviews.title', 'is not', null)
    .orderBy('reviews.updated', 'desc')
    .orderBy('reviews.id', 'desc')
    .offset(page.start)
    .limit(page.count)
    .execute();
}

export async function countReviews(db: Db, orgId: string, applicationId: string): Promise<number> {
  const row = await db
    .selectFrom('reviews')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .where('title', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export const userName = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** Likes and dislikes of the applications that can be rated: enabled native ones with reviews. */
export const likeCounts = (db: Db, orgId: string) =>
  db
    .selectFrom('applications')
    .select(['psk', 'num_likes', 'num_dislikes'])
    .where('org_id', '=', orgId)
    .where('type', 'in', nativeTypes)
    .where('enabled', '=', 1)
    .where('reviews_enabled', '=', 1)
    .execute();

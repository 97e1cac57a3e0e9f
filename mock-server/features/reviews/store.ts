import { nativeTypes } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import { runPipelined } from '../../platform/database/changes/pipelined.ts';
import type { ActivityTx, Db, Tx } from '../../platform/database/handles.ts';
import { countRows } from '../../platform/database/list-controls.ts';
import { lockRows, withRowLock } from '../../platform/database/locks.ts';

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

/** An application by any alias, with what decides whether it can be rated. */
export const findReviewable = (db: Db, orgId: string, alias: { psk: number } | { id: string }) =>
  db
    .selectFrom('applications')
    .innerJoin('organizations', 'organizations.id', 'applications.org_id')
    .selectAll('applications')
    .select(['organizations.name as organization', 'organizations.settings'])
    .where('applications.org_id', '=', orgId)
    .where((where) =>
      'psk' in alias ? where('applications.psk', '=', alias.psk) : where('applications.id', '=', alias.id),
    )
    .executeTakeFirst();

/**
 * The review of an application by a person, with their name; its columns are null before there is a review. Until the
 * transaction ends, nobody else writes a review by this person, and the application is not deleted; undefined when it
 * has been.
 */
export async function lockReview(tx: Tx, orgId: string, applicationId: string, userId: string) {
  const user = tx.selectFrom('users').select('id').where('org_id', '=', orgId).where('id', '=', userId);
  // A separate statement: what is joined to a row that had to be waited for would be as it was before the wait.
  await lockRows(tx, user, { changed: ['users'] });
  const review = tx
    .selectFrom('users')
    .innerJoin('applications', 'applications.org_id', 'users.org_id')
    .leftJoin('reviews', (join) =>
      join
        .onRef('reviews.org_id', '=', 'users.org_id')
        .onRef('reviews.user', '=', 'users.id')
        .onRef('reviews.application', '=', 'applications.id'),
    )
    .selectAll('reviews')
    .select(['users.first_name', 'users.last_name'])
    .where('users.org_id', '=', orgId)
    .where('users.id', '=', userId)
    .where('applications.id', '=', applicationId);
  return withRowLock(tx, review, { deleted: ['applications'] }).executeTakeFirst();
}

/** Whether `lockReview` found one. */
export const isReview = (found: { [K in keyof ReviewRow]: ReviewRow[K] | null }): found is ReviewRow =>
  found.id !== null;

/** Writes a review in place of the person's earlier one of the same application. */
export async function putReview(tx: ActivityTx, row: ReviewRow): Promise<void> {
  const { version, device, like, title, comment, updated } = row;
  const written = { version, device, like, title, comment, updated };
  const put = tx.insertInto('reviews').values(row);
  await runPipelined(
    tx,
    put.onConflict((conflict) => conflict.columns(['org_id', 'application', 'user']).doUpdateSet(written)),
  );
}

export const deleteReview = (tx: ActivityTx, orgId: string, id: string): Promise<void> =>
  runPipelined(tx, tx.deleteFrom('reviews').where('org_id', '=', orgId).where('id', '=', id));

/** Reviews, the last written first. Ratings without a text are counted, but not listed. */
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

export const countReviews = (db: Db, orgId: string, applicationId: string): Promise<number> =>
  countRows(
    db
      .selectFrom('reviews')
      .where('org_id', '=', orgId)
      .where('application', '=', applicationId)
      .where('title', 'is not', null),
  );

export const findUserName = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** Likes and dislikes of the applications that can be rated: enabled native ones with reviews. */
export const listLikeCounts = (db: Db, orgId: string) =>
  db
    .selectFrom('applications')
    .select(['psk', 'num_likes', 'num_dislikes'])
    .where('org_id', '=', orgId)
    .where('type', 'in', nativeTypes)
    .where('enabled', '=', 1)
    .where('reviews_enabled', '=', 1)
    .execute();

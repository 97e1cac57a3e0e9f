import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { belongsTo, index, required, uniqueIndex } from './builders.ts';

/** Journals and their sums, and reviews. */
export async function makeActivityTables(db: Kysely<Tables>): Promise<void> {
  await activityRevisions(db);
  await downloads(db);
  await downloadCounts(db);
  await downloadMonths(db);
  await activity(db);
  await activityHeads(db);
  await activityDays(db);
  await reviews(db);
}

async function activityRevisions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('activity_revisions')
    .addColumn('org_id', 'text', (column) =>
      column.primaryKey().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('revision', 'bigint', required)
    .execute();
}

async function downloads(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('downloads')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('user', 'text')
    .addColumn('device', 'text')
    .addColumn('application', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('install_file', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('created', 'text', required)
    .addColumn('position', 'bigint', required)
    .addPrimaryKeyConstraint('downloads_key', ['org_id', 'id'])
    .execute();
  await uniqueIndex(db, 'downloads_link', 'downloads', ['org_id', 'link']);
  await index(db, 'downloads_user_application_id', 'downloads', ['org_id', 'user', 'application', 'id']);
  await index(db, 'downloads_application_id', 'downloads', ['org_id', 'application', 'id']);
  await uniqueIndex(db, 'downloads_position', 'downloads', ['org_id', 'position']);
  await sql`create index downloads_direct on downloads (org_id, position)
    where kind in ('direct', 'direct_catalog')`.execute(db);
  // Reports find and count their rows in this index alone.
  await index(db, 'downloads_created', 'downloads', ['org_id', 'created', 'id', 'kind']);
}

async function downloadCounts(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('download_counts')
    .addColumn('org_id', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('count', 'bigint', required)
    .addPrimaryKeyConstraint('download_counts_key', ['org_id', 'application', 'type', 'day'])
    .execute();
  await index(db, 'download_counts_by_day', 'download_counts', [
    'org_id',
    'day',
    'application',
    'type',
    'count',
  ]);
}

async function downloadMonths(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('download_months')
    .addColumn('org_id', 'text', required)
    .addColumn('month', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('count', 'bigint', required)
    .addPrimaryKeyConstraint('download_months_key', ['org_id', 'month', 'application', 'type'])
    .execute();
}

async function activity(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('activity')
    .addColumn('org_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('position', 'bigint', required)
    .addColumn('at', 'text', required)
    .addColumn('user', 'text')
    .addColumn('device', 'text')
    .addColumn('application', 'text')
    .addColumn('version', 'text')
    .addColumn('details', 'text', required)
    .addPrimaryKeyConstraint('activity_key', ['org_id', 'kind', 'position'])
    .execute();
  await sql`create index activity_by_user on activity (org_id, "user", kind, position)
    where "user" is not null`.execute(db);
}

async function activityHeads(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('activity_heads')
    .addColumn('org_id', 'text', required)
    .addColumn('journal', 'text', required)
    .addColumn('position', 'bigint', required)
    .addPrimaryKeyConstraint('activity_heads_key', ['org_id', 'journal'])
    .execute();
}

async function activityDays(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('activity_days')
    .addColumn('org_id', 'text', required)
    .addColumn('journal', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('first', 'bigint', required)
    .addPrimaryKeyConstraint('activity_days_key', ['org_id', 'journal', 'day'])
    .execute();
}

async function reviews(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('reviews')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('version', 'text')
    .addColumn('device', 'text')
    .addColumn('like', 'integer', required)
    .addColumn('title', 'text')
    .addColumn('comment', 'text')
    .addColumn('created', 'text', required)
    .addColumn('updated', 'text', required)
    .addPrimaryKeyConstraint('reviews_key', ['org_id', 'id'])
    .$call(belongsTo('reviews', 'application', 'applications'))
    .$call(belongsTo('reviews', 'user', 'users'))
    .execute();
  await uniqueIndex(db, 'reviews_application_user', 'reviews', ['org_id', 'application', 'user']);
  await index(db, 'reviews_user', 'reviews', ['org_id', 'user']);
  // The comment that a catalog quotes: of the newest like, otherwise of the newest dislike.
  await sql`create index reviews_quoted on reviews (org_id, application, "like", updated, id)
    where comment is not null`.execute(db);
}

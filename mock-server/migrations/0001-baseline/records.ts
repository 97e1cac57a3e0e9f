import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { index, isPostgres, primary, required } from './builders.ts';

/** Terms, and the audit log. */
export async function makeRecordsTables(db: Kysely<Tables>): Promise<void> {
  await terms(db);
  await termsResponses(db);
  await audit(db);
  await auditHeads(db);
  await auditSettings(db);
  await auditPending(db);
}

async function terms(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('terms')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('application', 'text')
    .addColumn('version', 'integer', required)
    .addColumn('texts', 'text', required)
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('terms_key', ['org_id', 'id'])
    .execute();
  await index(db, 'terms_by_subject', 'terms', ['org_id', 'application', 'version']);
}

async function termsResponses(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('terms_responses')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('terms', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('device', 'text')
    .addColumn('accepted', 'integer', required)
    .addColumn('at', 'text', required)
    .addPrimaryKeyConstraint('terms_responses_key', ['org_id', 'id'])
    .execute();
  await index(db, 'terms_responses_by_user', 'terms_responses', ['org_id', 'user', 'terms', 'id']);
  await index(db, 'terms_responses_by_moment', 'terms_responses', ['org_id', 'at', 'id']);
}

async function audit(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('org_id', 'text', required)
    .addColumn('position', 'bigint', required)
    .addColumn('id', 'text', required)
    .addColumn('at', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('outcome', 'text', required)
    .addColumn('actor_org', 'text')
    .addColumn('actor', 'text')
    .addColumn('kind', 'text')
    .addColumn('subject', 'text')
    .addColumn('details', 'text')
    .addColumn('salt', 'text')
    .addColumn('digest', 'text', required)
    .addColumn('link', 'text', required)
    .addPrimaryKeyConstraint('audit_key', ['org_id', 'position'])
    .execute();
  await index(db, 'audit_at', 'audit', ['org_id', 'at']);
  // The actor is first, so that the erasure of a person finds what they did in other organizations too.
  await index(db, 'audit_actor', 'audit', ['actor', 'org_id', 'id']);
  await index(db, 'audit_subject', 'audit', ['org_id', 'subject']);
}

async function auditHeads(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('audit_heads')
    .addColumn('org_id', 'text', primary)
    .addColumn('first', 'bigint', required)
    .addColumn('base', 'text', required)
    .addColumn('last', 'bigint', required)
    .addColumn('link', 'text', required)
    .addColumn('exported', 'bigint', required)
    .addColumn('logged', 'bigint', required)
    .execute();
  await sql`create index audit_heads_unsent on audit_heads (org_id) where exported < last`.execute(db);
}

async function auditSettings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('audit_settings')
    .addColumn('org_id', 'text', primary)
    .addColumn('days_kept', 'integer')
    .execute();
}

/**
 * Each row is noted with the session that made it and the moment at which its transaction began, which every server that
 * speaks PostgreSQL's protocol knows; on SQLite one transaction writes at a time.
 */
async function auditPending(db: Kysely<Tables>): Promise<void> {
  const session = sql`(pg_backend_pid()::text || ' ' || extract(epoch from transaction_timestamp())::text)`;
  await db.schema
    .createTable('audit_pending')
    .$call((table) =>
      isPostgres(db)
        ? table.addColumn('number', 'bigserial', (column) => column.primaryKey())
        : table.addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement()),
    )
    .addColumn('made_in', 'text', (column) => column.notNull().defaultTo(isPostgres(db) ? session : ''))
    .addColumn('org_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute();
  await index(db, 'audit_pending_made_in', 'audit_pending', ['made_in']);
}

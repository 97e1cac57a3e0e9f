import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { index, primary, required } from './builders.ts';

/** Organizations, their settings and their counters. */
export async function makeOrganizationsTables(db: Kysely<Tables>): Promise<void> {
  await organizations(db);
  await counters(db);
  await securitySettings(db);
  await privacySettings(db);
}

async function organizations(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('organizations')
    .addColumn('id', 'text', primary)
    .addColumn('psk', 'bigint', (column) => column.notNull().unique())
    .addColumn('parent_id', 'text')
    .addColumn('name', 'text', required)
    .addColumn('vanity_subdomain', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('push_cert', 'text')
    .addColumn('catalog_revision', 'bigint', required)
    .addColumn('created', 'text', required)
    .execute();
  await index(db, 'organizations_parent', 'organizations', ['parent_id']);
  // For what only few organizations have, so that it is found without reading all of them.
  await sql`create index organizations_with_mails on organizations (id)
    where settings like '%"weekly_summary_mails":true%'
      or settings like '%"weekly_deadline_mails":true%'`.execute(db);
  await sql`create index organizations_with_deadlines on organizations (id)
    where settings like '%"disable_noncompliant_users":true%'`.execute(db);
  // PostgreSQL collects statistics of an indexed expression, here how rarely it is 1. Of a condition in `where` it would
  // assume that it is true for all rows.
  await sql`create index organizations_open_to_origins on organizations
    ((case when settings like '%"cors_domain_whitelist":[]%' then 0 else 1 end))`.execute(db);
}

async function counters(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('counters')
    .addColumn('org_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('value', 'bigint', required)
    .addPrimaryKeyConstraint('counters_key', ['org_id', 'name'])
    .execute();
}

async function securitySettings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('security_settings')
    .addColumn('org_id', 'text', primary)
    .addColumn('level', 'text', required)
    .addColumn('chosen', 'text', required)
    .execute();
}

async function privacySettings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('privacy_settings')
    .addColumn('org_id', 'text', primary)
    .addColumn('deleted_users_kept_in_days', 'integer', required)
    .execute();
}

import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Indexes for what only few organizations have, so that it is found without reading all of them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create index audit_heads_untold on audit_heads (org_id) where told < last`.execute(db);
  await sql`create index audit_heads_unsent on audit_heads (org_id) where exported < last`.execute(db);
  await sql`create index organizations_with_mails on organizations (id)
    where settings like '%"weekly_summary_mails":true%' or settings like '%"weekly_deadline_mails":true%'`.execute(
    db,
  );
  await sql`create index organizations_with_deadlines on organizations (id)
    where settings like '%"disable_noncompliant_users":true%'`.execute(db);
  await sql`create index users_noncompliant on users (org_id) where disabled = 1 and disabled_reason = 1`.execute(
    db,
  );
  // For such an expression PostgreSQL collects how seldom it is 1; a condition that is true for few rows it would
  // assume to be true for all.
  await sql`create index organizations_open_to_origins on organizations
    ((case when settings like '%"cors_domain_whitelist":[]%' then 0 else 1 end))`.execute(db);
}

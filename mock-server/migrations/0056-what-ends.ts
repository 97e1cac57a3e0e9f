import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Records the end of an inspection that failed; when profiles of signing credentials end, as for their certificate; and
 * indexes by which reports of applications are read by application and deleted by organization.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('inspections').addColumn('verified', 'text').execute();
  await sql`update inspections set verified = finished`.execute(db);

  await db.schema.alterTable('credentials').addColumn('profiles_end', 'text').execute();
  for (const row of await db.selectFrom('credentials').select(['org_id', 'id', 'metadata']).execute()) {
    await db
      .updateTable('credentials')
      .set({ profiles_end: firstEnd(row.metadata) })
      .where('org_id', '=', row.org_id)
      .where('id', '=', row.id)
      .execute();
  }

  await db.schema.dropIndex('policy_events_received').execute();
  await db.schema
    .createIndex('policy_events_received')
    .on('policy_events')
    .columns(['org_id', 'received'])
    .execute();
  await sql`create index policy_events_rare on policy_events (org_id, application, kind, at, id)
    where kind in ('crash', 'sign_in', 'policy_read')`.execute(db);
}

/** When the first of the profiles that were stored with credentials ends. */
function firstEnd(metadata: string): string | null {
  const { profiles } = JSON.parse(metadata) as { profiles: { expires: string }[] };
  return profiles.map(({ expires }) => expires).sort()[0] ?? null;
}

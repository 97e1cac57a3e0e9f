import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reports find and count their rows in an index alone. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('policy_events_kind_at').execute();
  await db.schema
    .createIndex('policy_events_kind_at')
    .on('policy_events')
    .columns(['org_id', 'kind', 'at', 'position'])
    .execute();
  await db.schema.dropIndex('downloads_created').execute();
  await db.schema
    .createIndex('downloads_created')
    .on('downloads')
    .columns(['org_id', 'created', 'id', 'kind'])
    .execute();
  await db.schema
    .createIndex('download_counts_summed')
    .on('download_counts')
    .columns(['org_id', 'application', 'type', 'day', 'count'])
    .execute();
  await db.schema
    .createIndex('inspections_finished')
    .on('inspections')
    .columns(['org_id', 'finished', 'version'])
    .execute();
}

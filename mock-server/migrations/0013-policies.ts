import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Presets of policies, the policies of applications, and what applications report because of them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('policy_presets')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('policy', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('auth_required', 'integer', (column) => column.notNull())
    .addColumn('enabled_by_default', 'integer', (column) => column.notNull())
    .addColumn('configuration', 'text')
    .addColumn('created', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('policy_presets_key', ['org_id', 'id'])
    .execute();
  await db.schema
    .createTable('application_policies')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('application', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('configurations', 'text', (column) => column.notNull())
    .addColumn('previous_configurations', 'text', (column) => column.notNull())
    .addColumn('document', 'text')
    .addColumn('changed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('application_policies_key', ['org_id', 'application'])
    .addForeignKeyConstraint(
      'application_policies_application_reference',
      ['org_id', 'application'],
      'applications',
      ['org_id', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('application_policies_id')
    .unique()
    .on('application_policies')
    .columns(['org_id', 'id'])
    .execute();
  // Events outlive the application, as downloads do: reports read them by time.
  await db.schema
    .createTable('policy_events')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('application', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('version', 'text')
    .addColumn('device', 'text')
    .addColumn('user', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('received', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('policy_events_key', ['org_id', 'application', 'id'])
    .execute();
  await db.schema
    .createIndex('policy_events_kind_at')
    .on('policy_events')
    .columns(['org_id', 'kind', 'at'])
    .execute();
  await db.schema.alterTable('applications').addColumn('access_start', 'text').execute();
  await db.schema.alterTable('applications').addColumn('access_end', 'text').execute();
}

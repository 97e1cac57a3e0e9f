import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { belongsTo, index, required, uniqueIndex } from './builders.ts';

/** Signing, policies and inspections of packages. */
export async function makePackagesTables(db: Kysely<Tables>): Promise<void> {
  await credentials(db);
  await preparations(db);
  await policyPresets(db);
  await applicationPolicies(db);
  await policyEvents(db);
  await inspections(db);
}

async function credentials(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('credentials')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('platform', 'integer', required)
    .addColumn('expires', 'text', required)
    .addColumn('identity', 'text', required)
    .addColumn('sealed', 'text', required)
    .addColumn('sealed_password', 'text')
    .addColumn('metadata', 'text', required)
    .addColumn('created_by', 'text', required)
    .addColumn('created', 'text', required)
    .addColumn('told', 'text')
    .addColumn('profiles_end', 'text')
    .addPrimaryKeyConstraint('credentials_key', ['org_id', 'id'])
    .execute();
}

async function preparations(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('preparations')
    .addColumn('org_id', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('request', 'text', required)
    .addColumn('credentials', 'text')
    .addColumn('additions', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('uploaded_status', 'integer', required)
    .addColumn('uploaded_details', 'text')
    .addColumn('uploaded_withheld', 'integer', required)
    .addColumn('requested', 'text', required)
    .addColumn('requested_by', 'text')
    .addPrimaryKeyConstraint('preparations_key', ['org_id', 'version'])
    .$call(belongsTo('preparations', 'version', 'versions'))
    .execute();
  await index(db, 'preparations_credentials', 'preparations', ['org_id', 'credentials']);
}

async function policyPresets(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('policy_presets')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('policy', 'text', required)
    .addColumn('name', 'text')
    .addColumn('auth_required', 'integer', required)
    .addColumn('enabled_by_default', 'integer', required)
    .addColumn('configuration', 'text')
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('policy_presets_key', ['org_id', 'id'])
    .execute();
}

async function applicationPolicies(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('application_policies')
    .addColumn('org_id', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('configurations', 'text', required)
    .addColumn('previous_configurations', 'text', required)
    .addColumn('document', 'text')
    .addColumn('changed', 'text', required)
    .addPrimaryKeyConstraint('application_policies_key', ['org_id', 'application'])
    .$call(belongsTo('application_policies', 'application', 'applications'))
    .execute();
  await uniqueIndex(db, 'application_policies_id', 'application_policies', ['org_id', 'id']);
}

/** Events outlive the application, as downloads do: reports read them by time. */
async function policyEvents(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('policy_events')
    .addColumn('org_id', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('at', 'text', required)
    .addColumn('version', 'text')
    .addColumn('device', 'text')
    .addColumn('user', 'text')
    .addColumn('details', 'text', required)
    .addColumn('received', 'text', required)
    .addColumn('position', 'bigint')
    .addPrimaryKeyConstraint('policy_events_key', ['org_id', 'application', 'id'])
    .execute();
  await uniqueIndex(db, 'policy_events_position', 'policy_events', ['org_id', 'position']);
  await index(db, 'policy_events_kind_at', 'policy_events', ['org_id', 'kind', 'at', 'position']);
  await index(db, 'policy_events_received', 'policy_events', ['org_id', 'received']);
  await sql`create index policy_events_rare on policy_events (org_id, application, kind, at, id)
    where kind in ('crash', 'sign_in', 'policy_read')`.execute(db);
  await sql`create index policy_events_by_user on policy_events (org_id, "user", application, id)
    where "user" is not null`.execute(db);
}

async function inspections(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('inspections')
    .addColumn('org_id', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('psk', 'bigint', required)
    .addColumn('run', 'text')
    .addColumn('engine', 'integer')
    .addColumn('sha256', 'text')
    .addColumn('finished', 'text')
    .addColumn('verified', 'text')
    .addColumn('report', 'text')
    .addColumn('privacy', 'text')
    .addColumn('problem', 'text')
    .addPrimaryKeyConstraint('inspections_key', ['org_id', 'version'])
    .$call(belongsTo('inspections', 'version', 'versions'))
    .execute();
  await index(db, 'inspections_finished', 'inspections', ['org_id', 'finished', 'version']);
}

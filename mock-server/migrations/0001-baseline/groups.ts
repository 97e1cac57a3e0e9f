import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { belongsTo, index, required, uniqueIndex } from './builders.ts';

/** Groups with their members and applications. */
export async function makeGroupsTables(db: Kysely<Tables>): Promise<void> {
  await groups(db);
  await groupUsers(db);
  await groupApplications(db);
  await groupVersions(db);
}

async function groups(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('psk', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('is_default', 'integer', required)
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('groups_key', ['org_id', 'id'])
    .execute();
  await uniqueIndex(db, 'groups_psk', 'groups', ['org_id', 'psk']);
  await uniqueIndex(db, 'groups_name', 'groups', ['org_id', 'name']);
}

async function groupUsers(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('group_users')
    .addColumn('org_id', 'text', required)
    .addColumn('group', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('group_users_key', ['org_id', 'group', 'user'])
    .$call(belongsTo('group_users', 'group', 'groups'))
    .$call(belongsTo('group_users', 'user', 'users'))
    .execute();
  await index(db, 'group_users_user', 'group_users', ['org_id', 'user', 'group']);
}

async function groupApplications(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('group_applications')
    .addColumn('org_id', 'text', required)
    .addColumn('group', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('is_mandatory', 'integer', required)
    .addColumn('is_latest', 'integer', required)
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('group_applications_key', ['org_id', 'group', 'application'])
    .$call(belongsTo('group_applications', 'group', 'groups'))
    .$call(belongsTo('group_applications', 'application', 'applications'))
    .execute();
  await index(db, 'group_applications_by_application', 'group_applications', [
    'org_id',
    'application',
    'group',
  ]);
}

async function groupVersions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('group_versions')
    .addColumn('org_id', 'text', required)
    .addColumn('group', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('version', 'text', required)
    .addPrimaryKeyConstraint('group_versions_key', ['org_id', 'group', 'application', 'version'])
    .$call(belongsTo('group_versions', 'group', 'groups'))
    .$call(belongsTo('group_versions', 'version', 'versions'))
    .execute();
  await index(db, 'group_versions_by_application', 'group_versions', [
    'org_id',
    'application',
    'group',
    'version',
  ]);
}

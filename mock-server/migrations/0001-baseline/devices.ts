import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { belongsTo, index, isPostgres, required, uniqueIndex } from './builders.ts';

/** Devices, the people who use them, and what is installed on them. */
export async function makeDevicesTables(db: Kysely<Tables>): Promise<void> {
  await devices(db);
  await deviceUsers(db);
  await installed(db);
  await inventories(db);
  await installedUnknown(db);
  await noncompliance(db);
}

async function devices(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('udid', 'text', required)
    .addColumn('name', 'text')
    .addColumn('manufacturer', 'text')
    .addColumn('model', 'text')
    .addColumn('operating_system', 'integer', required)
    .addColumn('operating_system_name', 'text')
    .addColumn('operating_system_version', 'text')
    .addColumn('form_factor', 'integer', required)
    .addColumn('total_ram', 'bigint')
    .addColumn('free_ram', 'bigint')
    .addColumn('total_storage', 'bigint')
    .addColumn('free_storage', 'bigint')
    .addColumn('camera', 'integer')
    .addColumn('front_camera', 'integer')
    .addColumn('flash', 'integer')
    .addColumn('ios_push_token', 'text')
    .addColumn('android_push_token', 'text')
    .addColumn('push_token_told', 'text')
    .addColumn('location_permission', 'text')
    .addColumn('location_told', 'text')
    .addColumn('jailbreak_status', 'integer', required)
    .addColumn('created', 'text', required)
    .addColumn('until', 'text')
    .addColumn('disabled_reason', 'integer')
    .addColumn('inventory_reported', 'text')
    .addColumn('revision', 'bigint', required)
    .addPrimaryKeyConstraint('devices_key', ['org_id', 'id'])
    .execute();
  await uniqueIndex(db, 'devices_udid', 'devices', ['org_id', 'udid']);
  // As users_shown.
  if (!isPostgres(db))
    await index(db, 'devices_shown', 'devices', ['org_id', 'id', 'name', 'model', 'form_factor']);
}

async function deviceUsers(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('device_users')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('catalog_bundle_id', 'text')
    .addColumn('catalog_version', 'text')
    .addColumn('created', 'text', required)
    .addColumn('last_active', 'text', required)
    .addColumn('until', 'text')
    .addColumn('disabled_reason', 'integer')
    .addPrimaryKeyConstraint('device_users_key', ['org_id', 'id'])
    .$call(belongsTo('device_users', 'device', 'devices'))
    .$call(belongsTo('device_users', 'user', 'users'))
    .execute();
  await uniqueIndex(db, 'device_users_device_user', 'device_users', ['org_id', 'device', 'user']);
  await index(db, 'device_users_user', 'device_users', ['org_id', 'user']);
  await index(db, 'device_users_created', 'device_users', ['org_id', 'created', 'id']);
}

async function installed(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('installed')
    .addColumn('org_id', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('application', 'text', required)
    .addPrimaryKeyConstraint('installed_key', ['org_id', 'device', 'application'])
    .$call(belongsTo('installed', 'device', 'devices'))
    .$call(belongsTo('installed', 'application', 'applications'))
    .execute();
  await index(db, 'installed_application', 'installed', ['org_id', 'application', 'device']);
}

async function inventories(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('inventories')
    .addColumn('org_id', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('versions', 'text', required)
    .addColumn('reported', 'text', required)
    .addPrimaryKeyConstraint('inventories_key', ['org_id', 'device'])
    .$call(belongsTo('inventories', 'device', 'devices'))
    .execute();
}

async function installedUnknown(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('installed_unknown')
    .addColumn('org_id', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('item', 'text', required)
    .addColumn('reported', 'text', required)
    .addPrimaryKeyConstraint('installed_unknown_key', ['org_id', 'device', 'position'])
    .$call(belongsTo('installed_unknown', 'device', 'devices'))
    .execute();
}

async function noncompliance(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('noncompliance')
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('found', 'text', required)
    .addColumn('told', 'text')
    .addPrimaryKeyConstraint('noncompliance_key', ['org_id', 'user'])
    .execute();
}

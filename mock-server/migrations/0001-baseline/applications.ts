import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { belongsTo, index, required, uniqueIndex } from './builders.ts';

/** Applications with their versions, files, pictures and categories, and what changed for catalogs. */
export async function makeApplicationsTables(db: Kysely<Tables>): Promise<void> {
  await applications(db);
  await versions(db);
  await installFiles(db);
  await uploads(db);
  await screenshots(db);
  await categories(db);
  await applicationCategories(db);
  await catalogChanges(db);
}

async function applications(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('applications')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('psk', 'bigint', required)
    .addColumn('type', 'integer', required)
    .addColumn('bundle_id', 'text')
    .addColumn('url', 'text')
    .addColumn('url_scheme', 'text')
    .addColumn('enabled', 'integer', required)
    .addColumn('is_adhoc', 'integer', required)
    .addColumn('is_app_catalog', 'integer', required)
    .addColumn('hybrid', 'text')
    .addColumn('push_enabled', 'integer', required)
    .addColumn('no_auth_delivery_enabled', 'integer', required)
    .addColumn('add_to_start', 'integer', required)
    .addColumn('operating_system', 'integer', required)
    .addColumn('form_factor', 'integer', required)
    .addColumn('form_factor_override', 'text', required)
    .addColumn('reviews_enabled', 'integer', required)
    .addColumn('sort_weight', 'integer', required)
    .addColumn('banner', 'text')
    .addColumn('custom_metadata', 'text')
    .addColumn('latest_version', 'text')
    .addColumn('access_start', 'text')
    .addColumn('access_end', 'text')
    .addColumn('num_downloads', 'bigint', required)
    .addColumn('num_likes', 'bigint', required)
    .addColumn('num_dislikes', 'bigint', required)
    .addColumn('counts_revision', 'bigint', required)
    .addColumn('created_by', 'text', required)
    .addColumn('created', 'text', required)
    .addColumn('modified', 'text', required)
    .addPrimaryKeyConstraint('applications_key', ['org_id', 'id'])
    .execute();
  await uniqueIndex(db, 'applications_psk', 'applications', ['psk']);
  await index(db, 'applications_bundle_id', 'applications', ['org_id', 'bundle_id']);
  await index(db, 'applications_counts_revision', 'applications', ['org_id', 'counts_revision']);
  // The address of a direct install names no organization, and must not scan the rows of all.
  await uniqueIndex(db, 'applications_public_id', 'applications', ['id']);
  await index(db, 'applications_by_banner', 'applications', ['banner']);
}

async function versions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('versions')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('psk', 'bigint', required)
    .addColumn('application', 'text', required)
    .addColumn('ordinal', 'integer', required)
    .addColumn('version_num', 'text', required)
    .addColumn('binary_version', 'text')
    .addColumn('package_version', 'text')
    .addColumn('app_name', 'text', required)
    .addColumn('version_note', 'text', required)
    .addColumn('author', 'text', required)
    .addColumn('short_description', 'text', required)
    .addColumn('long_description', 'text', required)
    .addColumn('icon', 'text')
    .addColumn('custom_metadata', 'text')
    .addColumn('min_os_version', 'text')
    .addColumn('form_factor', 'integer', required)
    .addColumn('release_date', 'text', required)
    .addColumn('required', 'integer', required)
    .addColumn('required_by', 'text')
    .addColumn('notify_users', 'integer', required)
    .addColumn('sign_status', 'integer', required)
    .addColumn('other_certificate', 'integer', required)
    .addColumn('sign_status_details', 'text')
    .addColumn('wrap_status', 'integer', required)
    .addColumn('inspection_status', 'integer', required)
    .addColumn('install_file', 'text')
    .addColumn('withheld', 'integer', required)
    .addColumn('store_said', 'text')
    .addPrimaryKeyConstraint('versions_key', ['org_id', 'id'])
    .$call(belongsTo('versions', 'application', 'applications'))
    .execute();
  await uniqueIndex(db, 'versions_psk', 'versions', ['psk']);
  await uniqueIndex(db, 'versions_application_ordinal', 'versions', ['org_id', 'application', 'ordinal']);
  // For direct installs, as above.
  await uniqueIndex(db, 'versions_public_id', 'versions', ['id']);
  await index(db, 'versions_by_icon', 'versions', ['icon']);
}

async function installFiles(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('install_files')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('sha256', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('mime', 'text', required)
    .addColumn('file_name', 'text', required)
    .addColumn('created', 'text', required)
    .addColumn('expires', 'text')
    .addColumn('sign_credentials_id', 'text')
    .addColumn('vendor_wrapper_version', 'text')
    .addColumn('inspection_id', 'text')
    .addColumn('binary_metadata', 'text')
    .addColumn('signer', 'text')
    .addColumn('additions_sha256', 'text')
    .addColumn('signed_details', 'text')
    .addColumn('replaced', 'text')
    .addPrimaryKeyConstraint('install_files_key', ['org_id', 'id'])
    .$call(belongsTo('install_files', 'version', 'versions'))
    .execute();
  await index(db, 'install_files_version', 'install_files', ['org_id', 'version']);
  await index(db, 'install_files_sha256', 'install_files', ['sha256']);
  await index(db, 'install_files_replaced', 'install_files', ['replaced']);
}

async function uploads(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('file_name', 'text', required)
    .addColumn('metadata', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('received', 'bigint', required)
    .addColumn('sha256', 'text')
    .addColumn('holder', 'text')
    .addColumn('held_until', 'text')
    .addColumn('created', 'text', required)
    .addColumn('expires', 'text', required)
    .addPrimaryKeyConstraint('uploads_key', ['org_id', 'id'])
    .execute();
  await index(db, 'uploads_by_id', 'uploads', ['id']);
  await index(db, 'uploads_by_expires', 'uploads', ['expires']);
  await index(db, 'uploads_by_sha256', 'uploads', ['sha256']);
}

async function screenshots(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('screenshots')
    .addColumn('org_id', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('form', 'text', required)
    .addColumn('slot', 'integer', required)
    .addColumn('image', 'text', required)
    .addPrimaryKeyConstraint('screenshots_key', ['org_id', 'application', 'form', 'slot'])
    .$call(belongsTo('screenshots', 'application', 'applications'))
    .execute();
  await index(db, 'screenshots_by_image', 'screenshots', ['image']);
}

async function categories(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('categories')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('psk', 'bigint', required)
    .addColumn('constant', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('icon', 'text')
    .addColumn('description', 'text', required)
    .addPrimaryKeyConstraint('categories_key', ['org_id', 'id'])
    .execute();
  await uniqueIndex(db, 'categories_psk', 'categories', ['org_id', 'psk']);
  await index(db, 'categories_by_icon', 'categories', ['icon']);
}

async function applicationCategories(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('application_categories')
    .addColumn('org_id', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('category', 'text', required)
    .addPrimaryKeyConstraint('application_categories_key', ['org_id', 'application', 'category'])
    .$call(belongsTo('application_categories', 'application', 'applications'))
    .$call(belongsTo('application_categories', 'category', 'categories'))
    .execute();
  await index(db, 'application_categories_category', 'application_categories', [
    'org_id',
    'category',
    'application',
  ]);
}

async function catalogChanges(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('catalog_changes')
    .addColumn('org_id', 'text', required)
    .addColumn('scope', 'text', required)
    .addColumn('revision', 'bigint', required)
    .addColumn('part', 'integer', required)
    .addColumn('applications', 'text', required)
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('catalog_changes_key', ['org_id', 'scope', 'revision', 'part'])
    .execute();
  await index(db, 'catalog_changes_created', 'catalog_changes', ['created']);
}

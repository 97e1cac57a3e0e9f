import { type CreateTableBuilder, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Builder = CreateTableBuilder<string, string>;
type ColumnType = 'text' | 'integer' | 'bigint';

/** Adds columns; one whose name ends in `?` may be null. */
function columns(table: Builder, type: ColumnType, names: string): Builder {
  return names
    .split(/\s+/)
    .reduce(
      (built, name) =>
        name.endsWith('?')
          ? built.addColumn(name.slice(0, -1), type)
          : built.addColumn(name, type, (column) => column.notNull()),
      table,
    );
}

const text = (table: Builder, names: string) => columns(table, 'text', names);
const integer = (table: Builder, names: string) => columns(table, 'integer', names);
const bigint = (table: Builder, names: string) => columns(table, 'bigint', names);

/** A table whose rows belong to one organization and have an id. */
function owned(db: Kysely<Tables>, name: keyof Tables, key: string[]): Builder {
  const table: Builder = db.schema.createTable(name);
  return text(table, 'org_id').addPrimaryKeyConstraint(`${name}_key`, ['org_id', ...key]);
}

/** A foreign key within the organization: the row is deleted with the row that it refers to. */
function belongsTo(table: Builder, name: string, column: string, target: string): Builder {
  return table.addForeignKeyConstraint(
    `${name}_${column}_reference`,
    ['org_id', column],
    target,
    ['org_id', 'id'],
    (reference) => reference.onDelete('cascade'),
  );
}

async function index(
  db: Kysely<Tables>,
  table: keyof Tables,
  parts: string[],
  unique = false,
): Promise<void> {
  const builder = db.schema
    .createIndex(`${table}_${parts.join('_')}`)
    .on(table)
    .columns(['org_id', ...parts]);
  await (unique ? builder.unique() : builder).execute();
}

/** An index by id only: the address of a direct install names no organization, and must not scan the rows of all. */
async function byPublicId(db: Kysely<Tables>, table: 'applications' | 'versions'): Promise<void> {
  await db.schema.createIndex(`${table}_public_id`).unique().on(table).column('id').execute();
}

async function identityTables(db: Kysely<Tables>): Promise<void> {
  let table: Builder = db.schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('psk', 'bigint', (column) => column.notNull().unique());
  table = text(table, 'parent_id? name vanity_subdomain settings push_cert? created');
  await bigint(table, 'catalog_revision activity_revision').execute();
  await db.schema.createIndex('organizations_parent').on('organizations').column('parent_id').execute();

  await bigint(text(owned(db, 'counters', ['name']), 'name'), 'value').execute();

  table = text(
    owned(db, 'users', ['id']),
    'id user_id email? first_name last_name mobile_phone? password_hash',
  );
  table = text(
    table,
    'password_history password_changed created modified until? status last_login_from_catalog?',
  );
  table = text(table, 'custom_metadata? locked_until? deleted?');
  table = integer(table, 'role disabled disabled_reason? failed_logins');
  await bigint(table, 'psk revision').execute();
  await index(db, 'users', ['psk'], true);

  const directory: Builder = db.schema.createTable('directory');
  await text(directory, 'kind key org_id user')
    .addPrimaryKeyConstraint('directory_key', ['kind', 'key'])
    .execute();

  const strangers: Builder = db.schema.createTable('strangers');
  await integer(text(strangers, 'key locked_until? last'), 'failed_logins')
    .addPrimaryKeyConstraint('strangers_key', ['key'])
    .execute();

  table = text(owned(db, 'tokens', ['hash']), 'hash id kind user device? last_four created prune?');
  await belongsTo(table, 'tokens', 'user', 'users').execute();
  await index(db, 'tokens', ['id'], true);
  await index(db, 'tokens', ['user']);

  table = text(owned(db, 'idempotency', ['user', 'key']), 'user key request response created');
  await integer(table, 'status').execute();
}

async function publishingTables(db: Kysely<Tables>): Promise<void> {
  let table = text(
    owned(db, 'applications', ['id']),
    'id bundle_id? url? url_scheme? hybrid? form_factor_override',
  );
  table = text(table, 'banner? custom_metadata? latest_version? created_by created modified');
  table = integer(
    table,
    'type enabled is_adhoc is_app_catalog push_enabled no_auth_delivery_enabled add_to_start',
  );
  table = integer(table, 'operating_system form_factor reviews_enabled sort_weight');
  await bigint(table, 'psk num_downloads num_likes num_dislikes counts_revision').execute();
  await index(db, 'applications', ['psk'], true);
  await index(db, 'applications', ['bundle_id']);
  await index(db, 'applications', ['counts_revision']);
  await byPublicId(db, 'applications');

  table = text(
    owned(db, 'versions', ['id']),
    'id application version_num binary_version? app_name version_note',
  );
  table = text(table, 'author short_description long_description icon? custom_metadata? min_os_version?');
  table = text(table, 'release_date required_by? sign_status_details? install_file?');
  table = integer(
    table,
    'ordinal form_factor required notify_users sign_status wrap_status inspection_status',
  );
  await belongsTo(bigint(table, 'psk'), 'versions', 'application', 'applications').execute();
  await index(db, 'versions', ['psk'], true);
  await index(db, 'versions', ['application', 'ordinal'], true);
  await byPublicId(db, 'versions');

  table = text(
    owned(db, 'install_files', ['id']),
    'id application version action sha256 mime file_name created',
  );
  table = text(
    table,
    'expires? sign_credentials_id? vendor_wrapper_version? inspection_id? binary_metadata?',
  );
  await belongsTo(bigint(table, 'size'), 'install_files', 'version', 'versions').execute();
  await index(db, 'install_files', ['version']);
  await db.schema.createIndex('install_files_sha256').on('install_files').column('sha256').execute();

  table = integer(
    text(owned(db, 'screenshots', ['application', 'form', 'slot']), 'application form image'),
    'slot',
  );
  await belongsTo(table, 'screenshots', 'application', 'applications').execute();

  table = text(owned(db, 'categories', ['id']), 'id constant name icon? description');
  await bigint(table, 'psk').execute();
  await index(db, 'categories', ['psk'], true);

  table = text(owned(db, 'application_categories', ['application', 'category']), 'application category');
  table = belongsTo(table, 'application_categories', 'application', 'applications');
  await belongsTo(table, 'application_categories', 'category', 'categories').execute();
  await index(db, 'application_categories', ['category']);
}

async function groupTables(db: Kysely<Tables>): Promise<void> {
  let table = text(owned(db, 'groups', ['id']), 'id name description created');
  await bigint(integer(table, 'is_default'), 'psk').execute();
  await index(db, 'groups', ['psk'], true);
  await index(db, 'groups', ['name'], true);

  table = text(owned(db, 'group_users', ['group', 'user']), 'group user created');
  table = belongsTo(table, 'group_users', 'group', 'groups');
  await belongsTo(table, 'group_users', 'user', 'users').execute();
  await index(db, 'group_users', ['user']);

  table = text(owned(db, 'group_applications', ['group', 'application']), 'group application created');
  table = belongsTo(integer(table, 'is_mandatory is_latest'), 'group_applications', 'group', 'groups');
  await belongsTo(table, 'group_applications', 'application', 'applications').execute();
  await index(db, 'group_applications', ['application']);

  table = text(owned(db, 'group_versions', ['group', 'application', 'version']), 'group application version');
  table = belongsTo(table, 'group_versions', 'group', 'groups');
  await belongsTo(table, 'group_versions', 'version', 'versions').execute();
}

async function activityTables(db: Kysely<Tables>): Promise<void> {
  let table = text(owned(db, 'devices', ['id']), 'id udid name? manufacturer? model? operating_system_name?');
  table = text(table, 'operating_system_version? ios_push_token? created until? inventory_reported?');
  table = integer(
    table,
    'operating_system form_factor camera? front_camera? flash? jailbreak_status disabled_reason?',
  );
  await bigint(table, 'total_ram? free_ram? total_storage? free_storage? revision').execute();
  await index(db, 'devices', ['udid'], true);

  table = text(
    owned(db, 'device_users', ['id']),
    'id device user catalog_bundle_id? catalog_version? created',
  );
  table = integer(text(table, 'last_active until?'), 'disabled_reason?');
  table = belongsTo(table, 'device_users', 'device', 'devices');
  await belongsTo(table, 'device_users', 'user', 'users').execute();
  await index(db, 'device_users', ['device', 'user'], true);
  await index(db, 'device_users', ['user']);

  table = text(
    owned(db, 'installed', ['device', 'application']),
    'device application version? version_num? reported',
  );
  table = belongsTo(table, 'installed', 'device', 'devices');
  await belongsTo(table, 'installed', 'application', 'applications').execute();
  await index(db, 'installed', ['application']);

  table = text(owned(db, 'installed_unknown', ['device', 'position']), 'device item reported');
  await belongsTo(integer(table, 'position'), 'installed_unknown', 'device', 'devices').execute();

  table = text(
    owned(db, 'downloads', ['id']),
    'id kind user? device? application version install_file link created',
  );
  await table.execute();
  await index(db, 'downloads', ['link'], true);
  await index(db, 'downloads', ['user', 'application', 'id']);
  await index(db, 'downloads', ['application', 'id']);

  table = text(
    owned(db, 'reviews', ['id']),
    'id application user version? device? title? comment? created updated',
  );
  table = belongsTo(integer(table, 'like'), 'reviews', 'application', 'applications');
  await belongsTo(table, 'reviews', 'user', 'users').execute();
  await index(db, 'reviews', ['application', 'user'], true);
  await index(db, 'reviews', ['user']);
}

/** Everything that signing in, publishing, finding, installing and reviewing need. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await identityTables(db);
  await publishingTables(db);
  await groupTables(db);
  await activityTables(db);
}

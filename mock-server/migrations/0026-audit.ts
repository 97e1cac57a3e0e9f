import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { type Observed, observe } from './observed.ts';
import type { Tables } from './tables.ts';

/** The tables that are observed from this migration on. */
const observed: readonly Observed[] = [
  {
    table: 'organizations',
    org: 'id',
    kind: 'organization',
    subject: 'id',
    columns: ['parent_id', 'name', 'vanity_subdomain', 'settings', 'push_cert'],
  },
  {
    table: 'users',
    org: 'org_id',
    kind: 'user',
    subject: 'id',
    columns: [
      'user_id',
      'email',
      'first_name',
      'last_name',
      'mobile_phone',
      'role',
      'password_changed',
      'until',
      'disabled',
      'disabled_reason',
      'status',
      'custom_metadata',
      'locked_until',
      'deleted',
    ],
  },
  {
    table: 'tokens',
    org: 'org_id',
    kind: 'token',
    subject: 'id',
    columns: ['kind', 'user', 'device'],
    end: 'prune',
  },
  { table: 'groups', org: 'org_id', kind: 'group', subject: 'id', columns: ['name', 'description'] },
  { table: 'group_users', org: 'org_id', kind: 'group member', subject: 'group', columns: ['user'] },
  {
    table: 'group_applications',
    org: 'org_id',
    kind: 'group application',
    subject: 'group',
    columns: ['application', 'is_mandatory', 'is_latest'],
  },
  {
    table: 'group_versions',
    org: 'org_id',
    kind: 'group version',
    subject: 'group',
    columns: ['application', 'version'],
  },
  {
    table: 'categories',
    org: 'org_id',
    kind: 'category',
    subject: 'id',
    columns: ['name', 'constant', 'description'],
  },
  {
    table: 'application_categories',
    org: 'org_id',
    kind: 'application category',
    subject: 'application',
    columns: ['category'],
  },
  {
    table: 'applications',
    org: 'org_id',
    kind: 'application',
    subject: 'id',
    columns: [
      'type',
      'bundle_id',
      'url',
      'url_scheme',
      'enabled',
      'is_adhoc',
      'is_app_catalog',
      'hybrid',
      'push_enabled',
      'no_auth_delivery_enabled',
      'add_to_start',
      'form_factor_override',
      'reviews_enabled',
      'sort_weight',
      'banner',
      'custom_metadata',
      'access_start',
      'access_end',
    ],
  },
  {
    table: 'versions',
    org: 'org_id',
    kind: 'version',
    subject: 'id',
    columns: [
      'application',
      'version_num',
      'app_name',
      'version_note',
      'author',
      'short_description',
      'long_description',
      'icon',
      'custom_metadata',
      'min_os_version',
      'release_date',
      'required',
      'required_by',
      'notify_users',
      'install_file',
      'withheld',
    ],
  },
  {
    table: 'screenshots',
    org: 'org_id',
    kind: 'screenshot',
    subject: 'application',
    columns: ['form', 'slot', 'image'],
  },
  {
    table: 'credentials',
    org: 'org_id',
    kind: 'credentials',
    subject: 'id',
    columns: ['description', 'platform', 'expires', 'identity'],
  },
  {
    table: 'policy_presets',
    org: 'org_id',
    kind: 'policy preset',
    subject: 'id',
    columns: ['policy', 'name', 'auth_required', 'enabled_by_default', 'configuration'],
  },
  {
    table: 'application_policies',
    org: 'org_id',
    kind: 'application policies',
    subject: 'application',
    columns: ['version', 'configurations'],
  },
  {
    table: 'terms',
    org: 'org_id',
    kind: 'terms',
    subject: 'id',
    columns: ['application', 'version', 'texts'],
  },
  {
    table: 'device_users',
    org: 'org_id',
    kind: 'device pairing',
    subject: 'device',
    columns: ['user', 'until', 'disabled_reason'],
  },
];

/**
 * The audit log: its rows, where the chain of each organization ends, and the changes of a transaction until it records
 * them.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('actor_org', 'text')
    .addColumn('actor', 'text')
    .addColumn('kind', 'text')
    .addColumn('subject', 'text')
    .addColumn('details', 'text')
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('mac', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint')
    .addColumn('link', 'text')
    .addPrimaryKeyConstraint('audit_key', ['org_id', 'id'])
    .execute();
  await db.schema
    .createIndex('audit_position')
    .unique()
    .on('audit')
    .columns(['org_id', 'position'])
    .execute();
  await sql`create index audit_unchained on audit (org_id, id) where position is null`.execute(db);
  await db.schema.createIndex('audit_at').on('audit').columns(['org_id', 'at']).execute();
  await db.schema.createIndex('audit_actor').on('audit').columns(['org_id', 'actor']).execute();
  await db.schema.createIndex('audit_subject').on('audit').columns(['org_id', 'subject']).execute();
  await db.schema
    .createTable('audit_heads')
    .addColumn('org_id', 'text', (column) => column.primaryKey())
    .addColumn('first', 'bigint', (column) => column.notNull())
    .addColumn('base', 'text', (column) => column.notNull())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('mac', 'text', (column) => column.notNull())
    .addColumn('exported', 'bigint', (column) => column.notNull())
    .addColumn('days_kept', 'integer')
    .execute();
  await makePending(db);
  for (const table of observed) await observe(db, table);
}

async function makePending(db: Kysely<Tables>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = isPostgres ? 'bigserial primary key' : 'integer primary key autoincrement';
  // No row of this table outlives its transaction, so nothing is lost where it is not in PostgreSQL's own log.
  await sql
    .raw(`create ${isPostgres ? 'unlogged ' : ''}table audit_pending (
      number ${number}, tx text not null, org_id text not null, kind text not null, subject text not null,
      before text, after text)`)
    .execute(db);
  await db.schema.createIndex('audit_pending_tx').on('audit_pending').column('tx').execute();
}

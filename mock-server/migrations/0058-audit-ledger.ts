import { type Kysely, sql } from 'kysely';
import { type Observed, observe } from './observed.ts';
import type { Tables } from './tables.ts';

/**
 * Tables whose changes the audit log shows from this migration on; of secrets only that they changed
 * (features/audit/redact.ts).
 */
const observed: readonly Observed[] = [
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
      'password_hash',
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
    columns: ['kind', 'user', 'device', 'name', 'scopes', 'prune', 'hash'],
    end: 'prune',
  },
  {
    table: 'credentials',
    org: 'org_id',
    kind: 'credentials',
    subject: 'id',
    columns: ['description', 'platform', 'expires', 'identity', 'sealed', 'sealed_password'],
  },
  {
    table: 'webhooks',
    org: 'org_id',
    kind: 'webhook',
    subject: 'id',
    columns: ['url', 'description', 'events', 'enabled', 'sealed_secret'],
  },
  {
    table: 'push_providers',
    org: 'org_id',
    kind: 'push key',
    subject: 'kind',
    columns: ['kind', 'changed', 'sealed'],
  },
  {
    table: 'privacy_settings',
    org: 'org_id',
    kind: 'privacy settings',
    subject: 'org_id',
    columns: ['deleted_users_kept_in_days'],
  },
  {
    table: 'audit_settings',
    org: 'org_id',
    kind: 'audit settings',
    subject: 'org_id',
    columns: ['days_kept'],
  },
  {
    table: 'reviews',
    org: 'org_id',
    kind: 'review',
    subject: 'id',
    columns: ['application', 'user', 'version', 'like', 'title', 'comment'],
  },
  {
    table: 'terms_responses',
    org: 'org_id',
    kind: 'answer to terms',
    subject: 'terms',
    columns: ['user', 'accepted'],
  },
  {
    table: 'notifications',
    org: 'org_id',
    kind: 'notification',
    subject: 'id',
    columns: ['kind', 'subject', 'title', 'created_by'],
  },
];

/**
 * The audit log notices a chain that was removed or put back, finds rows that name a person by an index, records how
 * long it is kept itself, and shows more kinds of changes.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await makeLedger(db);
  await makeSettings(db);
  await makeSubjects(db);
  for (const table of observed) await observe(db, table);
}

async function makeLedger(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('audit_ledger')
    .addColumn('one', 'integer', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('audit_heads').addColumn('counted', 'bigint').execute();
  await db.schema.alterTable('audit_heads').addColumn('counted_link', 'text').execute();
  await db.schema
    .alterTable('audit_heads')
    .addColumn('logged', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function makeSettings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('audit_settings')
    .addColumn('org_id', 'text', (column) => column.primaryKey())
    .addColumn('days_kept', 'integer')
    .addColumn('days_mac', 'text')
    .execute();
  await sql`insert into audit_settings (org_id, days_kept, days_mac)
    select org_id, days_kept, days_mac from audit_heads where days_kept is not null`.execute(db);
  await db.schema.alterTable('audit_heads').dropColumn('days_kept').execute();
  await db.schema.alterTable('audit_heads').dropColumn('days_mac').execute();
}

/** Rows that are read at once. */
const step = 500;

async function makeSubjects(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('audit_persons')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('row', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_persons_key', ['org_id', 'user', 'row'])
    .execute();
  // The id is last, so that what one person did or is told of can be read in steps.
  await db.schema.dropIndex('audit_actor').execute();
  await db.schema.dropIndex('audit_subject').execute();
  await db.schema.createIndex('audit_actor').on('audit').columns(['org_id', 'actor', 'id']).execute();
  await db.schema.createIndex('audit_subject').on('audit').columns(['org_id', 'subject', 'id']).execute();
  await db.schema.createIndex('audit_actor_anywhere').on('audit').columns(['actor', 'id']).execute();
  await nameInOldRows(db);
}

/** Notes for existing rows which users they name: every id of a user in their details. */
async function nameInOldRows(db: Kysely<Tables>): Promise<void> {
  let [org, after] = ['', ''];
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .select(['org_id', 'id', 'details'])
      .where((where) =>
        where.or([
          where('org_id', '>', org),
          where.and([where('org_id', '=', org), where('id', '>', after)]),
        ]),
      )
      .orderBy('org_id')
      .orderBy('id')
      .limit(step)
      .execute();
    const named = rows.flatMap((row) =>
      [...new Set(row.details?.match(/\b[0-9a-z]{26}\b/g))].map((user) => ({
        org_id: row.org_id,
        user,
        row: row.id,
      })),
    );
    for (let start = 0; start < named.length; start += step)
      await db
        .insertInto('audit_persons')
        .values(named.slice(start, start + step))
        .execute();
    const last = rows.at(-1);
    if (last === undefined || rows.length < step) return;
    [org, after] = [last.org_id, last.id];
  }
}

import type { Kysely } from 'kysely';
import { observe } from './observed.ts';
import type { Tables } from './tables.ts';

interface Stored {
  password_complexity?: { password_complexity_for_admins?: { min_length?: number } };
}

/**
 * What organizations demand beyond the documents, and the columns needed for that: whether somebody else set a
 * password, and until when a session must be used.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('security_settings')
    .addColumn('org_id', 'text', (column) => column.primaryKey())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('chosen', 'text', (column) => column.notNull())
    .execute();
  await observe(db, {
    table: 'security_settings',
    org: 'org_id',
    kind: 'security settings',
    subject: 'org_id',
    columns: ['level', 'chosen'],
  });
  await db.schema.alterTable('users').addColumn('first_password', 'text').execute();
  await db.schema.alterTable('tokens').addColumn('idle_ends', 'text').execute();
  await lengthenForAdministrators(db);
}

/** Administrators' new passwords need 12 characters in organizations that never changed the initial setting of 5. */
async function lengthenForAdministrators(db: Kysely<Tables>): Promise<void> {
  for (const { id, settings } of await db.selectFrom('organizations').select(['id', 'settings']).execute()) {
    const stored = JSON.parse(settings) as Stored;
    const rules = stored.password_complexity?.password_complexity_for_admins;
    if (rules?.min_length !== 5) continue;
    rules.min_length = 12;
    await db
      .updateTable('organizations')
      .set({ settings: JSON.stringify(stored) })
      .where('id', '=', id)
      .execute();
  }
}

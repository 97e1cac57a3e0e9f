import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

const names = ['user_id', 'first_name', 'last_name', 'email'] as const;

/** Makes both databases order text by code point, whatever locale a PostgreSQL database was created with. */
const byCodePoint = (db: Kysely<Tables>) =>
  sql`collate ${sql.ref(db.getExecutor().adapter instanceof PostgresAdapter ? 'C' : 'BINARY')}`;

/** Names in lower case, for searching and sorting users, and indexes that answer lists without reading the rows. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const name of names) {
    await db.schema
      .alterTable('users')
      .addColumn(`${name}_folded`, 'text', (column) =>
        name === 'email'
          ? column.modifyFront(byCodePoint(db))
          : column.modifyFront(byCodePoint(db)).notNull().defaultTo(''),
      )
      .execute();
  }
  await db
    .updateTable('users')
    .set({
      user_id_folded: sql`lower(user_id)`,
      first_name_folded: sql`lower(first_name)`,
      last_name_folded: sql`lower(last_name)`,
      email_folded: sql`lower(email)`,
    })
    .execute();
  // `deleted` is last: without statistics PostgreSQL assumes that it is rare, and would join by it instead of by the id.
  await db.schema.createIndex('users_listed').on('users').columns(['org_id', 'psk', 'deleted']).execute();
  const folded = names.map((name) => `${name}_folded` as const);
  await db.schema
    .createIndex('users_named')
    .on('users')
    .columns(['org_id', ...folded, 'psk', 'deleted'])
    .execute();
}

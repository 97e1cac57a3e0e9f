import type { Kysely } from 'kysely';
import { observe } from './observed.ts';
import type { Tables } from './tables.ts';

/** What people are shown about their sessions and API tokens, and what an API token is limited to. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['name', 'last_used', 'address', 'agent', 'scopes'])
    await db.schema.alterTable('tokens').addColumn(column, 'text').execute();
  // A person's list, and the removal of expired tokens, read only the rows that they need, however many sessions there
  // are.
  await db.schema.createIndex('tokens_listed').on('tokens').columns(['org_id', 'user', 'id']).execute();
  await db.schema.createIndex('tokens_ended').on('tokens').columns(['org_id', 'user', 'prune']).execute();
  await observe(db, {
    table: 'tokens',
    org: 'org_id',
    kind: 'token',
    subject: 'id',
    columns: ['kind', 'user', 'device', 'name', 'scopes'],
    end: 'prune',
  });
}

import type { Kysely } from 'kysely';
import { type Observed, observe } from './observed.ts';
import type { Tables } from './tables.ts';

const observed: readonly Observed[] = [
  {
    table: 'webhooks',
    org: 'org_id',
    kind: 'webhook',
    subject: 'id',
    columns: ['url', 'description', 'events', 'enabled'],
  },
  { table: 'push_providers', org: 'org_id', kind: 'push key', subject: 'kind', columns: ['kind', 'changed'] },
];

/** The audit log shows changes of webhooks, and of the keys that pushes are sent with. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const table of observed) await observe(db, table);
}

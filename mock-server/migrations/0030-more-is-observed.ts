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
  {
    table: 'mail_unsubscriptions',
    org: 'org_id',
    kind: 'mail subscription',
    subject: 'user',
    columns: ['kind'],
  },
];

/** The audit log shows changes of webhooks, of push providers, and of mail unsubscriptions. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const table of observed) await observe(db, table);
}

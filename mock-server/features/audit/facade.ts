import type { TrailTx } from '../../platform/database/handles.ts';
import type { Platform } from '../../platform/services.ts';
import { rowOf } from './record.ts';
import { seal } from './seal.ts';
import * as store from './store.ts';

/**
 * Erases what the audit log says about a person who is gone, but who, when and what; their name is nowhere in that. The changes of
 * this transaction become one row that says only whom it was about.
 */
export async function eraseFromTrail(
  tx: TrailTx,
  { database, secrets }: Pick<Platform, 'database' | 'secrets'>,
  person: { org_id: string; id: string; psk: number },
): Promise<void> {
  await store.takePending(tx, database.dialect, 'own');
  const entry = {
    orgId: person.org_id,
    action: 'job:erase_deleted_users',
    outcome: 'done',
    actor: null,
    subject: { kind: 'user', id: person.id },
    details: {},
  } as const;
  for (const row of await store.rowsOf(tx, person))
    await store.eraseDetails(tx, row, seal.erasure(secrets, row));
  await store.insertRows(tx, [rowOf(secrets, entry)]);
}

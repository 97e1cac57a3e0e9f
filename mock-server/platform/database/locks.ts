import type { Tx } from './handles.ts';
import { unguarded } from './unguarded.ts';

/**
 * Locks the organization until the transaction ends, so that rules about several rows (the last administrator, unique
 * names) are checked by one transaction at a time. Call it before locking any other row, to avoid deadlocks.
 */
export async function lockOrganization(tx: Tx, orgId: string): Promise<void> {
  await unguarded(tx)
    .updateTable('organizations')
    .set((row) => ({ created: row.ref('created') }))
    .where('id', '=', orgId)
    .execute();
}

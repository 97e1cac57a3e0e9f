import type { Tx } from './handles.ts';
import { unguarded } from './unguarded.ts';

/**
 * Holds the organization until the transaction ends. Rules that look at several rows (the last administrator, names used
 * once) are then checked by one transaction at a time. Take it before any other row, so that nobody waits in a circle.
 */
export async function lockOrganization(tx: Tx, orgId: string): Promise<void> {
  await unguarded(tx)
    .updateTable('organizations')
    .set((row) => ({ created: row.ref('created') }))
    .where('id', '=', orgId)
    .execute();
}

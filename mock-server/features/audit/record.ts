import type { TrailTx } from '../../platform/database/handles.ts';
import type { Platform } from '../../platform/services.ts';
import { emitEvent, hasSubscriber } from '../webhooks/facade.ts';
import { append } from './chain.ts';
import type { Entry } from './entries.ts';
import { presentEntry } from './presenter.ts';
import { listedAfter } from './store.ts';

const event = 'audit.recorded';

/** What `record` needs. */
export type Recording = Pick<Platform, 'jobs'>;

/**
 * Appends entries to the audit log, at the end of a transaction, and passes the rows to the webhooks that want them.
 * Returns what to do once the transaction is committed.
 */
export async function recordEntries(
  tx: TrailTx,
  { jobs }: Recording,
  entries: readonly Entry[],
): Promise<() => void> {
  const rows = await append(tx, entries);
  let isEmitted = false;
  for (const [orgId, [first, ...others]] of Map.groupBy(rows, (row) => row.org_id)) {
    // Rows without an organization are sent to no webhook.
    if (first === undefined || orgId === '' || !(await hasSubscriber(tx, orgId, event))) continue;
    const listed = await listedAfter(tx, orgId, first.position - 1, others.length + 1);
    for (const row of listed) await emitEvent(tx, jobs, orgId, event, presentEntry(row));
    isEmitted = true;
  }
  return () => void (isEmitted && jobs.wake());
}

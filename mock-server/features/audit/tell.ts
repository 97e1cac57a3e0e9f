import type { TrailTx } from '../../platform/database/handles.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/services.ts';
import { emit, wantsEvent } from '../webhooks/facade.ts';
import * as heads from './heads-store.ts';
import { presentEntry } from './presenter.ts';
import * as store from './store.ts';

/** Rows that are passed on in one transaction. */
const step = 100;
const event = 'audit.recorded';

/**
 * Passes the chained rows, each once, to the webhooks that want them. A webhook that is added gets the rows from then
 * on; older rows can be exported.
 */
export async function tellWebhooks({ database, jobs }: Platform): Promise<void> {
  for (const orgId of await heads.untoldOrganizations(database.db)) {
    while (await database.trail((tx) => tellStep(tx, jobs, orgId))) jobs.wake();
  }
}

/**
 * Notes, in the transaction that chains rows up to `last`, that they are passed on, where no webhook wants them and all
 * before them were: nearly always that saves a transaction of its own.
 */
export async function tellNobody(tx: TrailTx, head: heads.HeadRow, last: number): Promise<void> {
  if (head.told < head.last || (await wantsEvent(tx, head.org_id, event))) return;
  await heads.setHead(tx, head.org_id, { told: last });
}

/** Passes on the next rows; returns whether there were any. */
async function tellStep(tx: TrailTx, jobs: JobQueue, orgId: string): Promise<boolean> {
  const head = await heads.lockHead(tx, orgId);
  if (head === undefined || head.told >= head.last) return false;
  if (!(await wantsEvent(tx, orgId, event))) {
    await heads.setHead(tx, orgId, { told: head.last });
    return false;
  }
  const rows = await store.listedAfter(tx, orgId, head.told, step);
  for (const row of rows) await emit(tx, jobs, orgId, event, presentEntry(row));
  await heads.setHead(tx, orgId, { told: rows.at(-1)?.position ?? head.last });
  return rows.length > 0;
}

import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/jobs.ts';
import { parsePage } from '../../platform/database/list-controls.ts';
import { notFoundError } from '../../platform/errors.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import * as store from './store.ts';

const presentJob = (row: store.JobRow) => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  attempts: row.attempts,
  created: formatTimestamp(row.created),
  next_attempt: row.state === 'failed' ? null : formatTimestamp(row.due),
  last_error: row.last_error,
  last_error_guid: row.last_error_guid,
});

/** Jobs that wait, run or have failed; those that succeeded are deleted. */
export function registerJobs(app: FastifyInstance, { database: { db }, clock, jobs }: Platform): void {
  route(app, contract.listJobs, async ({ caller, query }) => {
    const { rows, total } = await store.listJobs(db, caller.orgId, parsePage(query.page, 10_000));
    return { jobs: rows.map(presentJob), total_available: total };
  });

  route(app, contract.retryJob, async ({ caller, params }) => {
    const row = await store.retryJob(db, caller.orgId, params.job, clock.moment());
    if (row === undefined) throw notFoundError('job that waits or has failed');
    jobs.wake();
    return { job: presentJob(row) };
  });

  route(app, contract.deleteJob, async ({ caller, params }) => {
    if ((await store.deleteJob(db, caller.orgId, params.job)) === undefined) {
      throw notFoundError('job that waits or has failed');
    }
    return { deleted: true };
  });
}

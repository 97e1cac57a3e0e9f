import { Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';

/** A job that waits, runs, or has failed for good. A job that succeeded is deleted. */
export const Job = output({
  id: Id,
  kind: Type.String(),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('failed')]),
  attempts: Type.Integer({ minimum: 0 }),
  created: Timestamp,
  /** The next attempt; null once it has failed for good. */
  next_attempt: nullable(Timestamp),
  last_error: nullable(Type.String()),
  /** The `guid` under which the service's log has the last error. */
  last_error_guid: nullable(Type.String()),
});

const JobParams = Type.Object({ job: PathIdentifier });
const shared = { area: 'jobs', context: 'administrator', source: 'ours: background jobs' } as const;

export const listJobs = operation({
  ...shared,
  name: 'listJobs',
  method: 'GET',
  path: '/v3/jobs/',
  query: Type.Pick(ListControls, ['page']),
  response: output({ jobs: Type.Array(Job), total_available: TotalAvailable }),
  summary: 'List the jobs that wait, run or have failed, newest first',
});

export const retryJob = operation({
  ...shared,
  name: 'retryJob',
  method: 'POST',
  path: '/v3/jobs/:job/retry/',
  params: JobParams,
  response: output({ job: Job }),
  summary: 'Run a failed or waiting job now',
});

export const deleteJob = operation({
  ...shared,
  name: 'deleteJob',
  method: 'DELETE',
  path: '/v3/jobs/:job/',
  params: JobParams,
  response: output({ deleted: Type.Boolean() }),
  summary: 'Delete a failed or waiting job',
});

export const jobOperations = [listJobs, retryJob, deleteJob] as const;

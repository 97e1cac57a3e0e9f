import { Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';

/** Work that waits, runs, or has failed for good; what is done is gone. */
export const Job = output({
  id: Id,
  kind: Type.String(),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('failed')]),
  attempts: Type.Integer({ minimum: 0 }),
  created: Timestamp,
  /** When it is tried next; null once it has failed. */
  next_attempt: nullable(Timestamp),
  last_error: nullable(Type.String()),
  /** The number of the last error in the service's log. */
  last_error_guid: nullable(Type.String()),
});

const JobParams = Type.Object({ job: PathIdentifier });
const shared = { area: 'jobs', context: 'administrator', source: 'ours: work done later' } as const;

export const listJobs = operation({
  ...shared,
  name: 'listJobs',
  method: 'GET',
  path: '/v3/jobs/',
  query: Type.Pick(ListControls, ['page']),
  response: output({ jobs: Type.Array(Job), total_available: TotalAvailable }),
  summary: 'Work that waits, runs or has failed, newest first',
});

export const retryJob = operation({
  ...shared,
  name: 'retryJob',
  method: 'POST',
  path: '/v3/jobs/:job/retry/',
  params: JobParams,
  response: output({ job: Job }),
  summary: 'Try failed or waiting work again at once',
});

export const deleteJob = operation({
  ...shared,
  name: 'deleteJob',
  method: 'DELETE',
  path: '/v3/jobs/:job/',
  params: JobParams,
  response: output({ deleted: Type.Boolean() }),
  summary: 'Give up work that failed or waits',
});

export const jobOperations = [listJobs, retryJob, deleteJob] as const;

import type { Tables } from '../../migrations/tables.ts';
import type { Db } from '../../platform/database/handles.ts';
import type { ListPage, Page } from '../../platform/database/list-controls.ts';

export type JobRow = Tables['jobs'];

/** Jobs of an organization, newest first. */
export async function listJobs(db: Db, orgId: string, { start, count }: ListPage): Promise<Page<JobRow>> {
  const jobs = db.selectFrom('jobs').where('org_id', '=', orgId);
  const { total } = await jobs
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await jobs.selectAll().orderBy('id', 'desc').offset(start).limit(count).execute();
  return { rows, total };
}

/** Makes a job due now, unless it runs; undefined when there is no such job. */
export const retryJob = (db: Db, orgId: string, id: string, moment: string) =>
  db
    .updateTable('jobs')
    .set({ state: 'waiting', attempts: 0, due: moment })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '!=', 'running')
    .returningAll()
    .executeTakeFirst();

/** Removes a job, unless it runs; undefined when there is no such job. */
export const deleteJob = (db: Db, orgId: string, id: string) =>
  db
    .deleteFrom('jobs')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '!=', 'running')
    .returning('id')
    .executeTakeFirst();

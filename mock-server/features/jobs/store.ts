import type { Tables } from '../../migrations/tables.ts';
import type { Db } from '../../platform/database/handles.ts';
import { type ListPage, type Page, readNewestFirst } from '../../platform/database/list-controls.ts';

export type JobRow = Tables['jobs'];

/** Jobs of an organization, newest first. */
export const listJobs = (db: Db, orgId: string, page: ListPage): Promise<Page<JobRow>> =>
  readNewestFirst(db.selectFrom('jobs').selectAll().where('org_id', '=', orgId), page);

/** Makes a job due now, unless it is running; undefined when there is no such job. */
export const retryJob = (db: Db, orgId: string, id: string, moment: string) =>
  db
    .updateTable('jobs')
    .set({ state: 'waiting', attempts: 0, due: moment })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '!=', 'running')
    .returningAll()
    .executeTakeFirst();

/** Removes a job, unless it is running; undefined when there is no such job. */
export const deleteJob = (db: Db, orgId: string, id: string) =>
  db
    .deleteFrom('jobs')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '!=', 'running')
    .returning('id')
    .executeTakeFirst();

import type { Tables } from '../../migrations/tables.ts';
import type { Db } from '../database/handles.ts';

export type JobRow = Tables['jobs'];

/** The organization of jobs that belong to the service itself. */
export const serviceJobs = '';

export async function insertJob(db: Db, row: JobRow): Promise<void> {
  await db.insertInto('jobs').values(row).execute();
}

/** Adds jobs, except those whose ids exist already. */
export async function insertOnce(db: Db, rows: readonly JobRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
    .execute();
}

/** The kinds of which any job is due. */
export async function listDueKinds(db: Db, moment: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('jobs')
    .select('kind')
    .distinct()
    .where('state', 'in', ['waiting', 'running'])
    .where('due', '<=', moment)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Jobs of a kind that are due: waiting ones, and running ones whose lease has ended. */
export const listDueJobs = (db: Db, kind: string, moment: string, count: number) =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ['waiting', 'running'])
    .where('due', '<=', moment)
    .where('kind', '=', kind)
    .orderBy('due')
    .limit(count)
    .execute();

/** A kind of which jobs may be started, without the organizations that already run as many as they may. */
export interface OpenKind {
  kind: string;
  full: readonly string[];
}

/**
 * The oldest due job of a kind, of the organization whose turn it is: the next one by id after `served`, which had the
 * last turn.
 */
export async function findDueInTurn(
  db: Db,
  { kind, full }: OpenKind,
  moment: string,
  served: string,
): Promise<JobRow | undefined> {
  let due = db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ['waiting', 'running'])
    .where('due', '<=', moment)
    .where('kind', '=', kind)
    .orderBy('org_id')
    .orderBy('due')
    .limit(1);
  if (full.length > 0) due = due.where('org_id', 'not in', full);
  return (await due.where('org_id', '>', served).executeTakeFirst()) ?? (await due.executeTakeFirst());
}

/** When the next job of these kinds is due; undefined when none waits. */
export async function findNextDue(db: Db, kinds: readonly OpenKind[]): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('due')
    .where('state', 'in', ['waiting', 'running'])
    .where((any) =>
      any.or(
        kinds.map(({ kind, full }) =>
          full.length === 0
            ? any('kind', '=', kind)
            : any.and([any('kind', '=', kind), any('org_id', 'not in', full)]),
        ),
      ),
    )
    .orderBy('due')
    .limit(1)
    .executeTakeFirst();
  return row?.due;
}

/** Claims a job that was found to be due; false when another process was first. */
export async function claimJob(db: Db, seen: JobRow, owner: string, until: string): Promise<boolean> {
  const claimed = await db
    .updateTable('jobs')
    .set({ state: 'running', owner, due: until, attempts: seen.attempts + 1 })
    .where('org_id', '=', seen.org_id)
    .where('id', '=', seen.id)
    .where('state', '=', seen.state)
    .where('due', '=', seen.due)
    .where('attempts', '=', seen.attempts)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

type Key = Pick<JobRow, 'org_id' | 'id'>;

/** Changes a job if `owner` still has it. */
export async function updateOwned(db: Db, job: Key, owner: string, change: Partial<JobRow>): Promise<void> {
  await db
    .updateTable('jobs')
    .set(change)
    .where('org_id', '=', job.org_id)
    .where('id', '=', job.id)
    .where('owner', '=', owner)
    .execute();
}

/** Releases the jobs that `owner` runs, so that any process can take them. */
export async function releaseOwned(db: Db, owner: string, moment: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'waiting', owner: null, due: moment })
    .where('owner', '=', owner)
    .execute();
}

export async function deleteOwned(db: Db, job: Key, owner: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('org_id', '=', job.org_id)
    .where('id', '=', job.id)
    .where('owner', '=', owner)
    .execute();
}

/** What the clock said when it was last looked at. */
export const readClockMark = (db: Db) =>
  db
    .selectFrom('clock_marks')
    .select(['seen', 'steady_since'])
    .where('id', '=', 'service')
    .executeTakeFirst();

export async function setClockMark(
  db: Db,
  mark: Pick<Tables['clock_marks'], 'seen' | 'steady_since'>,
): Promise<void> {
  await db
    .insertInto('clock_marks')
    .values({ id: 'service', ...mark })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(mark))
    .execute();
}

/**
 * Makes jobs due that would wait until after a moment: no job waits for so long, so their moments were written while the
 * clock was ahead. Those that seem to run get `lease`, which a process that does run them renews.
 */
export async function bringForward(
  db: Db,
  { latest, now, lease }: { latest: string; now: string; lease: string },
): Promise<void> {
  const late = db.updateTable('jobs').where('due', '>', latest);
  await late.set({ due: now }).where('state', '=', 'waiting').execute();
  await late.set({ due: lease }).where('state', '=', 'running').execute();
}

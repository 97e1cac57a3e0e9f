import type { Db } from '../../platform/database/handles.ts';

/** The jobs of one kind in one state; `due` is the earliest moment. */
export const queues = (db: Db) =>
  db
    .selectFrom('jobs')
    .select((row) => ['kind', 'state', row.fn.countAll<number>().as('count'), row.fn.min('due').as('due')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();

export type QueueRow = Awaited<ReturnType<typeof queues>>[number];

export const waitingPushes = (db: Db) =>
  db
    .selectFrom('push_recipients')
    .select((row) => ['provider', row.fn.countAll<number>().as('count')])
    .where('taken', '=', 0)
    .groupBy('provider')
    .orderBy('provider')
    .execute();

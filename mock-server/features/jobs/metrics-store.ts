import type { Db } from '../../platform/database/handles.ts';

/** The jobs of one kind in one state; `due` is the earliest moment. */
export const listQueues = (db: Db) =>
  db
    .selectFrom('jobs')
    .select((row) => ['kind', 'state', row.fn.countAll<number>().as('count'), row.fn.min('due').as('due')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();

export type QueueRow = Awaited<ReturnType<typeof listQueues>>[number];

/** How many devices and browsers wait for a notification, by provider. */
export async function countWaitingPushes(db: Db): Promise<{ provider: string; count: number }[]> {
  const browsers = await db
    .selectFrom('push_recipients')
    .select((row) => ['provider', row.fn.countAll<number>().as('count')])
    .where('taken', '=', 0)
    .groupBy('provider')
    .execute();
  const devices = await db
    .selectFrom('push_batches')
    .select((row) => ['provider', row.fn.sum<number>('devices').as('count')])
    .where('taken', '=', 0)
    .groupBy('provider')
    .execute();
  const waiting = new Map<string, number>();
  for (const { provider, count } of [...devices, ...browsers])
    waiting.set(provider, (waiting.get(provider) ?? 0) + Number(count));
  return [...waiting].map(([provider, count]) => ({ provider, count }));
}

import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import type { Recipients } from './store.ts';

type Row = Tables['push_recipients'];

/** Takes back the browsers of a process that ended while it was sending: nobody knows what has arrived. */
export async function reclaimBrowsers(tx: Tx, { org_id, notification, provider }: Recipients): Promise<void> {
  await tx
    .updateTable('push_recipients')
    .set((row) => ({ taken: 0, tries: row('tries', '+', 1), unanswered: row('unanswered', '+', 1) }))
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .where('taken', '=', 1)
    .execute();
}

/** Gives back one browser, which is tried again later. */
export async function postponeBrowser(
  tx: Tx,
  { org_id, notification, provider }: Recipients,
  token: string,
  change: Pick<Row, 'not_before' | 'tries' | 'unanswered'>,
): Promise<void> {
  await tx
    .updateTable('push_recipients')
    .set({ ...change, taken: 0 })
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .where('token', '=', token)
    .execute();
}

/** Removes a browser whose sending is finished. */
export async function removeBrowser(
  tx: Tx,
  { org_id, notification, provider }: Recipients,
  token: string,
): Promise<void> {
  await tx
    .deleteFrom('push_recipients')
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .where('token', '=', token)
    .execute();
}

/** When the next browser is to be tried; undefined when none is left. */
export async function findNextTry(
  db: Db,
  { org_id, notification, provider }: Recipients,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('push_recipients')
    .select('not_before')
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .where('taken', '=', 0)
    .orderBy('not_before')
    .limit(1)
    .executeTakeFirst();
  return row?.not_before;
}

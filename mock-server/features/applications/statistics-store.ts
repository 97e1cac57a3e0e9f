import type { Db } from '../../platform/database/handles.ts';

/** Downloads by day (UTC), from the first to the last day, both included. */
export const listDownloadsByDay = (
  db: Db,
  orgId: string,
  applicationId: string,
  first: string,
  last: string,
) =>
  db
    .selectFrom('downloads')
    .select((select) => [
      select.fn<string>('substr', ['created', select.lit(1), select.lit(10)]).as('date'),
      select.fn.countAll<number>().as('downloads'),
    ])
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .where('created', '>=', first)
    // Moments of the last day begin with its date; `~` sorts after everything that can follow the date.
    .where('created', '<', `${last}~`)
    .groupBy('date')
    .orderBy('date')
    .execute();

/** On how many devices the application is installed now, and to how many devices it was ever downloaded. */
export async function countReach(
  db: Db,
  orgId: string,
  applicationId: string,
): Promise<{ installs: number; devices: number }> {
  const { installs } = await db
    .selectFrom('installed')
    .select((select) => select.fn.countAll<number>().as('installs'))
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .executeTakeFirstOrThrow();
  const { devices } = await db
    .selectFrom('downloads')
    .select((select) => select.fn.count<number>('device').distinct().as('devices'))
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .executeTakeFirstOrThrow();
  return { installs: Number(installs), devices: Number(devices) };
}

import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { ActivityTx, Db } from '../../platform/database/handles.ts';
import type { Journal } from '../journals/facade.ts';
import { kindsWithRetention } from './oldest-store.ts';

/** Rows that are deleted in one statement, so that other writers wait no longer than that. */
const rowsPerStatement = 500;

/** The journals in which an organization has anything. */
export async function listJournals(db: Db, orgId: string): Promise<Journal[]> {
  const rows = await db.selectFrom('activity_heads').select('journal').where('org_id', '=', orgId).execute();
  return rows.map(({ journal }) => journal as Journal);
}

/**
 * Deletes old rows among the next rows of a kind. Clocks are sometimes set back, so younger rows may lie between old
 * ones: `after` is the last position that was looked at. Returns the next such position, or null where none of the rows
 * was old or no row is left.
 */
export async function deleteActivity(
  db: Db,
  orgId: string,
  kind: Journal,
  { before, after }: { before: string; after: number },
): Promise<number | null> {
  const rows = await db
    .selectFrom('activity')
    .select(['position', 'at'])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('position', '>', after)
    .orderBy('position')
    .limit(rowsPerStatement)
    .execute();
  const old = rows.filter(({ at }) => at < before).map(({ position }) => position);
  if (old.length === 0) return null;
  await db
    .deleteFrom('activity')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('position', 'in', old)
    .execute();
  return rows.length === rowsPerStatement ? (rows.at(-1)?.position ?? null) : null;
}

/**
 * Deletes some reports by applications that happened before a moment by the device's clock, or arrived before it,
 * because that clock may be wrong. Returns whether there may be more.
 */
export async function deleteEvents(db: Db, orgId: string, before: string): Promise<boolean> {
  const events = db
    .selectFrom('policy_events')
    .select(['application', 'id'])
    .where('org_id', '=', orgId)
    .limit(rowsPerStatement);
  const happened = await events.where('kind', 'in', kindsWithRetention).where('at', '<', before).execute();
  const arrived = await events.where('received', '<', before).execute();
  for (const [application, old] of Map.groupBy([...happened, ...arrived], (row) => row.application)) {
    for (const part of splitIntoChunks(old)) {
      await db
        .deleteFrom('policy_events')
        .where('org_id', '=', orgId)
        .where('application', '=', application)
        .where(
          'id',
          'in',
          part.map(({ id }) => id),
        )
        .execute();
    }
  }
  return happened.length === rowsPerStatement || arrived.length === rowsPerStatement;
}

/** A row of downloads, as the deletion looks at it: by the moment at which it was made. */
type DownloadCursor = Pick<Tables['downloads'], 'created' | 'id'>;

/**
 * Some of the downloads to delete: all old ones except the last of each application by each person, which that person's
 * catalog shows. `after` is the last row that was looked at before; `next` is the last one of this call, null at the
 * end.
 */
export async function listExpiredDownloads(
  db: Db,
  orgId: string,
  before: string,
  after: DownloadCursor | null,
): Promise<{ ids: string[]; next: DownloadCursor | null }> {
  const rows = await listOldDownloads(db, orgId, before, after);
  const ids = rows.filter(({ user, later }) => user === null || later !== null).map(({ id }) => id);
  return { ids, next: rows.length === rowsPerStatement ? (rows.at(-1) ?? null) : null };
}

export async function deleteDownloads(tx: ActivityTx, orgId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('downloads').where('org_id', '=', orgId).where('id', 'in', ids).execute();
}

/** Old downloads, each with one later download of the same application by the same person, if there is one. */
const listOldDownloads = (db: Db, orgId: string, before: string, after: DownloadCursor | null) =>
  db
    .selectFrom('downloads')
    .select(['id', 'created', 'user'])
    .select((select) =>
      select
        .selectFrom('downloads as other')
        .select('other.id')
        .whereRef('other.org_id', '=', 'downloads.org_id')
        .whereRef('other.user', '=', 'downloads.user')
        .whereRef('other.application', '=', 'downloads.application')
        .whereRef('other.id', '>', 'downloads.id')
        .limit(1)
        .as('later'),
    )
    .where('org_id', '=', orgId)
    .where('created', '<', before)
    .$if(after !== null, (query) =>
      query
        .where('created', '>=', after?.created ?? '')
        .where((any) => any.or([any('created', '>', after?.created ?? ''), any('id', '>', after?.id ?? '')])),
    )
    .orderBy('created')
    .orderBy('id')
    .limit(rowsPerStatement)
    .execute();

/** Deletes the noted days of a journal before a day. */
export async function deleteDays(db: Db, orgId: string, journal: Journal, day: string): Promise<void> {
  const days = db.deleteFrom('activity_days').where('org_id', '=', orgId).where('journal', '=', journal);
  await days.where('day', '<', day).execute();
}

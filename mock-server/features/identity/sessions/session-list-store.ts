import type { Tables } from '../../../migrations/tables.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';
import {
  type ListPage,
  type Page,
  readPage,
  type SortColumn,
  type SortTerm,
} from '../../../platform/database/list-controls.ts';

export const sortColumns: Record<'created' | 'last_used' | 'ends', SortColumn> = {
  created: { column: 'tokens.created', text: false },
  last_used: { column: 'tokens.last_used', text: false, nullable: true },
  ends: { column: 'tokens.prune', text: false, nullable: true },
};

const selectActive = (db: Db, user: Pick<Tables['users'], 'org_id' | 'id'>, moment: string) =>
  db
    .selectFrom('tokens')
    .leftJoin('devices', (join) =>
      join.onRef('devices.org_id', '=', 'tokens.org_id').onRef('devices.id', '=', 'tokens.device'),
    )
    .where('tokens.org_id', '=', user.org_id)
    .where('tokens.user', '=', user.id)
    .where((where) => where.or([where('tokens.prune', 'is', null), where('tokens.prune', '>', moment)]))
    .where((where) =>
      where.or([where('tokens.idle_ends', 'is', null), where('tokens.idle_ends', '>', moment)]),
    )
    .selectAll('tokens')
    .select('devices.name as device_name');

export type SessionRow = Awaited<ReturnType<ReturnType<typeof selectActive>['execute']>>[number];

/** The sessions and API tokens of a user that have not ended. */
export const listSessions = (
  db: Db,
  user: Pick<Tables['users'], 'org_id' | 'id'>,
  moment: string,
  query: { sort: SortTerm[]; page: ListPage },
): Promise<Page<SessionRow>> => readPage(selectActive(db, user, moment), query, sortColumns, 'tokens.id');

export const findSession = (
  db: Db,
  user: Pick<Tables['users'], 'org_id' | 'id'>,
  id: string,
  moment: string,
): Promise<SessionRow | undefined> =>
  selectActive(db, user, moment).where('tokens.id', '=', id).executeTakeFirst();

export async function renameSession(tx: Tx, row: SessionRow, name: string | null): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ name })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .execute();
}

/**
 * Notes that tokens were used, and when unused sessions among them end. Rows that another transaction holds are skipped: they are being
 * used or ended.
 */
export async function setUsed(
  tx: Tx,
  dialect: 'sqlite' | 'postgres',
  orgId: string,
  ids: readonly string[],
  { moment, idleEnds }: { moment: string; idleEnds: string | null },
): Promise<void> {
  const used = tx.selectFrom('tokens').select('id').where('org_id', '=', orgId).where('id', 'in', ids);
  await tx
    .updateTable('tokens')
    .set((row) => ({
      last_used: moment,
      idle_ends: row.case().when('kind', '=', 'api').then(null).else(idleEnds).end(),
    }))
    .where('org_id', '=', orgId)
    .where('id', 'in', dialect === 'sqlite' ? used : used.forUpdate().skipLocked())
    .execute();
}

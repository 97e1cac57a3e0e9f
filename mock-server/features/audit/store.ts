import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import {
  type ListPage,
  matchesAny,
  type Page,
  readPage,
  type SortColumn,
  type SortTerm,
} from '../../platform/database/list-controls.ts';

/** The organization and user of a login name, to record to whom a refused sign-in belongs. */
export const ownerOfName = (db: Db, name: string) =>
  db
    .selectFrom('directory')
    .select(['org_id', 'user'])
    .where('kind', '=', 'user_id')
    .where('key', '=', name.toLowerCase())
    .executeTakeFirst();

export interface AuditQuery {
  search: string;
  sort: SortTerm[];
  page: ListPage;
  action: string | undefined;
  /** Id of who did it. */
  user: string | undefined;
  /** Id of what it was done to. */
  object: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

export const sortColumns: Record<'at' | 'action' | 'outcome', SortColumn> = {
  at: { column: 'audit.at', text: false },
  action: { column: 'audit.action', text: false },
  outcome: { column: 'audit.outcome', text: false },
};

const listed = (db: Db, orgId: string) =>
  db
    .selectFrom('audit')
    .leftJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'audit.actor_org').onRef('users.id', '=', 'audit.actor'),
    )
    .where('audit.org_id', '=', orgId)
    .selectAll('audit')
    .select(['users.user_id as actor_name', 'users.deleted as actor_deleted']);

export type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

function matching(db: Db, orgId: string, query: Omit<AuditQuery, 'sort' | 'page'>) {
  const { search, action, user, object, from, to } = query;
  return listed(db, orgId)
    .$if(search !== '', (rows) =>
      rows.where(matchesAny(['audit.action', 'audit.kind', 'audit.subject', 'users.user_id'], search)),
    )
    .$if(action !== undefined, (rows) => rows.where('audit.action', '=', action ?? ''))
    .$if(user !== undefined, (rows) => rows.where('audit.actor', '=', user ?? ''))
    .$if(object !== undefined, (rows) => rows.where('audit.subject', '=', object ?? ''))
    .$if(from !== undefined, (rows) => rows.where('audit.at', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('audit.at', '<', to ?? ''));
}

export const listRows = (db: Db, orgId: string, query: AuditQuery): Promise<Page<ListedRow>> =>
  readPage(matching(db, orgId, query), query, sortColumns, 'audit.position');

/** The rows that match, in order, after a position. */
export const matchingAfter = (
  db: Db,
  orgId: string,
  query: Omit<AuditQuery, 'sort' | 'page'>,
  after: number,
  count: number,
): Promise<ListedRow[]> => nextRows(matching(db, orgId, query), after, count);

/** The rows after a position, in order. */
export const listedAfter = (db: Db, orgId: string, after: number, count: number): Promise<ListedRow[]> =>
  nextRows(listed(db, orgId), after, count);

const nextRows = (rows: ReturnType<typeof listed>, after: number, count: number): Promise<ListedRow[]> =>
  rows.where('audit.position', '>', after).orderBy('audit.position').limit(count).execute();

/** How long an organization keeps rows; undefined where it has not chosen. */
export const settingsOf = (db: Db, orgId: string) =>
  db.selectFrom('audit_settings').selectAll().where('org_id', '=', orgId).executeTakeFirst();

export async function setSettings(tx: Tx, { org_id, ...set }: Tables['audit_settings']): Promise<void> {
  await tx
    .insertInto('audit_settings')
    .values({ org_id, ...set })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(set))
    .execute();
}

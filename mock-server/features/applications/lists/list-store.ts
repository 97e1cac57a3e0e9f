import { sql } from 'kysely';
import type { Db } from '../../../platform/database/handles.ts';
import {
  type ListPage,
  matchesAny,
  type Page,
  readPage,
  type SortTerm,
} from '../../../platform/database/list-controls.ts';

/** The columns that `sort` may name and that `search` searches; the documents leave both open. */
export const sortColumns = {
  name: { column: 'latest.app_name', text: true },
  app_name: { column: 'latest.app_name', text: true },
  version_num: { column: 'latest.version_num', text: true },
  author: { column: 'latest.author', text: true },
  bundle_id: { column: 'applications.bundle_id', text: true, nullable: true },
  release_date: { column: 'latest.release_date', text: false },
  sort_weight: { column: 'applications.sort_weight', text: false },
  type: { column: 'applications.type', text: false },
  num_downloads: { column: 'applications.num_downloads', text: false },
  psk: { column: 'applications.psk', text: false },
} as const;
const searchColumns = [
  'latest.app_name',
  'latest.short_description',
  'latest.long_description',
  'latest.author',
  'applications.bundle_id',
];

export interface ApplicationQuery {
  search: string | null;
  sort: SortTerm[];
  page: ListPage;
  /** Only applications of groups that this user belongs to. */
  memberId: string | null;
  catalogsOnly: boolean;
}

function buildSelection(db: Db, orgId: string, query: ApplicationQuery) {
  const { memberId } = query;
  let rows = db
    .selectFrom('applications')
    .innerJoin('versions as latest', (join) =>
      join
        .onRef('latest.org_id', '=', 'applications.org_id')
        .onRef('latest.id', '=', 'applications.latest_version'),
    )
    .where('applications.org_id', '=', orgId);
  if (query.search !== null) rows = rows.where(matchesAny(searchColumns, query.search));
  if (query.catalogsOnly) rows = rows.where('applications.is_app_catalog', '=', 1);
  if (memberId === null) return rows;
  const own = listOfOwnGroups(db, orgId, memberId)
    .select('group_users.user')
    .where('group_applications.application', '=', sql.ref<string>('applications.id'));
  return rows.where(({ exists }) => exists(own));
}

/** The applications that the groups of a user have. */
const listOfOwnGroups = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('group_users')
    .innerJoin('group_applications', (join) =>
      join
        .onRef('group_applications.org_id', '=', 'group_users.org_id')
        .onRef('group_applications.group', '=', 'group_users.group'),
    )
    .where('group_users.org_id', '=', orgId)
    .where('group_users.user', '=', userId);

/** The default order: a higher `sort_weight` comes first; document 2, Editable application fields. */
const defaultOrder: readonly SortTerm[] = [{ field: 'sort_weight', descending: false }];

/** A page of the ids of applications. */
export function listApplications(
  db: Db,
  orgId: string,
  query: ApplicationQuery,
): Promise<Page<{ id: string }>> {
  const sort = query.sort.length > 0 ? query.sort : defaultOrder;
  const all = buildSelection(db, orgId, query).select('applications.id');
  return readPage(all, { sort, page: query.page }, sortColumns, 'applications.psk');
}

/** Which versions of each application the groups of a user are given. */
export const listAssignedVersions = (db: Db, orgId: string, userId: string) =>
  listOfOwnGroups(db, orgId, userId)
    .leftJoin('group_versions', (join) =>
      join
        .onRef('group_versions.org_id', '=', 'group_applications.org_id')
        .onRef('group_versions.group', '=', 'group_applications.group')
        .onRef('group_versions.application', '=', 'group_applications.application'),
    )
    .select([
      'group_applications.application',
      'group_applications.is_latest',
      'group_applications.is_mandatory',
      'group_versions.version',
    ])
    .execute();

/** Whether a user belongs to a group that has the application. */
export async function isAssignedToUser(
  db: Db,
  orgId: string,
  applicationId: string,
  userId: string,
): Promise<boolean> {
  const row = await listOfOwnGroups(db, orgId, userId)
    .select('group_users.user')
    .where('group_applications.application', '=', applicationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

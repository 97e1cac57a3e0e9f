import type { Db } from '../../../platform/database/handles.ts';
import { type ListQuery, parsePage, parseSort } from '../../../platform/database/list-controls.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { KeyedPage } from '../../../platform/http/responses/send-list.ts';
import type { Platform } from '../../../platform/services.ts';
import { isLimitedToOwnApplications } from '../policy.ts';
import type { ListedApplication } from '../presenter.ts';
import type { ApplicationRow } from '../store.ts';
import * as batch from './batch-store.ts';
import * as store from './list-store.ts';
import { compareInListOrder, toListed } from './listed.ts';

/** Applications by the list controls (document 1, List controls); for a developer, only those of their own groups. */
export async function listApplications(
  platform: Platform,
  caller: Caller,
  query: ListQuery,
): Promise<KeyedPage<string, ListedApplication>> {
  const { db } = platform.database;
  const { rows, total } = await store.listApplications(db, caller.orgId, {
    search: query.search?.trim() || null,
    sort: parseSort(query.sort, Object.keys(store.sortColumns)),
    page: parsePage(query.page),
    memberId: isLimitedToOwnApplications(caller) ? caller.user.id : null,
    catalogsOnly: false,
  });
  return { keys: rows.map(({ id }) => id), total, read: (keys) => listById(db, caller.orgId, keys) };
}

/** In the order of their ids as given. */
async function listById(db: Db, orgId: string, ids: readonly string[]): Promise<ListedApplication[]> {
  const byId = new Map((await batch.findApplicationsById(db, orgId, ids)).map((row) => [row.id, row]));
  return toListed(
    db,
    orgId,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** The App Catalogs of the organization; for a developer, only those of their own groups. */
export async function listAppCatalogs(platform: Platform, caller: Caller): Promise<ListedApplication[]> {
  const { db } = platform.database;
  const { rows } = await store.listApplications(db, caller.orgId, {
    search: null,
    sort: [],
    page: parsePage(undefined),
    memberId: isLimitedToOwnApplications(caller) ? caller.user.id : null,
    catalogsOnly: true,
  });
  return listById(
    db,
    caller.orgId,
    rows.map(({ id }) => id),
  );
}

/**
 * The enabled applications of the caller's groups, each in the newest version that they have; `required_by_group` concerns
 * only these groups.
 */
export async function listUserApplications(platform: Platform, caller: Caller): Promise<ListedApplication[]> {
  const { db } = platform.database;
  const values = Map.groupBy(
    await store.listAssignedVersions(db, caller.orgId, caller.user.id),
    (row) => row.application,
  );
  const rows = await batch.findApplicationsById(db, caller.orgId, [...values.keys()]);
  const versions = await batch.findVersionsById(
    db,
    caller.orgId,
    rows.flatMap((row) => [
      ...(row.latest_version === null ? [] : [row.latest_version]),
      ...(values.get(row.id) ?? []).flatMap(({ version }) => version ?? []),
    ]),
  );
  const ordinals = new Map(versions.map((version) => [version.id, version.ordinal]));
  const newest = rows
    .filter((row) => row.enabled === 1)
    .flatMap((row) => {
      const version = findNewestAssigned(row, values.get(row.id) ?? [], ordinals);
      return version === null ? [] : [{ ...row, latest_version: version }];
    })
    .sort(compareInListOrder);
  const isMandatory = ({ id }: ApplicationRow) =>
    (values.get(id) ?? []).some((row) => row.is_mandatory === 1);
  return (await toListed(db, caller.orgId, newest)).map((view) => ({
    ...view,
    mandatoryInGroup: isMandatory(view.application),
  }));
}

function findNewestAssigned(
  application: ApplicationRow,
  values: Awaited<ReturnType<typeof store.listAssignedVersions>>,
  ordinals: ReadonlyMap<string, number>,
): string | null {
  const candidates = values.flatMap(
    (row) => (row.is_latest === 1 ? application.latest_version : row.version) ?? [],
  );
  const getOrdinal = (id: string) => ordinals.get(id) ?? 0;
  return candidates.sort((a, b) => getOrdinal(b) - getOrdinal(a))[0] ?? null;
}

import {
  deviceScope,
  everything,
  noApplication,
  organizationScope,
  revisionsKept,
  userScope,
} from '../../../platform/database/change-log.ts';
import type { Db } from '../../../platform/database/handles.ts';
import type { CatalogRevisions, DeviceCaller } from '../../../platform/http/contexts.ts';
import { changesSince } from './store.ts';

/** Most rows of the log that are read for one answer; beyond that, the complete catalog is shorter. */
const mostRows = 10_000;

/** Applications that may have changed for everybody, and those whose own part may. */
export interface Changes {
  shared: ReadonlySet<string>;
  own: ReadonlySet<string> | 'all';
}

/**
 * The changes logged between two states; null when the log does not reach back that far, or says that anything of the
 * organization may have changed. It may contain changes after `now`.
 */
export async function changesBetween(
  db: Db,
  caller: DeviceCaller,
  then: CatalogRevisions,
  now: CatalogRevisions,
): Promise<Changes | null> {
  const scopes = [
    { scope: organizationScope, revision: then.catalog, upTo: now.catalog },
    { scope: userScope(caller.user.id), revision: then.user, upTo: now.user },
    { scope: deviceScope(caller.device.id), revision: then.device, upTo: now.device },
  ];
  const raised = scopes.filter(({ revision, upTo }) => revision !== upTo);
  if (raised.some(({ revision, upTo }) => upTo < revision || upTo - revision > revisionsKept)) return null;
  const rows = raised.length === 0 ? [] : await changesSince(db, caller.homeOrgId, raised, mostRows + 1);
  if (rows.length > mostRows) return null;
  for (const { scope, revision, upTo } of raised) {
    // Counted, not only begun: whatever was forgotten between them, in whatever order, shows.
    const noted = new Set(
      rows.flatMap((row) => (row.scope === scope && row.revision <= upTo ? [row.revision] : [])),
    );
    if (noted.size !== upTo - revision) return null;
  }
  const shared = applicationsOf(rows.filter((row) => row.scope === organizationScope));
  if (shared === 'all') return null;
  return { shared, own: applicationsOf(rows.filter((row) => row.scope !== organizationScope)) };
}

function applicationsOf(rows: readonly { application: string }[]): Set<string> | 'all' {
  const applications = new Set(rows.map((row) => row.application));
  if (applications.has(everything)) return 'all';
  applications.delete(noApplication);
  return applications;
}

import { LRUCache } from 'lru-cache';
import {
  anyApplication,
  getDeviceScope,
  getUserScope,
  noApplication,
  organizationScope,
  retainedRevisions,
} from '../../../platform/database/changes/change-log.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Db } from '../../../platform/database/handles.ts';
import type { CatalogRevisions, DeviceCaller } from '../../../platform/http/contexts.ts';
import { type Known, listChangesSince } from './store.ts';

/** Most rows of the change log that are read for one answer; with more, the complete catalog is shorter. */
const maxLogRows = 10_000;

/** Most applications that are kept as changes between revisions. */
const maxCachedChanges = 200_000;

/** The changed applications; `all`: any application may have changed. */
type Range = ReadonlySet<string> | 'all';

/** Applications that may have changed for everybody, and applications whose personal part may have changed. */
export interface Changes {
  shared: ReadonlySet<string>;
  own: Range;
}

/**
 * What changed for whole organizations between two of their revisions. It never changes, and all readers that follow an
 * event ask for the same, so it is read once.
 */
export class ChangedRanges {
  readonly #ranges = new LRUCache<string, Range>({ maxSize: maxCachedChanges });

  /** The applications that changed after a revision, up to another one; null when the log does not tell. */
  async between(db: Db, orgId: string, revision: number, upTo: number): Promise<Range | null> {
    const key = `${orgId} ${revision} ${upTo}`;
    const known = this.#ranges.get(key);
    if (known !== undefined) return known;
    const found = await findRange(db, orgId, { scope: organizationScope, revision }, upTo);
    if (found !== null) this.#ranges.set(key, found, { size: 1 + (found === 'all' ? 0 : found.size) });
    return found;
  }
}

/**
 * The changes between two states; null when the log does not reach back that far, or says that anything of the
 * organization may have changed.
 */
export async function findChanges(
  { database: { db }, changedRanges }: { database: Pick<Database, 'db'>; changedRanges: ChangedRanges },
  caller: DeviceCaller,
  then: CatalogRevisions,
  now: CatalogRevisions,
): Promise<Changes | null> {
  const { homeOrgId, user, device } = caller;
  const [shared, ofUser, ofDevice] = await Promise.all([
    changedRanges.between(db, homeOrgId, then.catalog, now.catalog),
    findRange(db, homeOrgId, { scope: getUserScope(user.id), revision: then.user }, now.user),
    findRange(db, homeOrgId, { scope: getDeviceScope(device.id), revision: then.device }, now.device),
  ]);
  if (shared === null || shared === 'all' || ofUser === null || ofDevice === null) return null;
  const own = ofUser === 'all' || ofDevice === 'all' ? 'all' : new Set([...ofUser, ...ofDevice]);
  return { shared, own };
}

/**
 * The applications that changed in a scope after the known revision, up to another one; null when the log does not
 * tell.
 */
async function findRange(db: Db, orgId: string, known: Known, upTo: number): Promise<Range | null> {
  const { revision } = known;
  if (revision === upTo) return new Set();
  if (upTo < revision || upTo - revision > retainedRevisions) return null;
  const read = await listChangesSince(db, orgId, known, maxLogRows + 1);
  if (read.length > maxLogRows) return null;
  const rows = read.filter((row) => row.revision <= upTo);
  // All revisions are counted, not only the first one looked for: so a gap of deleted rows shows, wherever it is.
  if (new Set(rows.map((row) => row.revision)).size !== upTo - revision) return null;
  const applications = new Set(rows.map((row) => row.application));
  if (applications.has(anyApplication)) return 'all';
  applications.delete(noApplication);
  return applications;
}

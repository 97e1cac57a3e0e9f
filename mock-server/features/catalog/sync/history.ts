import {
  getDeviceScope,
  getUserScope,
  organizationScope,
} from '../../../platform/database/changes/change-log.ts';
import type { DeviceCaller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import type { Cursor } from './cursor.ts';
import { wasLoggedAfter } from './store.ts';

/** By how many ms the clocks of two instances may differ. */
const maxClockSkewMs = 5_000;

/**
 * Whether the state of a cursor belongs to the history of this database. When an older backup is put back, revisions are
 * given a second time, for other changes: then the log has a revision of the cursor as made after the cursor.
 */
export async function isFromThisHistory(
  platform: Platform,
  caller: DeviceCaller,
  cursor: Cursor,
): Promise<boolean> {
  const { revisions, at } = cursor;
  const { homeOrgId, user, device } = caller;
  const { db, dialect } = platform.database;
  const since = new Date(at + (dialect === 'sqlite' ? 0 : maxClockSkewMs)).toISOString();
  const known = {
    organization: { scope: organizationScope, revision: revisions.catalog },
    user: { scope: getUserScope(user.id), revision: revisions.user },
    device: { scope: getDeviceScope(device.id), revision: revisions.device },
  };
  return !(await wasLoggedAfter(db, homeOrgId, known, since));
}

import { deviceScope, organizationScope, userScope } from '../../../platform/database/changes/change-log.ts';
import type { DeviceCaller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import type { Cursor } from './cursor.ts';
import { loggedAfter } from './store.ts';

/** By how many ms the clocks of two instances may differ. */
const apart = 5_000;

/**
 * Whether the state of a cursor belongs to the history of this database. When an older backup is put back, revisions are
 * given a second time, for other changes: then the log has a revision of the cursor as made after the cursor.
 */
export async function isOfThisHistory(
  platform: Platform,
  caller: DeviceCaller,
  cursor: Cursor,
): Promise<boolean> {
  const { revisions, at } = cursor;
  const { homeOrgId, user, device } = caller;
  const { db, dialect } = platform.database;
  const since = new Date(at + (dialect === 'sqlite' ? 0 : apart)).toISOString();
  const scopes = [
    { scope: organizationScope, revision: revisions.catalog },
    { scope: userScope(user.id), revision: revisions.user },
    { scope: deviceScope(device.id), revision: revisions.device },
  ];
  return !(await loggedAfter(db, homeOrgId, scopes, since));
}

import type { Static } from 'typebox';
import type { setDeadline } from '../../../contract/application-deadline.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { Db } from '../../platform/database/handles.ts';
import { notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { readEndDate } from '../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../platform/services.ts';
import { deadlineMoved } from './events.ts';
import { assertApplies } from './field-rules.ts';
import { findManageableApplication, findManageableVersion } from './policy.ts';
import * as store from './store.ts';

type Deadline = Static<typeof setDeadline.body>;

/**
 * Moves or removes the deadline of a version, and tells the people for whom it is mandatory unless the request says
 * otherwise. Errors: `not_found`, `not_allowed_for_type`, `invalid_input` for `required_by`.
 */
export async function moveDeadline(
  platform: Platform,
  caller: Caller,
  identifier: string,
  { required_by, version: named, notify_users }: Deadline,
): Promise<{ version: store.VersionRow; changed: boolean }> {
  const changed = await changeCatalog(platform.database, caller.orgId, async (tx) => {
    const application = await findManageableApplication(tx, caller, identifier);
    assertApplies(application, { required_by });
    const before = await versionOf(tx, caller, application, named == null ? null : String(named));
    const version = { ...before, required_by: readEndDate('required_by', required_by) };
    const isChanged = version.required_by !== before.required_by;
    if (isChanged) {
      await store.updateVersion(tx, version.org_id, version.id, { required_by: version.required_by });
      if (notify_users !== false) {
        const moved = { orgId: caller.orgId, application, version, by: caller.user.id };
        await platform.events.publish(tx, deadlineMoved, moved);
      }
    }
    return { applications: isChanged ? [application.id] : [], result: { version, changed: isChanged } };
  });
  platform.jobs.wake();
  return changed;
}

/** The named version of an application, or its latest. Error: `not_found`. */
async function versionOf(
  db: Db,
  caller: Caller,
  { id, org_id, latest_version }: store.ApplicationRow,
  named: string | null,
): Promise<store.VersionRow> {
  const version =
    named === null
      ? await store.findVersionById(db, org_id, latest_version ?? '')
      : await findManageableVersion(db, caller, named);
  if (version?.application !== id) throw notFoundError('version');
  return version;
}

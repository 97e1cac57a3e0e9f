import type { CatalogTx, Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Identifier, Named } from './aliases.ts';
import * as assignments from './assignment-store.ts';
import { join } from './members.ts';
import { findGroups } from './policy.ts';

export {
  assignedVersions,
  assignmentsOf,
  groupsOfApplication,
  versionsOfApplication,
} from './assignment-store.ts';
export { findGroup, visible as visibleGroups } from './policy.ts';
export { presentGroup } from './presenter.ts';

/** The named groups, if the caller may see all of them. Error: `not_found`. */
async function allGroups(tx: Tx, caller: Caller, identifiers: readonly Identifier[]): Promise<Named[]> {
  const { found, failed } = await findGroups(tx, caller, identifiers);
  if (failed.length > 0) throw notFound(`group: ${failed[0]?.object_id}`);
  return found;
}

/** Makes a new user a member of groups, all or none. Error: `not_found` for a group that the caller can't see. */
export async function joinGroups(
  tx: Tx,
  { caller, user, groups }: { caller: Caller; user: { id: string }; groups: readonly Identifier[] },
): Promise<void> {
  if (groups.length > 0) await join(tx, caller.orgId, user.id, await allGroups(tx, caller, groups));
}

/**
 * Gives an application to groups, always in its latest version; it stays mandatory where it was. The caller must report
 * the application as changed. Error: `not_found` for a group that the caller can't see.
 */
export async function assignLatest(
  tx: CatalogTx,
  caller: Caller,
  applicationId: string,
  groups: readonly Identifier[],
): Promise<void> {
  if (groups.length === 0) return;
  const { orgId } = caller;
  const given = await allGroups(tx, caller, groups);
  const plain = {
    org_id: orgId,
    application: applicationId,
    is_mandatory: 0,
    is_latest: 1,
    created: now(),
  } as const;
  await assignments.assignLatestVersion(
    tx,
    given.map((group) => ({ ...plain, group: group.id })),
  );
  await assignments.deleteVersionsIn(
    tx,
    orgId,
    given.map((group) => group.id),
    applicationId,
  );
}

import type { CatalogTx, Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Identifier, NamedRow } from './aliases.ts';
import * as assignments from './assignment-store.ts';
import { join } from './members.ts';
import { findGroups } from './policy.ts';

export {
  listAssignedVersions,
  listAssignedVersionsOfApplication,
  listAssignments,
  listGroupsOfApplication,
} from './assignment-store.ts';
export { filterVisibleGroups, findGroup } from './policy.ts';
export { presentGroup } from './presenter.ts';

/** The named groups, if the caller may see all of them. Error: `not_found`. */
async function findAllGroups(
  tx: Tx,
  caller: Caller,
  identifiers: readonly Identifier[],
): Promise<NamedRow[]> {
  const { found, failed } = await findGroups(tx, caller, identifiers);
  if (failed.length > 0) throw notFoundError(`group: ${failed[0]?.object_id}`);
  return found;
}

/** Makes a new user a member of groups, all or none. Error: `not_found` for a group that the caller can't see. */
export async function joinGroups(
  tx: Tx,
  { caller, user, groups }: { caller: Caller; user: { id: string }; groups: readonly Identifier[] },
): Promise<void> {
  if (groups.length > 0) await join(tx, caller.orgId, user.id, await findAllGroups(tx, caller, groups));
}

/**
 * Gives an application to groups, always in its latest version; it stays mandatory where it was. The caller must report
 * the application as changed. Error: `not_found` for a group that the caller can't see.
 */
export async function assignLatestVersions(
  tx: CatalogTx,
  caller: Caller,
  applicationId: string,
  groups: readonly Identifier[],
): Promise<void> {
  if (groups.length === 0) return;
  const { orgId } = caller;
  const values = await findAllGroups(tx, caller, groups);
  const plain = {
    org_id: orgId,
    application: applicationId,
    is_mandatory: 0,
    is_latest: 1,
    created: getNow(),
  } as const;
  await assignments.assignLatestVersion(
    tx,
    values.map((group) => ({ ...plain, group: group.id })),
  );
  await assignments.deleteVersionsIn(
    tx,
    orgId,
    values.map((group) => group.id),
    applicationId,
  );
}

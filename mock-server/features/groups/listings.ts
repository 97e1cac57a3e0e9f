import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { applicationsWithVersions, applicationToManage } from '../applications/facade.ts';
import * as store from './assignment-store.ts';
import { groupMembers } from './member-store.ts';
import { findGroup, visible } from './policy.ts';

/** Users of a group. Error: `not_found`. */
export async function groupUsers(platform: Platform, caller: Caller, identifier: string) {
  const group = await findGroup(platform.database.db, caller, identifier);
  return groupMembers(platform.database.db, group.org_id, group.id);
}

/** Applications of a group, each with the versions that the group may have, and whether it is mandatory in it. */
export async function groupApplications(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const group = await findGroup(db, caller, identifier);
  const assignments = new Map(
    (await store.assignmentsOf(db, group.org_id, group.id)).map((row) => [row.application, row]),
  );
  const pinned = new Set(
    (await store.assignedVersions(db, group.org_id, group.id)).map((row) => row.version),
  );
  const found = await applicationsWithVersions(db, group.org_id, [...assignments.keys()]);
  return found.map((item) => {
    const assignment = assignments.get(item.application.id);
    const versions =
      assignment?.is_latest === 1
        ? item.versions.slice(0, 1)
        : item.versions.filter(({ version }) => pinned.has(version.id));
    return { ...item, versions, mandatory: assignment?.is_mandatory === 1 };
  });
}

/** Groups that have an application, of those that the caller may see. Error: `not_found`. */
export async function applicationGroups(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const application = await applicationToManage(db, caller, identifier);
  const groups = await visible(db, caller, await store.groupsOfApplication(db, caller.orgId, application.id));
  const pinned = await store.versionsOfApplication(db, caller.orgId, application.id);
  return groups.map((group) => ({
    ...group,
    versions: pinned.filter((row) => row.group === group.id).map((row) => row.version),
  }));
}

import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/groups.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { getBaseUrl } from '../../../platform/http/https.ts';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/services.ts';
import {
  filterVisibleGroups,
  findGroup,
  listAssignedVersions,
  listAssignedVersionsOfApplication,
  listAssignments,
  listGroupsOfApplication,
  presentGroup,
} from '../../groups/facade.ts';
import { listApplicationsWithVersions } from '../facade.ts';
import { findManageableApplication } from '../policy.ts';
import { presentApplicationWithVersions } from '../presenter.ts';

/** Which groups have which applications; document 1, Groups. */
export function registerAssignmentLists(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listGroupApplications, async ({ params, caller, request }) => ({
    applications: (await listGroupApplications(platform, caller, params.group)).map((item) =>
      presentApplicationWithVersions(getBaseUrl(request, platform.config), item, item.mandatory),
    ),
  }));

  route(app, contract.listApplicationGroups, async ({ params, caller }) => ({
    groups: (await listApplicationGroups(platform, caller, params.application)).map((row) => ({
      ...presentGroup(row),
      is_mandatory: row.is_mandatory === 1,
      is_latest: row.is_latest === 1,
      versions: row.versions,
    })),
  }));
}

/** Applications of a group, each with the versions that the group may have, and whether it is mandatory in it. */
async function listGroupApplications(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const group = await findGroup(db, caller, identifier);
  const assignments = new Map(
    (await listAssignments(db, group.org_id, group.id)).map((row) => [row.application, row]),
  );
  const pinned = new Set((await listAssignedVersions(db, group.org_id, group.id)).map((row) => row.version));
  const found = await listApplicationsWithVersions(db, group.org_id, [...assignments.keys()]);
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
async function listApplicationGroups(platform: Platform, caller: Caller, identifier: string) {
  const { db } = platform.database;
  const application = await findManageableApplication(db, caller, identifier);
  const groups = await filterVisibleGroups(
    db,
    caller,
    await listGroupsOfApplication(db, caller.orgId, application.id),
  );
  const pinned = await listAssignedVersionsOfApplication(db, caller.orgId, application.id);
  return groups.map((group) => ({
    ...group,
    versions: pinned.filter((row) => row.group === group.id).map((row) => row.version),
  }));
}

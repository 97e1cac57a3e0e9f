import type { Assignment, Failed } from '../../../contract/groups.ts';
import type { Db } from '../../platform/database/connect.ts';
import { now } from '../../platform/database/identifiers.ts';
import { touchCatalog } from '../../platform/database/revisions.ts';
import { failure, resolve, split } from './aliases.ts';
import * as store from './store.ts';

export interface AssignmentResult {
  /** Application psks that are now given as asked, or taken away. */
  done: number[];
  failed: Failed[];
}

/**
 * Gives applications to a group as described, or takes away those with `is_assigned` false; document 1, POST
 * /v1/groups/, `apps`. What can't be done is reported and does not stop the rest.
 */
export async function assign(
  tx: Db,
  orgId: string,
  groupId: string,
  assignments: readonly Assignment[],
): Promise<AssignmentResult> {
  const { found, failed } = await resolve(
    assignments.map((assignment) => assignment.id),
    'application',
    (psks, ids) => store.applicationIds(tx, orgId, psks, ids),
  );
  const byAlias = new Map(found.flatMap((row) => [[row.id, row] as const, [String(row.psk), row] as const]));
  const done: number[] = [];
  for (const assignment of assignments) {
    const application = byAlias.get(String(assignment.id));
    if (application === undefined) continue;
    const problem = await assignOne(tx, { orgId, groupId, applicationId: application.id }, assignment);
    if (problem === null) done.push(application.psk);
    else failed.push(failure(assignment.id, problem));
  }
  if (done.length > 0) await touchCatalog(tx, orgId);
  return { done, failed };
}

/** Returns what is wrong with the assignment, or null when it was made. */
async function assignOne(
  tx: Db,
  key: { orgId: string; groupId: string; applicationId: string },
  assignment: Assignment,
): Promise<string | null> {
  if (assignment.is_assigned === false) {
    await store.deleteAssignments(tx, key.orgId, key.groupId, [key.applicationId]);
    return null;
  }
  const wanted = assignment.versions ?? [];
  const latest = assignment.is_latest ?? wanted.length === 0;
  if (latest && wanted.length > 0) return 'With is_latest the list of versions must be empty.';
  const versions = await store.versionIds(tx, key.orgId, key.applicationId, split(wanted));
  if (!latest && versions.length === 0) return 'Name at least one version, or send is_latest.';
  if (versions.length !== new Set(wanted).size) return 'A version is not one of this application.';
  await store.upsertAssignment(tx, {
    org_id: key.orgId,
    group: key.groupId,
    application: key.applicationId,
    is_mandatory: assignment.is_mandatory === true ? 1 : 0,
    is_latest: latest ? 1 : 0,
    created: now(),
  });
  const row = { org_id: key.orgId, group: key.groupId, application: key.applicationId };
  await store.replaceVersions(tx, row, versions);
  return null;
}

/** Takes applications from a group; those it does not have are reported. */
export async function unassign(
  tx: Db,
  orgId: string,
  groupId: string,
  identifiers: readonly (string | number)[],
): Promise<AssignmentResult> {
  const { found, failed } = await resolve(identifiers, 'application', (psks, ids) =>
    store.applicationIds(tx, orgId, psks, ids),
  );
  const assigned = new Set((await store.assignmentsOf(tx, orgId, groupId)).map((row) => row.application));
  const removable = found.filter((row) => assigned.has(row.id));
  const absent = found.filter((row) => !assigned.has(row.id));
  await store.deleteAssignments(
    tx,
    orgId,
    groupId,
    removable.map((row) => row.id),
  );
  if (removable.length > 0) await touchCatalog(tx, orgId);
  return {
    done: removable.map((row) => row.psk),
    failed: [
      ...failed,
      ...absent.map((row) => failure(row.psk, 'The group does not have this application.')),
    ],
  };
}

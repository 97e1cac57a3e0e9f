import type { Failed } from '../../../contract/common/errors.ts';
import type { Assignment } from '../../../contract/groups.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { CatalogTx, Tx } from '../../platform/database/handles.ts';
import { getNow, parseIdentifier } from '../../platform/database/identifiers.ts';
import { type Identifier, type NamedRow, type Resolved, resolve, toBulkFailure } from './aliases.ts';
import * as store from './assignment-store.ts';
import { findApplicationsByAlias } from './name-store.ts';

export interface AssignmentResult {
  /** The psks of the applications that are now given, or taken away, as requested. */
  done: number[];
  failed: Failed[];
}

/** The group that a bulk call changes. */
export interface Target {
  orgId: string;
  groupId: string;
}

type VersionNames = Awaited<ReturnType<typeof store.listVersions>>;

/** How to assign an application: in which versions (empty: always the latest); `assignment` null removes it from the group. */
interface Plan {
  application: NamedRow;
  assignment: { mandatory: boolean; versions: string[] } | null;
}

const findApplications = (tx: Tx, orgId: string, identifiers: readonly Identifier[]): Promise<Resolved> =>
  resolve(identifiers, 'application', (aliases) => findApplicationsByAlias(tx, orgId, aliases));

/**
 * Gives applications to a group as described, or takes away those with `is_assigned` false; document 1, POST
 * /v1/groups/, `apps`. What can't be done is reported and does not stop the rest; of two items for the same application
 * the later one is used.
 */
export async function assign(
  tx: Tx,
  target: Target,
  assignments: readonly Assignment[],
): Promise<AssignmentResult> {
  const identifiers = assignments.map((assignment) => assignment.id);
  const { failed, rowOf } = await findApplications(tx, target.orgId, identifiers);
  const pinned = assignments.filter((assignment) => (assignment.versions ?? []).length > 0);
  const pinnedIds = pinned.flatMap((assignment) => rowOf(assignment.id)?.id ?? []);
  const versions = indexVersions(await store.listVersions(tx, target.orgId, [...new Set(pinnedIds)]));
  const plans = new Map<string, Plan>();
  for (const assignment of assignments) {
    const application = rowOf(assignment.id);
    if (application === undefined) continue;
    const plan = planAssignment(application, assignment, versions.get(application.id) ?? []);
    if (typeof plan === 'string') failed.push(toBulkFailure(assignment.id, plan));
    else plans.set(application.id, plan);
  }
  if (plans.size > 0) {
    await changeCatalog(tx, target.orgId, async (change) => {
      await applyPlans(change, target, [...plans.values()]);
      return { applications: [...plans.keys()], result: undefined };
    });
  }
  return { done: [...plans.values()].map((plan) => plan.application.psk), failed };
}

function indexVersions(rows: VersionNames): Map<string, VersionNames> {
  const result = new Map<string, VersionNames>();
  for (const row of rows) {
    const list = result.get(row.application);
    if (list === undefined) result.set(row.application, [row]);
    else list.push(row);
  }
  return result;
}

/** The plan of an assignment, or what is wrong with it. */
function planAssignment(application: NamedRow, assignment: Assignment, known: VersionNames): Plan | string {
  if (assignment.is_assigned === false) return { application, assignment: null };
  const wanted = assignment.versions ?? [];
  const latest = assignment.is_latest ?? wanted.length === 0;
  if (latest && wanted.length > 0) return 'is_latest and versions exclude each other. Send one of them.';
  if (!latest && wanted.length === 0)
    return 'Without is_latest at least one version is needed. Send versions, or is_latest true.';
  const versions = wanted.map((identifier) => findVersionId(identifier, known));
  if (versions.includes(undefined)) return 'A version does not belong to this application. Check versions.';
  const ids = [...new Set(versions.flatMap((id) => id ?? []))];
  return { application, assignment: { mandatory: assignment.is_mandatory === true, versions: ids } };
}

function findVersionId(identifier: Identifier, known: VersionNames): string | undefined {
  const alias = parseIdentifier(identifier);
  return known.find((row) => ('psk' in alias ? row.psk === alias.psk : row.id === alias.id))?.id;
}

async function applyPlans(tx: CatalogTx, { orgId, groupId }: Target, plans: readonly Plan[]): Promise<void> {
  const created = getNow();
  const rows: store.AssignmentRow[] = [];
  const pinned: store.PinnedRow[] = [];
  for (const { application, assignment } of plans) {
    if (assignment === null) continue;
    const key = { org_id: orgId, group: groupId, application: application.id };
    const is_latest = assignment.versions.length === 0 ? 1 : 0;
    rows.push({ ...key, is_mandatory: assignment.mandatory ? 1 : 0, is_latest, created });
    pinned.push(...assignment.versions.map((version) => ({ ...key, version })));
  }
  const claimed = plans.filter((plan) => plan.assignment === null).map((plan) => plan.application.id);
  await store.deleteAssignments(tx, orgId, groupId, claimed);
  await store.upsertAssignments(tx, rows);
  await store.deleteVersions(
    tx,
    orgId,
    groupId,
    rows.map((row) => row.application),
  );
  await store.insertVersions(tx, pinned);
}

/** Takes applications from a group; those that it does not have are reported. */
export async function unassign(
  tx: Tx,
  { orgId, groupId }: Target,
  identifiers: readonly Identifier[],
): Promise<AssignmentResult> {
  const { found, failed } = await findApplications(tx, orgId, identifiers);
  const assigned = new Set((await store.listAssignments(tx, orgId, groupId)).map((row) => row.application));
  const removable = found.filter((row) => assigned.has(row.id));
  const absent = found.filter((row) => !assigned.has(row.id));
  const applications = removable.map((row) => row.id);
  await changeCatalog(tx, orgId, async (change) => ({
    applications,
    result: await store.deleteAssignments(change, orgId, groupId, applications),
  }));
  return {
    done: removable.map((row) => row.psk),
    failed: [
      ...failed,
      ...absent.map((row) => toBulkFailure(row.psk, 'The group does not have this application.')),
    ],
  };
}

import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';

export type AssignmentRow = Tables['group_applications'];
export type PinnedRow = Tables['group_versions'];

/** Gives applications to a group, or changes how they are given. */
export async function upsertAssignments(tx: CatalogTx, rows: readonly AssignmentRow[]): Promise<void> {
  for (const part of splitIntoChunks(rows, 200)) {
    await tx
      .insertInto('group_applications')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'group', 'application']).doUpdateSet((set) => ({
          is_mandatory: set.ref('excluded.is_mandatory'),
          is_latest: set.ref('excluded.is_latest'),
        })),
      )
      .execute();
  }
}

/** Gives an application to groups in its latest version. In a group that already has it, it stays mandatory or not. */
export async function assignLatestVersion(tx: CatalogTx, rows: readonly AssignmentRow[]): Promise<void> {
  for (const part of splitIntoChunks(rows, 200)) {
    await tx
      .insertInto('group_applications')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'group', 'application']).doUpdateSet({ is_latest: 1 }),
      )
      .execute();
  }
}

export async function insertVersions(tx: CatalogTx, rows: readonly PinnedRow[]): Promise<void> {
  for (const part of splitIntoChunks(rows, 200)) await tx.insertInto('group_versions').values(part).execute();
}

/** Deletes the list of versions that a group was limited to. */
export async function deleteVersions(
  tx: CatalogTx,
  orgId: string,
  groupId: string,
  applications: readonly string[],
): Promise<void> {
  for (const part of splitIntoChunks(applications)) {
    await tx
      .deleteFrom('group_versions')
      .where('org_id', '=', orgId)
      .where('group', '=', groupId)
      .where('application', 'in', part)
      .execute();
  }
}

/** The same for one application in many groups. */
export async function deleteVersionsIn(
  tx: CatalogTx,
  orgId: string,
  groups: readonly string[],
  application: string,
): Promise<void> {
  for (const part of splitIntoChunks(groups)) {
    await tx
      .deleteFrom('group_versions')
      .where('org_id', '=', orgId)
      .where('group', 'in', part)
      .where('application', '=', application)
      .execute();
  }
}

export async function deleteAssignments(
  tx: CatalogTx,
  orgId: string,
  groupId: string,
  applications: readonly string[],
): Promise<void> {
  await deleteVersions(tx, orgId, groupId, applications);
  for (const part of splitIntoChunks(applications)) {
    await tx
      .deleteFrom('group_applications')
      .where('org_id', '=', orgId)
      .where('group', '=', groupId)
      .where('application', 'in', part)
      .execute();
  }
}

export const listAssignments = (db: Db, orgId: string, groupId: string) =>
  db
    .selectFrom('group_applications')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('group', '=', groupId)
    .orderBy('application')
    .execute();

/** The psks and ids of the versions of applications. */
export async function listVersions(db: Db, orgId: string, applications: readonly string[]) {
  const rows: { id: string; psk: number; application: string }[] = [];
  for (const part of splitIntoChunks(applications)) {
    const found = await db
      .selectFrom('versions')
      .select(['id', 'psk', 'application'])
      .where('org_id', '=', orgId)
      .where('application', 'in', part)
      .execute();
    rows.push(...found);
  }
  return rows;
}

export const listAssignedVersions = (db: Db, orgId: string, groupId: string) =>
  db
    .selectFrom('group_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('group', '=', groupId)
    .execute();

/** Groups that have an application, with how they have it. */
export const listGroupsOfApplication = (db: Db, orgId: string, applicationId: string) =>
  db
    .selectFrom('group_applications')
    .innerJoin('groups', (join) =>
      join
        .onRef('groups.org_id', '=', 'group_applications.org_id')
        .onRef('groups.id', '=', 'group_applications.group'),
    )
    .select([
      'groups.id',
      'groups.psk',
      'groups.name',
      'groups.description',
      'group_applications.is_mandatory',
      'group_applications.is_latest',
    ])
    .where('group_applications.org_id', '=', orgId)
    .where('group_applications.application', '=', applicationId)
    .orderBy('groups.psk')
    .execute();

export const listAssignedVersionsOfApplication = (db: Db, orgId: string, applicationId: string) =>
  db
    .selectFrom('group_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .execute();

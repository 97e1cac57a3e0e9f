import type { Db } from '../../platform/database/connect.ts';
import * as batch from './batch-store.ts';
import type { ApplicationView, VersionWithFile } from './presenter.ts';
import type { ApplicationRow, VersionRow } from './store.ts';

export { effectiveFormFactor, hasPackage, installsDirectly } from './kinds.ts';
export { findApplication, findVersion } from './lookup.ts';
export { mediaPath } from './media-path.ts';
export { managed as managedApplication } from './policy.ts';
export { presentApplicationWithVersions } from './presenter.ts';

/** Versions with their files. */
export async function withFiles(
  db: Db,
  orgId: string,
  versions: readonly VersionRow[],
): Promise<VersionWithFile[]> {
  const ids = versions.flatMap((version) => version.install_file ?? []);
  const files = new Map((await batch.installFilesById(db, orgId, ids)).map((file) => [file.id, file]));
  return versions.map((version) => ({ version, file: files.get(version.install_file ?? '') ?? null }));
}

/** Applications with their latest version, as presentations need them; in the order given. */
export async function views(
  db: Db,
  orgId: string,
  rows: readonly ApplicationRow[],
): Promise<ApplicationView[]> {
  const latest = await batch.versionsById(
    db,
    orgId,
    rows.flatMap((row) => row.latest_version ?? []),
  );
  const byId = new Map((await withFiles(db, orgId, latest)).map((item) => [item.version.id, item]));
  const mandatory = await batch.mandatoryAmong(
    db,
    orgId,
    rows.map((row) => row.id),
  );
  return rows.map((application) => ({
    application,
    latest: byId.get(application.latest_version ?? '') ?? null,
    mandatoryInGroup: mandatory.has(application.id),
  }));
}

/** Applications by id, each with all its versions, newest first. */
export async function applicationsWithVersions(db: Db, orgId: string, ids: readonly string[]) {
  const rows = await batch.applicationsById(db, orgId, ids);
  const versions = await withFiles(db, orgId, await batch.versionsOf(db, orgId, ids));
  const byApplication = Map.groupBy(versions, ({ version }) => version.application);
  return (await views(db, orgId, rows)).map((view) => ({
    ...view,
    versions: byApplication.get(view.application.id) ?? [],
  }));
}

import type { Db } from '../../platform/database/connect.ts';
import type { ApplicationView, VersionWithFile } from './presenter.ts';
import * as store from './store.ts';

export { effectiveFormFactor, hasFile, isNative, platformCode } from './kinds.ts';
export { findApplication, findVersion } from './lookup.ts';
export { mediaPath } from './media-path.ts';
export { managed as managedApplication } from './policy.ts';
export { presentApplicationWithVersions } from './presenter.ts';

/** Versions with their files. */
export async function withFiles(
  db: Db,
  orgId: string,
  versions: readonly store.VersionRow[],
): Promise<VersionWithFile[]> {
  const ids = versions.flatMap((version) => version.install_file ?? []);
  const files = new Map((await store.installFilesById(db, orgId, ids)).map((file) => [file.id, file]));
  return versions.map((version) => ({ version, file: files.get(version.install_file ?? '') ?? null }));
}

/** Applications with their latest version, as presentations need them; in the order given. */
export async function views(
  db: Db,
  orgId: string,
  rows: readonly store.ApplicationRow[],
): Promise<ApplicationView[]> {
  const latest = await store.versionsById(
    db,
    orgId,
    rows.flatMap((row) => row.latest_version ?? []),
  );
  const byId = new Map((await withFiles(db, orgId, latest)).map((item) => [item.version.id, item]));
  const mandatory = await store.mandatoryAmong(
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
  const rows = await store.applicationsById(db, orgId, ids);
  const versions = await withFiles(db, orgId, await store.versionsOf(db, orgId, ids));
  return (await views(db, orgId, rows)).map((view) => ({
    ...view,
    versions: versions.filter(({ version }) => version.application === view.application.id),
  }));
}

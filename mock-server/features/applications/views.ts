import type { Db } from '../../platform/database/handles.ts';
import * as batch from './lists/batch-store.ts';
import type { ApplicationView, VersionWithFile } from './presenter.ts';
import type { ApplicationRow, VersionRow } from './store.ts';

/** Versions with their files or addresses. */
export async function withFiles(
  db: Db,
  orgId: string,
  versions: readonly VersionRow[],
): Promise<VersionWithFile[]> {
  const ids = versions.flatMap((version) => version.install_file ?? []);
  const files = new Map((await batch.findInstallFilesById(db, orgId, ids)).map((file) => [file.id, file]));
  const withoutFile = versions.filter((version) => version.install_file === null);
  const addresses = await batch.findAddresses(db, orgId, [
    ...new Set(withoutFile.map((version) => version.application)),
  ]);
  return versions.map((version) => ({
    version,
    file: files.get(version.install_file ?? '') ?? null,
    address: addresses.get(version.application) ?? null,
  }));
}

/** Applications with their latest version, as presentations need them; in the order given. */
export async function loadViews(
  db: Db,
  orgId: string,
  rows: readonly ApplicationRow[],
): Promise<ApplicationView[]> {
  const latest = await batch.findVersionsById(
    db,
    orgId,
    rows.flatMap((row) => row.latest_version ?? []),
  );
  const byId = new Map((await withFiles(db, orgId, latest)).map((item) => [item.version.id, item]));
  const mandatory = await batch.findMandatory(
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

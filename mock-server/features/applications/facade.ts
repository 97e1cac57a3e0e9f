import type { Db } from '../../platform/database/handles.ts';
import * as batch from './lists/batch-store.ts';
import { inListOrder, listed } from './lists/listed.ts';
import { withFiles } from './views.ts';

export { addressFile } from './address-file.ts';
export { versionReleased } from './events.ts';
export { effectiveFormFactor, hasPackage, installsDirectly } from './kinds.ts';
export { findApplication, findVersion } from './lookup.ts';
export { offeredVersion } from './offered-store.ts';
export { mediaUrl } from './pictures/media-path.ts';
export { applicationToManage } from './policy.ts';
export { isOtherSigner, refusesOtherSigners, refusesUpdate } from './publishing/same-signer.ts';
export { signerOf } from './publishing/signer.ts';
export { type ApplicationRow, signerBefore, updateVersion, type VersionRow } from './store.ts';

/** Applications by id in the order of lists, each with all its versions, newest first. */
export async function applicationsWithVersions(db: Db, orgId: string, ids: readonly string[]) {
  const rows = (await batch.applicationsById(db, orgId, ids)).sort(inListOrder);
  const versions = await withFiles(db, orgId, await batch.versionsOf(db, orgId, ids));
  const byApplication = Map.groupBy(versions, ({ version }) => version.application);
  return (await listed(db, orgId, rows)).map((view) => ({
    ...view,
    versions: byApplication.get(view.application.id) ?? [],
  }));
}

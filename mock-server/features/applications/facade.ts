import type { Db } from '../../platform/database/handles.ts';
import * as batch from './lists/batch-store.ts';
import { compareInListOrder, toListed } from './lists/listed.ts';
import { withFiles } from './views.ts';

export { toAddressFile } from './address-file.ts';
export { versionReleased } from './events.ts';
export {
  getEffectiveFormFactor,
  hasPackage,
  isDirectInstallAllowed,
} from './kinds.ts';
export { findApplication, findVersion } from './lookup.ts';
export { selectOfferedVersion } from './offered-store.ts';
export { buildMediaUrl } from './pictures/media-path.ts';
export { findManageableApplication } from './policy.ts';
export {
  areOtherSignersRefused,
  isOtherSigner,
  isUpdateRefused,
} from './publishing/same-signer.ts';
export { findSigner } from './publishing/signer.ts';
export {
  type ApplicationRow,
  findPreviousSigner,
  updateVersion,
  type VersionRow,
} from './store.ts';

/** Applications by id in the order of lists, each with all its versions, newest first. */
export async function listApplicationsWithVersions(db: Db, orgId: string, ids: readonly string[]) {
  const rows = (await batch.findApplicationsById(db, orgId, ids)).sort(compareInListOrder);
  const versions = await withFiles(db, orgId, await batch.listVersionRows(db, orgId, ids));
  const byApplication = Map.groupBy(versions, ({ version }) => version.application);
  return (await toListed(db, orgId, rows)).map((view) => ({
    ...view,
    versions: byApplication.get(view.application.id) ?? [],
  }));
}

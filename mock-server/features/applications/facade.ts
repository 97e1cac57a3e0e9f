import type { Db } from '../../platform/database/handles.ts';
import * as batch from './lists/batch-store.ts';
import { compareInListOrder, toListed } from './lists/listed.ts';
import { withFiles } from './views.ts';

export { toAddressFile as addressFile } from './address-file.ts';
export { versionReleased } from './events.ts';
export {
  getEffectiveFormFactor as effectiveFormFactor,
  hasPackage,
  isDirectInstallAllowed as installsDirectly,
} from './kinds.ts';
export { findApplication, findVersion } from './lookup.ts';
export { selectOfferedVersion as offeredVersion } from './offered-store.ts';
export { buildMediaUrl as mediaUrl } from './pictures/media-path.ts';
export { findManageableApplication as applicationToManage } from './policy.ts';
export {
  areOtherSignersRefused as refusesOtherSigners,
  isOtherSigner,
  isUpdateRefused as refusesUpdate,
} from './publishing/same-signer.ts';
export { findSigner as signerOf } from './publishing/signer.ts';
export {
  type ApplicationRow,
  findPreviousSigner as signerBefore,
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

import type { Db } from '../../platform/database/handles.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { readSummariesAmong } from './offers/summary.ts';
import { findVersionsOfPerson } from './offers/summary-store.ts';
import { type OffersContext, openCatalog } from './open-catalog.ts';
import type { PersonCatalog } from './person-catalog.ts';
import { listGroupIds } from './personal-store.ts';

export type { CatalogContext } from './catalog-context.ts';
export { Deadlines, type Missing } from './deadlines.ts';
export { buildManifestUri, getLinkExpiry, InstallLinks } from './install-links.ts';
export { findInstalledVersion } from './installed-store.ts';
export { isWithin, type Listing, type Offer } from './listing.ts';
export * as lists from './lists.ts';
export { type OffersContext, openCatalog } from './open-catalog.ts';
export type { PersonCatalog } from './person-catalog.ts';
export {
  type DeviceState,
  type InstalledVersion,
  loadDeviceState,
} from './personal.ts';
export { presentInstallFile } from './presenter.ts';
export { findAvailableApplication, findAvailableVersion } from './service.ts';
export {
  getApplicationSystem,
  getDeviceSystem,
  isRunnableOn,
} from './visibility.ts';

/** The caller's catalog with the changes that the request itself has made. */
export const openChangedCatalog = (platform: OffersContext, caller: DeviceCaller): Promise<PersonCatalog> =>
  openCatalog(platform, { ...caller, revisions: null });

/** Those of some applications that the caller's groups have, in the version that is offered. */
export async function listOffered(
  db: Db,
  { homeOrgId: orgId, user, mustComply }: DeviceCaller,
  applicationIds: readonly string[],
): Promise<readonly { application: string; version: string }[]> {
  if (!mustComply) {
    const rows = await findVersionsOfPerson(db, orgId, user.id, JSON.stringify(applicationIds));
    return rows.flatMap(({ application, version }) => (version === null ? [] : [{ application, version }]));
  }
  const groups = await listGroupIds(db, orgId, user.id);
  const offers = await readSummariesAmong(db, orgId, groups, applicationIds);
  return offers.filter(({ mandatory }) => mandatory);
}

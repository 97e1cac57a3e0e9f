import type { Db } from '../../platform/database/handles.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { CatalogRevisions, DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { readSettings } from '../organizations/facade.ts';
import type { ListingRules } from './listing.ts';
import type { GroupOffersCache } from './offers/group-offers.ts';
import type { Read } from './offers/summary.ts';
import { PersonCatalog } from './person-catalog.ts';
import { type DeviceState, loadDeviceState, loadPersonState } from './personal.ts';
import { readRevisions } from './store.ts';

/** The platform, and the cache of what groups are offered. */
export interface OffersContext extends Platform {
  readonly groupOffers: GroupOffersCache;
}

/**
 * The present state of the caller's catalog. Error: `not_authenticated` when user or device have just been removed.
 */
export async function readCurrentRevisions(
  platform: Platform,
  caller: DeviceCaller,
): Promise<CatalogRevisions> {
  const { db } = platform.database;
  const found = await readRevisions(db, caller.homeOrgId, caller.user.id, caller.device.id);
  if (found === undefined) throw new ServiceError('not_authenticated', 'Sign in again.');
  return found;
}

/**
 * The caller's catalog as it was when the request came, or newer; `installed` is what the device has, where that is
 * known. Error: `not_authenticated` when user or device have just been removed.
 */
export async function openCatalog(
  platform: OffersContext,
  caller: DeviceCaller,
  installed?: DeviceState,
): Promise<PersonCatalog> {
  const revisions = caller.revisions ?? (await readCurrentRevisions(platform, caller));
  const { homeOrgId: orgId, user, device } = caller;
  const read = createReader(platform, caller, revisions);
  const [rules, person, reported] = await read((db) =>
    Promise.all([
      readRules(db, orgId),
      loadPersonState(db, orgId, user.id),
      installed ?? loadDeviceState(db, orgId, device.id),
    ]),
  );
  const source = {
    read,
    state: revisions,
    loadOffers: (groups: readonly string[], state: { catalog: number; activity: number | null }) =>
      platform.groupOffers.getOffers({ orgId, groups, read }, state),
  };
  return new PersonCatalog(source, { rules, person, device: reported }, caller);
}

/** The settings that entries depend on; a change of them is a change of the catalog. */
async function readRules(db: Db, orgId: string): Promise<ListingRules> {
  const settings = await readSettings(db, orgId);
  return {
    orgId,
    reviewsEnabled: settings.reviews_enabled,
    bannersEnabled: settings.banner_image_enabled,
  };
}

/** Reads in this state of the caller's catalog or a newer one, because a replica may lag behind. */
function createReader(
  { database }: Platform,
  { homeOrgId, user, device }: DeviceCaller,
  revisions: CatalogRevisions,
): Read {
  const isThere = async (db: Db) => {
    const there = await readRevisions(db, homeOrgId, user.id, device.id);
    return (
      there !== undefined &&
      there.catalog >= revisions.catalog &&
      there.activity >= revisions.activity &&
      there.user >= revisions.user &&
      there.device >= revisions.device
    );
  };
  return (work) => database.read(isThere, work);
}

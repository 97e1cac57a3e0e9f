import type { Db } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { CallerDevice } from '../../platform/http/contexts.ts';
import { suitingOf } from './device-kind.ts';
import { emptyCatalog, fillGroups } from './kept/fill.ts';
import { GroupSet } from './kept/group-set.ts';
import type { OrganizationCatalog } from './kept/organization-catalog.ts';
import type { Offer } from './listing.ts';
import { type DevicePart, isUpdate, loadDevicePart } from './personal.ts';
import { groupsOf } from './personal-store.ts';
import { deviceSystem } from './visibility.ts';

/** A mandatory application that a device lacks, and its deadline (UTC). */
export interface Missing {
  application: string;
  by: string;
}

/** The deadlines of an organization's mandatory applications. What groups have is read once for many persons. */
export class Deadlines {
  readonly #catalog: OrganizationCatalog;

  private constructor(catalog: OrganizationCatalog) {
    this.#catalog = catalog;
  }

  static async load(db: Db, orgId: string): Promise<Deadlines> {
    return new Deadlines(await emptyCatalog(db, orgId));
  }

  /**
   * What each of these devices of a person lacks. Desk browsers are left out, because nothing can be installed on them.
   */
  async missing(
    db: Db,
    orgId: string,
    userId: string,
    devices: readonly CallerDevice[],
  ): Promise<Missing[][]> {
    const groups = (await groupsOf(db, orgId, userId)).map((row) => row.group).sort();
    await fillGroups(this.#catalog, this.#catalog.missing(groups), (work) => work(db));
    const shelves = this.#catalog.shelves(groups) ?? new Map();
    const moment = now();
    // An application that its access policy lets nobody install now can't be missing.
    const due = [...new GroupSet([...shelves.values()]).byId].filter(
      (offer) => offer.mandatory && deadlineOf(offer) !== null && offer.listing.isOfferedAt(moment),
    );
    const able = devices.filter((device) => deviceSystem(device.operatingSystem) !== 'any');
    if (due.length === 0) return able.map(() => []);
    const found: Missing[][] = [];
    for (const device of able) {
      const { suits } = suitingOf(device);
      const installed = await loadDevicePart(db, orgId, device.id);
      found.push(
        due
          .filter((offer) => suits(offer.listing) && !isThere(offer, installed))
          .map((offer) => ({
            application: offer.listing.version.app_name,
            by: deadlineOf(offer) ?? '',
          })),
      );
    }
    return found;
  }
}

const deadlineOf = ({ listing }: Offer): string | null => listing.version.required_by;

/** Whether it is installed in a version that is not known to be older than required. */
function isThere({ listing }: Offer, installed: DevicePart): boolean {
  const version = installed.versions.get(listing.application.id);
  return version !== undefined && !isUpdate(listing, version);
}

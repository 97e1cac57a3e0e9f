import type { Db } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { CallerDevice } from '../../platform/http/contexts.ts';
import type { Offer } from './group-catalog.ts';
import { loadOrganizationCatalog } from './load-organization.ts';
import type { OrganizationCatalog } from './organization-catalog.ts';
import { type DevicePart, isUpdate, loadDevicePart } from './personal.ts';
import { groupsOf } from './store.ts';
import { deviceSystem } from './visibility.ts';

/** A mandatory application that a device lacks, and its deadline (UTC). */
export interface Missing {
  application: string;
  by: string;
}

/** The deadlines of an organization's mandatory applications, read once for many persons. */
export class Deadlines {
  readonly #catalog: OrganizationCatalog;

  private constructor(catalog: OrganizationCatalog) {
    this.#catalog = catalog;
  }

  static async load(db: Db, orgId: string): Promise<Deadlines> {
    return new Deadlines(await loadOrganizationCatalog(db, orgId, { catalog: 0, activity: 0 }));
  }

  /** What each of these devices of a person lacks; without desk browsers, which can install nothing. */
  async missing(
    db: Db,
    orgId: string,
    userId: string,
    devices: readonly CallerDevice[],
  ): Promise<Missing[][]> {
    const groups = (await groupsOf(db, orgId, userId)).map((row) => row.group).sort();
    const catalog = this.#catalog.forGroups(groups);
    const moment = now();
    // What its access policy lets nobody install now can't be missing.
    const due = [...catalog.offers.values()].filter(
      (offer) => offer.mandatory && deadlineOf(offer) !== null && offer.listing.isOfferedAt(moment),
    );
    const able = devices.filter((device) => deviceSystem(device.operatingSystem) !== 'any');
    if (due.length === 0) return able.map(() => []);
    const found: Missing[][] = [];
    for (const device of able) {
      const suiting = new Set(catalog.suiting({ ...device, mandatoryOnly: false }).items);
      const installed = await loadDevicePart(db, orgId, device.id);
      found.push(
        due
          .filter((offer) => suiting.has(offer) && !isThere(offer, installed))
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

/** Whether it is installed, and not known to be older than required. */
function isThere({ listing }: Offer, installed: DevicePart): boolean {
  const version = installed.get(listing.application.id);
  return version !== undefined && !isUpdate(listing, version);
}

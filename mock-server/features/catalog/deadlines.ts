import type { Db } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { CallerDevice } from '../../platform/http/contexts.ts';
import { listApplicationsWithDeadline } from './deadlines-store.ts';
import type { ListingRules, Offer } from './listing.ts';
import { readOffers } from './offers/details.ts';
import { createDeviceFilter } from './offers/device-kind.ts';
import { type OfferSummary, readSummariesAmong } from './offers/summary.ts';
import { type DeviceState, isUpdate, loadDeviceState } from './personal.ts';
import { listGroupIds } from './personal-store.ts';
import { getDeviceSystem } from './visibility.ts';

/** A mandatory application that a device lacks, and its deadline (UTC). */
export interface Missing {
  application: string;
  by: string;
}

/** A mandatory application with a deadline. */
interface Due {
  offer: Offer;
  summary: OfferSummary;
  by: string;
}

/** The deadlines of an organization's mandatory applications. What sets of groups have is read once for many persons. */
export class Deadlines {
  readonly #rules: ListingRules;
  /** The applications that have a version with a deadline. */
  readonly #applications: readonly string[];
  readonly #due = new Map<string, readonly Due[]>();

  private constructor(rules: ListingRules, applications: readonly string[]) {
    this.#rules = rules;
    this.#applications = applications;
  }

  static async load(db: Db, orgId: string): Promise<Deadlines> {
    const rows = await listApplicationsWithDeadline(db, orgId);
    return new Deadlines(
      // Deadlines show nothing that depends on settings.
      { orgId, reviewsEnabled: false, bannersEnabled: false },
      rows.map(({ application }) => application),
    );
  }

  /**
   * What each of these devices of a person lacks. Desk browsers are left out, because nothing can be installed on them.
   */
  async listMissing(
    db: Db,
    orgId: string,
    userId: string,
    devices: readonly CallerDevice[],
  ): Promise<Missing[][]> {
    const able = devices.filter((device) => getDeviceSystem(device.operatingSystem) !== 'any');
    const moment = getNow();
    // An application that its access policy lets nobody install now can't be missing.
    const due = (await this.#loadDue(db, await listGroupIds(db, orgId, userId))).filter(({ offer }) =>
      offer.listing.isInstallableAt(moment),
    );
    if (due.length === 0) return able.map(() => []);
    const found: Missing[][] = [];
    for (const device of able) {
      const suits = createDeviceFilter(device);
      const installed = await loadDeviceState(db, orgId, device.id);
      found.push(
        due
          .filter(({ offer, summary }) => suits(summary) && !isThere(offer, installed))
          .map(({ offer, by }) => ({ application: offer.listing.version.app_name, by })),
      );
    }
    return found;
  }

  async #loadDue(db: Db, groups: readonly string[]): Promise<readonly Due[]> {
    const key = groups.join();
    const due = this.#due.get(key) ?? (await this.#read(db, groups));
    this.#due.set(key, due);
    return due;
  }

  async #read(db: Db, groups: readonly string[]): Promise<readonly Due[]> {
    if (this.#applications.length === 0) return [];
    const offered = await readSummariesAmong(db, this.#rules.orgId, groups, this.#applications);
    const mandatory = offered.filter((offer) => offer.mandatory);
    const byVersion = new Map(mandatory.map((summary) => [summary.version, summary]));
    const offers = await readOffers((work) => work(db), this.#rules, mandatory);
    return offers.flatMap((offer) => {
      const { id, required_by: by } = offer.listing.version;
      const summary = byVersion.get(id);
      return summary === undefined || by === null ? [] : [{ offer, summary, by }];
    });
  }
}

/** Whether it is installed in a version that is not known to be older than required. */
function isThere({ listing }: Offer, installed: DeviceState): boolean {
  const version = installed.versions.get(listing.application.id);
  return version !== undefined && !isUpdate(listing, version);
}

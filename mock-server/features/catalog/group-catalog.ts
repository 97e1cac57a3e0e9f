import { LRUCache } from 'lru-cache';
import type { CallerDevice } from '../../platform/http/contexts.ts';
import { type Listing, newer } from './listing.ts';
import { Shelf } from './shelf.ts';
import { fitsForm, isNewEnough, runsOn } from './visibility.ts';

/** How a group has an application. */
export interface Assignment {
  /** The newest version that this group allows. */
  listing: Listing;
  mandatory: boolean;
}

/** An application as a set of groups is offered it. */
export interface Offer {
  /** The newest version that any of the groups allows. */
  listing: Listing;
  requiredByGroup: boolean;
  /** Mandatory in a group or by the version itself; only for native applications. */
  mandatory: boolean;
}

/** What decides which applications a device is shown. */
export interface DeviceKind extends Omit<CallerDevice, 'id'> {
  /** Whose person has to comply first is shown nothing but what is mandatory. */
  mandatoryOnly: boolean;
}

/** Device kinds that are kept in memory for one set of groups. */
const devicesKept = 12;

/** The offers for a set of groups, and the shelf of each device kind. */
export class GroupCatalog {
  /** By the id of the application. */
  readonly offers: ReadonlyMap<string, Offer>;
  readonly #shelves = new LRUCache<string, Shelf<Offer>>({ max: devicesKept });

  constructor(assignments: readonly Assignment[]) {
    this.offers = merged(assignments);
  }

  /** What suits a device: its system, its form, and the version of its system; open choices, Catalog. */
  suiting(device: DeviceKind): Shelf<Offer> {
    const { operatingSystem, formFactor, operatingSystemVersion, mandatoryOnly } = device;
    const key = [operatingSystem, formFactor, operatingSystemVersion, mandatoryOnly].join();
    const kept = this.#shelves.get(key);
    if (kept !== undefined) return kept;
    const shelf = new Shelf([...this.offers.values()].filter((offer) => isShown(offer, device)));
    this.#shelves.set(key, shelf);
    return shelf;
  }
}

const isShown = ({ listing, mandatory }: Offer, device: DeviceKind): boolean =>
  suits(listing, device) && (mandatory || !device.mandatoryOnly);

const suits = (listing: Listing, device: DeviceKind): boolean =>
  runsOn(listing.system, device) &&
  fitsForm(listing.formFactor, device) &&
  isNewEnough(listing.version.min_os_version, device);

function merged(assignments: readonly Assignment[]): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  for (const { listing, mandatory } of assignments) {
    const known = offers.get(listing.application.id);
    const requiredByGroup = mandatory || known?.requiredByGroup === true;
    offers.set(listing.application.id, offer(newer(known?.listing, listing), requiredByGroup));
  }
  return offers;
}

const offer = (listing: Listing, requiredByGroup: boolean): Offer => ({
  listing,
  requiredByGroup,
  // Without a file nobody can be made to install it.
  mandatory:
    listing.hasPackage &&
    listing.version.file_id !== null &&
    (requiredByGroup || listing.version.required === 1),
});

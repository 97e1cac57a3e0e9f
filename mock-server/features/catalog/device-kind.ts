import { LRUCache } from 'lru-cache';
import type { CallerDevice } from '../../platform/http/contexts.ts';
import type { Listing } from './listing.ts';
import { fitsForm, isNewEnough, runsOn } from './visibility.ts';

/** The properties of a device that decide which applications it is shown. */
export interface DeviceKind extends Omit<CallerDevice, 'id'> {
  /** Whether the person is shown only mandatory applications, because they have to comply first. */
  mandatoryOnly: boolean;
}

/** What suits devices of a kind: their operating system, its version and their form factor; open choices, Catalog. */
export interface Suiting {
  /** The same for devices that are shown the same applications. */
  key: string;
  suits(listing: Listing): boolean;
}

/** Kinds whose comparisons of versions are kept. */
const kindsKept = 200;
const kept = new LRUCache<string, Suiting>({ max: kindsKept });

export function suitingOf(device: Omit<DeviceKind, 'mandatoryOnly'>): Suiting {
  const { operatingSystem, formFactor, operatingSystemVersion } = device;
  const key = [operatingSystem, formFactor, operatingSystemVersion].join();
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make(key, device);
  kept.set(key, made);
  return made;
}

function make(key: string, device: Omit<DeviceKind, 'mandatoryOnly'>): Suiting {
  const newEnough = new Map<string, boolean>();
  const isNew = (minimum: string | null): boolean => {
    if (minimum === null) return true;
    const answer = newEnough.get(minimum) ?? isNewEnough(minimum, device);
    newEnough.set(minimum, answer);
    return answer;
  };
  return {
    key,
    suits: (listing) =>
      runsOn(listing.system, device) && fitsForm(listing.formFactor, device) && isNew(listing.minimum),
  };
}

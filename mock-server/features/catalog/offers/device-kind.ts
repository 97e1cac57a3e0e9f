import type { CallerDevice } from '../../../platform/http/contexts.ts';
import { isForFormFactor, isNewEnough, isRunnableOn } from '../visibility.ts';
import type { OfferSummary } from './summary.ts';

/** The properties of a device that decide which applications it is shown. */
export interface DeviceKind extends Omit<CallerDevice, 'id'> {
  /** Whether the person is shown only mandatory applications, because they have to comply first. */
  mandatoryOnly: boolean;
}

/** Those offers that devices of a kind are shown: by operating system, its version and form factor; open choices, Catalog. */
export function filterForDevice<O extends OfferSummary>(
  kind: DeviceKind,
  offers: readonly O[],
): readonly O[] {
  const suits = createDeviceFilter(kind);
  return offers.filter((offer) => (offer.mandatory || !kind.mandatoryOnly) && suits(offer));
}

/** Whether an offer suits devices of a kind. Applications name few versions of systems, so each is compared once. */
export function createDeviceFilter(
  device: Omit<DeviceKind, 'mandatoryOnly'>,
): (offer: OfferSummary) => boolean {
  const compared = new Map<string | null, boolean>();
  return ({ system, formFactor, minimum }) => {
    if (!isRunnableOn(system, device) || !isForFormFactor(formFactor, device)) return false;
    const isNew = compared.get(minimum) ?? isNewEnough(minimum, device);
    compared.set(minimum, isNew);
    return isNew;
  };
}

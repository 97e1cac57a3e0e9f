import type { Static } from 'typebox';
import { formFactors, operatingSystems } from '../../../contract/common/codes.ts';
import type { Device, listUserPairings } from '../../../contract/devices.ts';
import type { IconName } from '../../ui/pictures/icons.tsx';

export type Pairing = Static<typeof listUserPairings.response>['devices'][number];

/** This device first, then the others by when they were last active, the latest first. */
export const sortPairings = (pairings: readonly Pairing[], ownId: string): readonly Pairing[] =>
  [...pairings].sort(
    (a, b) =>
      Number(b.device.id === ownId) - Number(a.device.id === ownId) ||
      Date.parse(b.last_active) - Date.parse(a.last_active),
  );

/** The name by which a person knows the device; undefined where the device reported none. */
export function getDeviceName(device: Device): string | undefined {
  const maker = [device.manufacturer, device.model].filter(Boolean).join(' ');
  return device.name || maker || getSystemText(device);
}

/** The operating system with its version, such as "Android 14". */
export function getSystemText(device: Device): string | undefined {
  const parts = [device.operating_system_name, device.operating_system_version];
  return parts.filter(Boolean).join(' ') || undefined;
}

export function getDeviceIcon(device: Device): IconName {
  if (device.form_factor === formFactors.tablet) return 'tablet';
  if (device.form_factor === formFactors.phone) return 'phone';
  return device.operating_system === operatingSystems.unknown ? 'desktop' : 'phone';
}

/** Whether the device, or its pairing with the person, is disabled. */
export const isDisabled = (pairing: Pairing): boolean =>
  pairing.disabled_reason !== null || pairing.device.disabled_reason !== null;

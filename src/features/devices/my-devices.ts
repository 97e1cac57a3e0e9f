import type { Static } from 'typebox';
import { formFactors, operatingSystems } from '../../../contract/common/codes.ts';
import type { Device, listUserPairings } from '../../../contract/devices.ts';
import type { IconName } from '../../ui/icons.tsx';

export type Pairing = Static<typeof listUserPairings.response>['devices'][number];

/** The device in hand first, then by when they were last active, the latest first. */
export const inOrder = (pairings: readonly Pairing[], ownId: string): readonly Pairing[] =>
  [...pairings].sort(
    (a, b) =>
      Number(b.device.id === ownId) - Number(a.device.id === ownId) ||
      Date.parse(b.last_active) - Date.parse(a.last_active),
  );

/** What a person calls it; undefined where the device told nothing. */
export function nameOf(device: Device): string | undefined {
  const maker = [device.manufacturer, device.model].filter(Boolean).join(' ');
  return device.name || maker || systemOf(device);
}

/** The system with its version, "Android 14". */
export function systemOf(device: Device): string | undefined {
  const parts = [device.operating_system_name, device.operating_system_version];
  return parts.filter(Boolean).join(' ') || undefined;
}

export function iconOf(device: Device): IconName {
  if (device.form_factor === formFactors.tablet) return 'tablet';
  if (device.form_factor === formFactors.phone) return 'phone';
  return device.operating_system === operatingSystems.unknown ? 'desktop' : 'phone';
}

/** Neither the device nor its pairing with the person may be disabled. */
export const isDisabled = (pairing: Pairing): boolean =>
  pairing.disabled_reason !== null || pairing.device.disabled_reason !== null;

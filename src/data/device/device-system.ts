import { formFactors } from '../../../contract/common/codes.ts';
import { type BrowserFacts, quickFacts } from './browser-facts.ts';
import { describeDevice } from './device.ts';

/** What this device installs: `desk` is a browser that is neither. */
export type DeviceSystem = 'ios' | 'android' | 'desk';

/** What of a device the screens need. */
export interface DeviceKind {
  platform: DeviceSystem;
  /** Which form of screenshots suits it: a desk has room for those of a tablet. */
  form: 'phone' | 'tablet';
}

const platforms = new Map<string | null | undefined, DeviceSystem>([
  ['iOS', 'ios'],
  ['Android', 'android'],
]);

export function deviceKind(facts: BrowserFacts): DeviceKind {
  const { operating_system_name, form_factor } = describeDevice(facts);
  return {
    platform: platforms.get(operating_system_name) ?? 'desk',
    form: form_factor === formFactors.phone ? 'phone' : 'tablet',
  };
}

let own: DeviceKind | null = null;

/** Read once: a device does not change while a page lives. */
function ownKind(): DeviceKind {
  own ??= deviceKind(quickFacts());
  return own;
}

export const devicePlatform = (): DeviceSystem => ownKind().platform;

export const deviceForm = (): DeviceKind['form'] => ownKind().form;

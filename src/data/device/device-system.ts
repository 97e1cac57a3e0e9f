import { formFactors } from '../../../contract/common/codes.ts';
import { type BrowserFacts, readFacts } from './browser-facts.ts';
import { describeDevice } from './device.ts';

/** The operating system whose packages a device installs; `desk` installs none: a desktop computer, for example. */
export type DeviceSystem = 'ios' | 'android' | 'desk';

/** What the screens need to know of a device. */
export interface DeviceKind {
  system: DeviceSystem;
  /** Which screenshots suit it: a desk browser has room for a tablet's. */
  form: 'phone' | 'tablet';
}

const systems = new Map<string | null | undefined, DeviceSystem>([
  ['iOS', 'ios'],
  ['Android', 'android'],
]);

export function detectDeviceKind(facts: BrowserFacts): DeviceKind {
  const { operating_system_name, form_factor } = describeDevice(facts);
  return {
    system: systems.get(operating_system_name) ?? 'desk',
    form: form_factor === formFactors.phone ? 'phone' : 'tablet',
  };
}

let cachedKind: DeviceKind | null = null;

/** Read once: a device does not change while a page is open. */
function getOwnKind(): DeviceKind {
  cachedKind ??= detectDeviceKind(readFacts());
  return cachedKind;
}

export const getDeviceSystem = (): DeviceSystem => getOwnKind().system;

export const getDeviceForm = (): DeviceKind['form'] => getOwnKind().form;

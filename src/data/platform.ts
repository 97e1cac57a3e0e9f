import { formFactors, operatingSystems } from '../../contract/common/codes.ts';
import { quickFacts } from './browser-facts.ts';
import { describeDevice } from './device.ts';

/** What this device installs: `desk` is a browser that is neither. */
export type Platform = 'ios' | 'android' | 'desk';

let described: ReturnType<typeof describeDevice> | null = null;

/** Read once: a device does not change while a page lives. */
function device() {
  described ??= describeDevice(quickFacts());
  return described;
}

export function devicePlatform(): Platform {
  const code = device().operating_system ?? operatingSystems.unknown;
  if (code === operatingSystems.ios) return 'ios';
  return code >= operatingSystems.androidFirst && code <= operatingSystems.androidLast ? 'android' : 'desk';
}

/** Which form of screenshots suits this device: a desk has room for those of a tablet. */
export const deviceForm = (): 'phone' | 'tablet' =>
  device().form_factor === formFactors.phone ? 'phone' : 'tablet';

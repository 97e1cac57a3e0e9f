import {
  type ApplicationType,
  applicationTypes,
  formFactors,
  operatingSystems,
} from '../../../contract/common/codes.ts';
import { compareVersions } from '../../app-packages/version-numbers.ts';
import type { CallerDevice } from '../../platform/http/contexts.ts';

/*
 * Whether a device can run an application. `offers/device-kind.ts` filters offers by these rules;
 * `offers/summary-store.ts` finds which applications a person's groups offer at all.
 */

/** What an application runs on; `web` runs everywhere, `windows` on no device that signs in here. */
export type System = 'ios' | 'android' | 'windows_phone' | 'windows' | 'web';

const systems: Record<ApplicationType, System> = {
  [applicationTypes.iosNative]: 'ios',
  [applicationTypes.web]: 'web',
  [applicationTypes.iosStore]: 'ios',
  [applicationTypes.androidNative]: 'android',
  [applicationTypes.iosConfiguration]: 'ios',
  [applicationTypes.androidStore]: 'android',
  [applicationTypes.otherHandset]: 'windows',
  [applicationTypes.windowsPhoneStore]: 'windows_phone',
  [applicationTypes.windowsPhone]: 'windows_phone',
  [applicationTypes.windowsStore]: 'windows',
  [applicationTypes.windowsExe]: 'windows',
  [applicationTypes.windowsMsi]: 'windows',
  [applicationTypes.windowsZip]: 'windows',
};

/** What an application of this type runs on. For a hybrid one, `platform` of the hybrid object decides. */
export function getApplicationSystem(type: number, hybridPlatform: string | undefined): System {
  if (hybridPlatform === 'iOS') return 'ios';
  if (hybridPlatform === 'Android') return 'android';
  return systems[type as ApplicationType] ?? 'windows';
}

/** The operating system of a device by its code. A desk browser has `any` and sees all applications. */
export function getDeviceSystem(operatingSystem: number): System | 'any' {
  if (operatingSystem === operatingSystems.ios) return 'ios';
  if (operatingSystem === operatingSystems.windowsPhone8) return 'windows_phone';
  const { androidFirst, androidLast } = operatingSystems;
  return operatingSystem >= androidFirst && operatingSystem <= androidLast ? 'android' : 'any';
}

/** An iOS device sees iOS and web kinds, an Android device Android and web kinds, and so on. */
export function isRunnableOn(system: System, device: Pick<CallerDevice, 'operatingSystem'>): boolean {
  const own = getDeviceSystem(device.operatingSystem);
  return own === 'any' || system === 'web' || system === own;
}

/**
 * A phone sees 1 and 3, a tablet 2 and 3, a device of unknown form everything. Only applications for other devices than
 * phones and tablets have 0.
 */
export function isForFormFactor(formFactor: number, device: Pick<CallerDevice, 'formFactor'>): boolean {
  if (device.formFactor === formFactors.unknown) return true;
  return formFactor === formFactors.phoneAndTablet || formFactor === device.formFactor;
}

/**
 * Whether the device's operating system is new enough. True for a device that did not report its version, and for a
 * desk browser, whose version is that of another system.
 */
export function isNewEnough(
  minimum: string | null,
  device: Pick<CallerDevice, 'operatingSystem' | 'operatingSystemVersion'>,
): boolean {
  if (minimum === null || device.operatingSystemVersion === null) return true;
  if (getDeviceSystem(device.operatingSystem) === 'any') return true;
  const order = compareVersions(device.operatingSystemVersion, minimum);
  return order === null || order >= 0;
}

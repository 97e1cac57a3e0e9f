import {
  androidTypes,
  applicationTypes,
  formFactors,
  iosTypes,
  nativeTypes,
  publicStoreTypes,
} from '../../../contract/common/codes.ts';

const windowsPhoneTypes: readonly number[] = [
  applicationTypes.windowsPhoneStore,
  applicationTypes.windowsPhone,
];
const windowsTypes: readonly number[] = [
  applicationTypes.windowsStore,
  applicationTypes.windowsExe,
  applicationTypes.windowsMsi,
  applicationTypes.windowsZip,
];

export const isNativeType = (type: number): boolean => nativeTypes.some((native) => native === type);
export const isPublicStore = (type: number): boolean => publicStoreTypes.includes(type);
/** Whether a type is only an address: web and public-store applications. */
export const isAddress = (type: number): boolean => isPublicStore(type) || type === applicationTypes.web;

/** Whether it is an iOS or Android application that devices install from a file of this service. */
export const hasPackage = ({ type }: { type: number }): boolean => isNativeType(type);

/** Direct install is for native applications, if the application or its organization allows it. */
export const isDirectInstallAllowed = (
  application: { type: number; no_auth_delivery_enabled: number },
  organizationAllows: boolean,
): boolean => hasPackage(application) && (application.no_auth_delivery_enabled === 1 || organizationAllows);

/** 1 iOS, 2 Android, 4 Windows phone, 5 Windows, 0 any; the `platform` filter values of document 3, Reports. */
export function getPlatformCode(type: number): number {
  if (iosTypes.includes(type)) return 1;
  if (androidTypes.includes(type)) return 2;
  if (windowsPhoneTypes.includes(type)) return 4;
  return windowsTypes.includes(type) ? 5 : 0;
}

/** The device code that an application is for: 1 iOS, 102 Android (the first), 401 Windows phone, 0 any. */
export function getOperatingSystem(type: number): number {
  return { 0: 0, 1: 1, 2: 102, 4: 401, 5: 0 }[getPlatformCode(type)] ?? 0;
}

/**
 * The form factor that applies: the override where there is one; document 2, Editable fields that apply to some app
 * types.
 */
export function getEffectiveFormFactor(row: { form_factor: number; form_factor_override: string }): number {
  const override = JSON.parse(row.form_factor_override) as string[];
  const phones = override.includes('phones');
  const tablets = override.includes('tablets');
  if (phones && tablets) return formFactors.phoneAndTablet;
  if (phones) return formFactors.phone;
  if (tablets) return formFactors.tablet;
  return row.form_factor;
}

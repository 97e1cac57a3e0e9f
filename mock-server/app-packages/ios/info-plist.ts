import { type FormFactor, formFactors } from '../../../contract/common/codes.ts';
import { type PlistDictionary, plistList, plistText, plistTexts } from '../formats/plist/plist-value.ts';

const phoneFamily = 1;
const tabletFamily = 2;
const schemePattern = /^[A-Za-z][A-Za-z0-9+.-]{0,99}$/;
const versionPattern = /^\d{1,5}(\.\d{1,5}){0,2}$/;

/**
 * CFBundleSupportedPlatforms (an app for tvOS is for neither), then UIDeviceFamily: 1 phone, 2 tablet. An app without it is for phones; one that names only other devices is for neither.
 */
export function iosFormFactor(plist: PlistDictionary): FormFactor {
  const platforms = plistTexts(plist, 'CFBundleSupportedPlatforms');
  if (platforms.length > 0 && !platforms.includes('iPhoneOS')) return formFactors.unknown;
  const families = plistList(plist, 'UIDeviceFamily').map(Number);
  const phone = families.length === 0 || families.includes(phoneFamily);
  const tablet = families.includes(tabletFamily);
  if (phone && tablet) return formFactors.phoneAndTablet;
  if (tablet) return formFactors.tablet;
  return phone ? formFactors.phone : formFactors.unknown;
}

/** MinimumOSVersion, null when it is not a version. */
export function iosMinOs(plist: PlistDictionary): string | null {
  const version = plistText(plist, 'MinimumOSVersion') ?? '';
  return versionPattern.test(version) ? version : null;
}

/** The first scheme of CFBundleURLTypes. */
export function iosUrlScheme(plist: PlistDictionary): string | null {
  const types = plistList(plist, 'CFBundleURLTypes').filter((type) => type instanceof Map);
  const schemes = types.flatMap((type) => plistTexts(type, 'CFBundleURLSchemes'));
  return schemes.find((scheme) => schemePattern.test(scheme)) ?? null;
}

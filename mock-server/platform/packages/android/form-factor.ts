import { type FormFactor, formFactors } from '../../../../contract/common/codes.ts';
import type { XmlElement } from './binary-xml.ts';
import type { Manifest } from './manifest.ts';

/** Features that only devices other than phones and tablets have. */
const otherDevices: ReadonlySet<string> = new Set([
  'android.software.leanback',
  'android.hardware.type.watch',
  'android.hardware.type.television',
  'android.hardware.type.automotive',
]);
/** The smallest width of a tablet in density-independent pixels; the platform's own `sw600dp`. */
const tabletWidth = 600;

/**
 * The form factor by what the manifest says about screens and devices. An app that says nothing runs on phones and
 * tablets.
 */
export function androidFormFactor(manifest: Manifest): FormFactor {
  if (requiresOtherDevice(manifest)) return formFactors.unknown;
  const screens = manifest.all('supports-screens')[0];
  if (screens === undefined) return formFactors.phoneAndTablet;
  if (isForTablets(manifest, screens)) return formFactors.tablet;
  const refuses = (size: string) => manifest.flag(screens, size) === false;
  return refuses('largeScreens') && refuses('xlargeScreens') ? formFactors.phone : formFactors.phoneAndTablet;
}

function requiresOtherDevice(manifest: Manifest): boolean {
  return manifest.all('uses-feature').some((feature) => {
    const required = manifest.flag(feature, 'required') ?? true;
    return required && otherDevices.has(manifest.text(feature, 'name') ?? '');
  });
}

function isForTablets(manifest: Manifest, screens: XmlElement): boolean {
  const refusesPhones = ['smallScreens', 'normalScreens'].every(
    (size) => manifest.flag(screens, size) === false,
  );
  return refusesPhones || (manifest.integer(screens, 'requiresSmallestWidthDp') ?? 0) >= tabletWidth;
}

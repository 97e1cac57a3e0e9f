import { type FormFactor, formFactors } from '../../../contract/common/codes.ts';
import type { Manifest } from './manifest.ts';
import type { XmlElement } from './resources/axml.ts';

/** Features that only devices other than phones and tablets have. */
const otherFeatures: ReadonlySet<string> = new Set([
  'android.software.leanback',
  'android.software.leanback_only',
  'android.hardware.type.watch',
  'android.hardware.type.television',
  'android.hardware.type.automotive',
  'android.hardware.type.embedded',
  'android.hardware.type.pc',
]);
/** Libraries that only those devices have; others refuse to install an app that requires one. */
const otherLibraries: ReadonlySet<string> = new Set([
  'com.google.android.wearable',
  'com.google.android.things',
  'android.car',
]);
/** The smallest width of a tablet in density-independent pixels; the platform's own `sw600dp`. */
const tabletWidth = 600;

/**
 * The form factor by what the manifest says about screens and devices: unknown when the app is neither for phones nor for
 * tablets. An app that says nothing runs on both.
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
  const libraries = manifest.application()?.children.filter(({ name }) => name === 'uses-library') ?? [];
  const requires = (elements: readonly XmlElement[], names: ReadonlySet<string>) =>
    elements.some(
      (element) =>
        manifest.flag(element, 'required') !== false && names.has(manifest.text(element, 'name') ?? ''),
    );
  return requires(manifest.all('uses-feature'), otherFeatures) || requires(libraries, otherLibraries);
}

function isForTablets(manifest: Manifest, screens: XmlElement): boolean {
  const refusesPhones = ['smallScreens', 'normalScreens'].every(
    (size) => manifest.flag(screens, size) === false,
  );
  return refusesPhones || (manifest.integer(screens, 'requiresSmallestWidthDp') ?? 0) >= tabletWidth;
}

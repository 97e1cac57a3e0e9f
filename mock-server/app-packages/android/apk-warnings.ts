import { formFactors } from '../../../contract/common/codes.ts';
import type { Warning } from '../../../contract/common/warnings.ts';
import type { PackageSigning } from '../package-info.ts';
import { androidFormFactor } from './form-factor.ts';
import type { InstallProblems } from './install-rules.ts';
import type { Manifest } from './manifest.ts';

/** Below these targets, Android 14 and 15 refuse to install ("Minimum installable target API level"). */
const minTargets = { android14: 23, android15: 24 };
const armAbis: ReadonlySet<string> = new Set(['armeabi', 'armeabi-v7a', 'arm64-v8a']);
const abis64: ReadonlySet<string> = new Set(['arm64-v8a', 'x86_64', 'riscv64', 'mips64']);

const warnings = {
  notSigned: {
    error: 'not_signed',
    message: 'The package is not signed. Devices install it only after it is signed.',
  },
  debugBuild: {
    error: 'debug_build',
    message:
      'This is a debug build: anybody who holds the device can read its data. Publish a release build.',
  },
  testOnly: {
    error: 'test_only',
    message:
      'The package is marked as test-only, so devices refuse to install it by tapping. Build it without that mark.',
  },
  arch32: {
    error: 'arch_32_bits',
    message: 'The native libraries are 32-bit only. Devices whose system is 64-bit only cannot run the app.',
  },
  oldTarget: {
    error: 'target_sdk_too_old',
    message: 'The app targets a system older than Android 7, so Android 15 and later refuse to install it.',
  },
  veryOldTarget: {
    error: 'target_sdk_too_old',
    message: 'The app targets a system older than Android 6, so Android 14 and later refuse to install it.',
  },
  intelOnly: {
    error: 'arch_intel_only',
    message:
      'The native libraries are for Intel processors only, so hardly any phone or tablet installs the app. Add those for ARM.',
  },
  preview: {
    error: 'preview_sdk',
    message:
      'The app was built for a preview of Android, and only devices with that preview install it. Build it for a released version.',
  },
  splitRequired: {
    error: 'split_required',
    message:
      'The package is only the base of an app in parts (split APKs): Android 10 and later refuse it, or the app ends when it is opened. Build one universal .apk.',
  },
  resourcesPacked: {
    error: 'resources_compressed',
    message:
      'The resource table (resources.arsc) is compressed or not aligned, so Android 11 and later refuse the package. Signing it here mends that.',
  },
  librariesPacked: {
    error: 'native_libraries_compressed',
    message:
      'Native libraries are compressed or not aligned although extractNativeLibs is false, so Android 6 and later refuse the package. Signing it here mends that.',
  },
  otherDevices: {
    error: 'not_for_phones',
    message:
      'The app requires a television, a watch, a car or another special device, so phones and tablets are not offered it. If it runs on them too, set form_factor_override.',
  },
} as const;

const unexported = (name: string): Warning => ({
  error: 'exported_missing',
  message: `${name} has an intent filter but not android:exported, so Android 12 and later refuse the package. Add the attribute and build it again.`,
});

/** What the uploader of this APK should know. */
export function apkWarnings(
  manifest: Manifest,
  signing: PackageSigning,
  abis: readonly string[],
  problems: InstallProblems,
): Warning[] {
  const application = manifest.application();
  const target = manifest.targetSdk();
  const isSet = (flag: string) => application !== null && manifest.flag(application, flag) === true;
  const found: (Warning | false)[] = [
    ...signatureWarnings(signing),
    isSet('debuggable') && warnings.debugBuild,
    isSet('testOnly') && warnings.testOnly,
    abis.length > 0 && !abis.some((abi) => abis64.has(abi)) && warnings.arch32,
    abis.length > 0 && !abis.some((abi) => armAbis.has(abi)) && warnings.intelOnly,
    target !== null && target < minTargets.android15 && oldTarget(target),
    manifest.minSdk() === null && warnings.preview,
    problems.splitRequired && warnings.splitRequired,
    problems.resourcesPacked && warnings.resourcesPacked,
    problems.librariesPacked && warnings.librariesPacked,
    problems.unexported !== null && unexported(problems.unexported),
    androidFormFactor(manifest) === formFactors.unknown && warnings.otherDevices,
  ];
  return found.filter((warning) => warning !== false);
}

const oldTarget = (target: number): Warning =>
  target < minTargets.android14 ? warnings.veryOldTarget : warnings.oldTarget;

/** What is wrong with the signature, if anything. */
function signatureWarnings({ signed, apk }: PackageSigning): Warning[] {
  const problems = apk?.problems ?? [];
  if (!signed && problems.length === 0) return [warnings.notSigned];
  return problems.map(({ message, entry }) => ({
    error: 'signature_broken',
    message: `${message}${entry === null ? '' : ` (${entry})`} Devices refuse the package until it is signed again.`,
  }));
}

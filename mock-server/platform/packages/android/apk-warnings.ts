import type { PackageSigning, PackageWarning } from '../package-info.ts';
import type { Manifest } from './manifest.ts';

/** Below this target, current systems refuse to install: Android 15, "Minimum installable target API level". */
const minInstallableTarget = 24;
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
} as const;

/** What the uploader of this APK should know. */
export function apkWarnings(
  manifest: Manifest,
  signing: PackageSigning,
  abis: readonly string[],
): PackageWarning[] {
  const application = manifest.application();
  const target = manifest.targetSdk();
  const isSet = (flag: string) => application !== null && manifest.flag(application, flag) === true;
  const found: (PackageWarning | false)[] = [
    ...signatureWarnings(signing),
    isSet('debuggable') && warnings.debugBuild,
    isSet('testOnly') && warnings.testOnly,
    abis.length > 0 && !abis.some((abi) => abis64.has(abi)) && warnings.arch32,
    target !== null && target < minInstallableTarget && warnings.oldTarget,
  ];
  return found.filter((warning) => warning !== false);
}

/** What is wrong with the signature, if anything. */
function signatureWarnings({ signed, apk }: PackageSigning): PackageWarning[] {
  const problems = apk?.problems ?? [];
  if (!signed && problems.length === 0) return [warnings.notSigned];
  return problems.map(({ message, entry }) => ({
    error: 'signature_broken',
    message: `${message}${entry === null ? '' : ` (${entry})`} Devices refuse the package until it is signed again.`,
  }));
}

import { formFactors } from '../../../contract/common/codes.ts';
import { type PlistDictionary, plistText, plistToJson } from '../formats/plist/plist-value.ts';
import { iconOrWarning } from '../icon-or-warning.ts';
import { PackageError } from '../package-error.ts';
import type { PackageInfo } from '../package-info.ts';
import { showableText } from '../text.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { iconNames, iosIcon } from './app-icon.ts';
import { executableOf, findAppPath, readBundle } from './bundle.ts';
import { iosFormFactor, iosMinOs, iosUrlScheme } from './info-plist.ts';
import { ipaWarnings } from './ipa-warnings.ts';
import type { MachSlice } from './mach-o/load-commands.ts';
import { readMachO } from './mach-o/mach-o.ts';
import { readProfile } from './profiles/embedded-profile.ts';
import { hasFrameworks, readSignables } from './signables.ts';
import { verifyIpa } from './signature/verify/verify-ipa.ts';

/**
 * Reads an iOS package from its archive; `now` decides whether its profile has expired. Throws PackageError when it is
 * refused.
 */
export async function readIpa(zip: GuardedZip, now: Date): Promise<PackageInfo> {
  const appPath = findAppPath(zip);
  if (appPath === null) throw new PackageError('no_manifest');
  const app = await readBundle(zip, appPath);
  const slices = await readExecutable(zip, executableOf(zip, app));
  const formFactor = iosFormFactor(app.plist);
  if (formFactor === formFactors.unknown) throw new PackageError('other_apple_device');
  const profile = await readProfile(zip, app.path);
  const ipa = await verifyIpa(zip, app.path);
  const { icon, warnings } = await iconOrWarning(
    async () => await iosIcon(zip, app),
    iconNames(app.plist).length > 0,
  );
  return {
    kind: 'ipa',
    platform: 'iOS',
    bundleId: app.bundleId,
    version: showableText(plistText(app.plist, 'CFBundleShortVersionString')),
    build: showableText(plistText(app.plist, 'CFBundleVersion')),
    label: labelOf(app.plist),
    minOs: iosMinOs(app.plist) ?? slices[0]?.minOs ?? null,
    icon,
    size: zip.fileBytes,
    formFactor,
    urlScheme: iosUrlScheme(app.plist),
    signing: {
      signed: ipa.verified,
      schemes: ipa.verified ? ['code_signature'] : [],
      certificateSha256: ipa.signer?.sha256 ?? null,
      apk: null,
      ipa,
      distribution: profile?.distribution ?? null,
      team: profile?.team ?? null,
    },
    isAdhoc: profile?.distribution === 'ad_hoc' || profile?.distribution === 'development',
    warnings: [...ipaWarnings(slices, profile, ipa, now), ...warnings],
    binaryMetadata: {
      plist: plistToJson(app.plist),
      profile: profile?.summary ?? null,
      signables_info: await readSignables(zip, app),
      has_frameworks: hasFrameworks(zip),
    },
  };
}

/** The slices of the executable. Refuses executables that no device can run. */
async function readExecutable(zip: GuardedZip, name: string): Promise<MachSlice[]> {
  const slices = await readMachO(zip, name);
  if (slices.some((slice) => slice.isEncrypted)) throw new PackageError('encrypted_binary', { entry: name });
  if (slices.every((slice) => slice.isForSimulator))
    throw new PackageError('simulator_build', { entry: name });
  if (slices.every((slice) => slice.isForOtherSystem))
    throw new PackageError('other_apple_device', { entry: name });
  return slices;
}

function labelOf(plist: PlistDictionary): string | null {
  const names = ['CFBundleDisplayName', 'CFBundleName'].map((key) => showableText(plistText(plist, key)));
  return names.find((name) => name !== null) ?? null;
}

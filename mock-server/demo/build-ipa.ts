import { buildBinary } from 'plist';
import { writeZip, type ZipSource } from '../app-packages/zip/write-zip.ts';
import { buildCgbi, type RgbaImage } from './build-cgbi.ts';
import { buildMachO } from './build-mach-o.ts';
import { buildProfile, type ProfileOptions } from './build-profile.ts';

/** An iOS package to make. */
export interface IpaOptions {
  bundleId: string;
  /** CFBundleShortVersionString and CFBundleVersion. */
  version: string;
  build: string;
  name: string;
  minOs: string;
  /** UIDeviceFamily: 1 phone, 2 tablet. */
  devices: readonly number[];
  icon: RgbaImage | null;
  /** Null leaves the package without a profile; the profile is made for the package's own bundle id. */
  profile: Omit<ProfileOptions, 'bundleId'> | null;
  urlScheme?: string;
  /** An executable to use instead of the demo's own small one. */
  executable?: Buffer;
  /** More files, with paths relative to the app's folder: frameworks, extensions. */
  files?: readonly ZipSource[];
}

/** Name of the app's folder and executable, because the name of the app may hold characters that a path should not. */
const executableName = 'Demo';
const appPath = `Payload/${executableName}.app/`;
const iconStem = 'AppIcon60x60';
const executableMode = 0o100755;

/**
 * An .ipa with a valid arm64 executable, a binary Info.plist, a profile and an icon in Apple's form. No Apple certificate
 * has signed it, so no device installs it before it is signed.
 */
export function buildIpa(options: IpaOptions): Buffer {
  const { icon, profile, executable, files = [] } = options;
  const named = files.map((file) => ({ ...file, name: appPath + file.name }));
  const sources: ZipSource[] = [
    { name: `${appPath}Info.plist`, data: Buffer.from(buildBinary(buildInfoPlist(options))) },
    { name: `${appPath}PkgInfo`, data: Buffer.from('APPL????') },
    {
      name: appPath + executableName,
      data: executable ?? buildMachO({ minOs: options.minOs }),
      unixMode: executableMode,
    },
    ...named,
  ];
  if (icon !== null)
    sources.push({ name: `${appPath}${iconStem}@2x.png`, data: buildCgbi(icon), stored: true });
  if (profile !== null) {
    const data = buildProfile({ ...profile, bundleId: options.bundleId });
    sources.push({ name: `${appPath}embedded.mobileprovision`, data });
  }
  return writeZip(sources);
}

function buildInfoPlist({ bundleId, version, build, name, minOs, devices, urlScheme, icon }: IpaOptions) {
  const urlTypes = [{ CFBundleURLName: bundleId, CFBundleURLSchemes: [urlScheme ?? ''] }];
  return {
    CFBundleDevelopmentRegion: 'en',
    CFBundleDisplayName: name,
    CFBundleExecutable: executableName,
    CFBundleIdentifier: bundleId,
    CFBundleInfoDictionaryVersion: '6.0',
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: version,
    CFBundleSupportedPlatforms: ['iPhoneOS'],
    CFBundleVersion: build,
    LSRequiresIPhoneOS: true,
    MinimumOSVersion: minOs,
    UIDeviceFamily: [...devices],
    ...(icon === null ? {} : { CFBundleIcons: { CFBundlePrimaryIcon: { CFBundleIconFiles: [iconStem] } } }),
    ...(urlScheme === undefined ? {} : { CFBundleURLTypes: urlTypes }),
  };
}

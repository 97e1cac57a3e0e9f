import type { Warning } from '../../../contract/common/warnings.ts';
import type { MachSlice } from './mach-o/load-commands.ts';
import type { Profile } from './profiles/embedded-profile.ts';
import type { CodeProblem, IpaSignature } from './signature/signature-info.ts';

const warnings = {
  notSigned: {
    error: 'not_signed',
    message: 'The app is not signed. Devices install it only after it is signed.',
  },
  noProfile: {
    error: 'no_profile',
    message: 'The app has no provisioning profile, so devices do not install it. Sign it with one.',
  },
  profileExpired: {
    error: 'profile_expired',
    message: 'The provisioning profile of the app has expired. Sign the app again with a current one.',
  },
  storeProfile: {
    error: 'store_profile',
    message:
      'The provisioning profile is for the App Store only. Sign the app for ad hoc or enterprise distribution.',
  },
  debugBuild: {
    error: 'debug_build',
    message: 'The app is signed for development only. Sign it for ad hoc or enterprise distribution.',
  },
  arch32: {
    error: 'arch_32_bits',
    message: 'The app is 32-bit only. Devices with iOS 11 or later cannot run it.',
  },
} as const;

const brokenSignature = ({ message, entry }: CodeProblem): Warning => ({
  error: 'signature_broken',
  message: `${message}${entry === null ? '' : ` (${entry})`} Devices refuse the app until it is signed again.`,
});

/** What the uploader of this iOS app should know. */
export function ipaWarnings(
  slices: readonly MachSlice[],
  profile: Profile | null,
  { verified, problems }: IpaSignature,
  now: Date,
): Warning[] {
  const found: (Warning | false)[] = [
    ...problems.map(brokenSignature),
    !verified && problems.length === 0 && warnings.notSigned,
    profile === null && warnings.noProfile,
    profile?.expires != null && profile.expires <= now && warnings.profileExpired,
    profile?.distribution === 'store' && warnings.storeProfile,
    profile?.distribution === 'development' && warnings.debugBuild,
    !slices.some((slice) => slice.is64Bit) && warnings.arch32,
  ];
  return found.filter((warning) => warning !== false);
}

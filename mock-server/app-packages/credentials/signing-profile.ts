import {
  allowsCertificate,
  type ProvisioningProfile,
  readProvisioningProfile,
} from '../ios/profiles/provisioning-profile.ts';
import { PackageError } from '../package-error.ts';
import type { ProfileFacts } from './signing-material.ts';

/**
 * Reads a provisioning profile and checks that it can be used for signing: its signature, dates and kind, and that it
 * allows this certificate (DER). Errors: PackageError with a sentence for each.
 */
export function openProfile(bytes: Buffer, certificate: Buffer, now: Date): ProvisioningProfile {
  const profile = readProvisioningProfile(bytes);
  if (profile.distribution === 'development') throw new PackageError('profile_development');
  if (profile.distribution === 'store') throw new PackageError('profile_store');
  if (profile.expires <= now) throw new PackageError('profile_expired');
  if (!allowsCertificate(profile, certificate)) throw new PackageError('profile_other_certificate');
  return profile;
}

export const profileFacts = (profile: ProvisioningProfile): ProfileFacts => ({
  name: profile.name,
  team: profile.team,
  applicationId: `${profile.prefix}.${profile.bundleId}`,
  distribution: profile.distribution,
  expires: profile.expires.toISOString(),
  devices: profile.devices.length,
});

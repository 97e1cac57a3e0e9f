import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import type { SigningKey } from '../android/signature/signing-key.ts';
import type { ProvisioningProfile } from '../ios/profiles/provisioning-profile.ts';
import { PackageError } from '../package-error.ts';
import { truncate } from '../text.ts';
import { openIdentity } from './identity.ts';
import type { CredentialsFacts, SigningMaterial } from './signing-material.ts';
import { openProfile, profileFacts } from './signing-profile.ts';

/** Opened signing credentials, which contain a private key. They must not leave the process that opened them. */
export interface OpenCredentials {
  signing: SigningKey;
  profiles: readonly ProvisioningProfile[];
  facts: CredentialsFacts;
}

const maxProfiles = { profileBytes: 400 * 1024, text: 500 };

/**
 * Opens signing credentials and checks that they can be used for signing now. Errors: PackageError with a sentence for
 * each thing that is wrong with the file, its password, the certificate or a profile.
 */
export function openCredentials(
  material: SigningMaterial,
  platform: 'ios' | 'android',
  now = new Date(),
): OpenCredentials {
  const { key, leaf, others, isProtected } = openIdentity(
    Buffer.from(material.p12, 'base64'),
    material.password,
    now,
  );
  const profiles = profilesOf(material, platform).map((bytes) => openProfile(bytes, leaf.raw, now));
  return {
    signing: { key, certificates: [leaf.raw, ...others.map(({ raw }) => raw)] },
    profiles,
    facts: {
      identity: identityOf(leaf),
      sha256: createHash('sha256').update(leaf.raw).digest('hex'),
      expires: leaf.validToDate.toISOString(),
      key: describe(key),
      isProtected,
      profiles: profiles.map(profileFacts),
    },
  };
}

function profilesOf({ profiles }: SigningMaterial, platform: 'ios' | 'android'): Buffer[] {
  if (platform === 'android' && profiles.length > 0) throw new PackageError('profile_not_wanted');
  if (platform === 'ios' && profiles.length === 0) throw new PackageError('profile_missing');
  const bytes = profiles.map((text) => Buffer.from(text, 'base64'));
  const total = bytes.reduce((sum, { length }) => sum + length, 0);
  if (total > maxProfiles.profileBytes) throw new PackageError('profile_too_large');
  return bytes;
}

/** The common name of the certificate's subject, otherwise the whole name. */
function identityOf({ subject, fingerprint256 }: X509Certificate): string {
  const lines = subject.split('\n');
  const commonName = lines.find((line) => line.startsWith('CN='))?.slice(3);
  return truncate(commonName ?? (lines.join(', ') || fingerprint256), maxProfiles.text);
}

const describe = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string =>
  asymmetricKeyType === 'rsa'
    ? `RSA ${asymmetricKeyDetails?.modulusLength ?? ''}`.trim()
    : `EC ${asymmetricKeyDetails?.namedCurve ?? ''}`.trim();

import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { kindOf, type SigningKey } from '../android/signature/signing-key.ts';
import type { ProvisioningProfile } from '../ios/provisioning-profile.ts';
import { PackageError } from '../package-error.ts';
import { type Pkcs12, readPkcs12 } from './pkcs12.ts';
import type { CredentialsFacts, SigningMaterial } from './signing-material.ts';
import { openProfile, profileFacts } from './signing-profile.ts';

/** Signing credentials, opened: a private key. They must not leave the process that opened them. */
export interface OpenCredentials {
  signing: SigningKey;
  profiles: readonly ProvisioningProfile[];
  facts: CredentialsFacts;
}

const most = { profileBytes: 400 * 1024, text: 500 };

/**
 * Opens signing credentials and checks that something can be signed with them now. Errors: PackageError with a sentence for
 * each thing that is wrong with the file, its password, the certificate or a profile.
 */
export function openCredentials(
  material: SigningMaterial,
  platform: 'ios' | 'android',
  now = new Date(),
): OpenCredentials {
  const p12 = readPkcs12(Buffer.from(material.p12, 'base64'), material.password);
  const key = keyOf(p12);
  const chain = chainOf(p12, key);
  const [leaf, ...others] = chain;
  if (leaf === undefined) throw new PackageError('credentials_no_certificate');
  if (leaf.validToDate <= now) throw new PackageError('certificate_expired');
  if (leaf.validFromDate > now) throw new PackageError('certificate_not_yet_valid');
  const profiles = profilesOf(material, platform).map((bytes) => openProfile(bytes, leaf.raw, now));
  return {
    signing: { key, certificates: [leaf.raw, ...others.map(({ raw }) => raw)] },
    profiles,
    facts: {
      identity: identityOf(leaf),
      sha256: createHash('sha256').update(leaf.raw).digest('hex'),
      expires: leaf.validToDate.toISOString(),
      key: describe(key),
      isProtected: p12.isProtected,
      profiles: profiles.map(profileFacts),
    },
  };
}

function keyOf({ keys }: Pkcs12): KeyObject {
  const [first, second] = keys;
  if (first === undefined) throw new PackageError('credentials_no_key');
  if (second !== undefined) throw new PackageError('credentials_several_keys');
  const key = read(() => createPrivateKey({ key: first, format: 'der', type: 'pkcs8' }));
  // Refuses keys that devices do not know.
  kindOf(key);
  return key;
}

/** The certificate of the key, then those that vouch for it, each for the one before. */
function chainOf({ certificates }: Pkcs12, key: KeyObject): X509Certificate[] {
  const left = certificates.map((bytes) => read(() => new X509Certificate(bytes)));
  const chain: X509Certificate[] = [];
  for (;;) {
    const last = chain.at(-1);
    const at = left.findIndex((one) =>
      last === undefined ? one.checkPrivateKey(key) : last.checkIssued(one),
    );
    const [found] = at === -1 ? [] : left.splice(at, 1);
    if (found === undefined) return chain;
    chain.push(found);
  }
}

function read<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new PackageError('credentials_not_pkcs12', { cause });
  }
}

function profilesOf({ profiles }: SigningMaterial, platform: 'ios' | 'android'): Buffer[] {
  if (platform === 'android' && profiles.length > 0) throw new PackageError('profile_not_wanted');
  if (platform === 'ios' && profiles.length === 0) throw new PackageError('profile_missing');
  const bytes = profiles.map((text) => Buffer.from(text, 'base64'));
  const total = bytes.reduce((sum, { length }) => sum + length, 0);
  if (total > most.profileBytes) throw new PackageError('profile_too_large');
  return bytes;
}

/** The common name, else the whole name, of who the certificate is for. */
function identityOf({ subject, fingerprint256 }: X509Certificate): string {
  const lines = subject.split('\n');
  const commonName = lines.find((line) => line.startsWith('CN='))?.slice(3);
  return (commonName ?? (lines.join(', ') || fingerprint256)).slice(0, most.text);
}

const describe = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string =>
  asymmetricKeyType === 'rsa'
    ? `RSA ${asymmetricKeyDetails?.modulusLength ?? ''}`.trim()
    : `EC ${asymmetricKeyDetails?.namedCurve ?? ''}`.trim();

import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { kindOf } from '../../android/signature/signing-key.ts';
import { PackageError } from '../../package-error.ts';
import {
  allowsCertificate,
  isForBundle,
  type ProvisioningProfile,
} from '../profiles/provisioning-profile.ts';

/** The key, certificates and profiles for signing an iOS app. */
export interface SigningIdentity {
  privateKey: KeyObject;
  /** In DER: the certificate of the key first, then those of its issuers. */
  certificates: readonly Buffer[];
  profiles: readonly ProvisioningProfile[];
}

/** Errors: PackageError `signing_key_unsupported`, `signing_key_mismatch`. */
export function checkIdentity({ privateKey, certificates }: SigningIdentity): void {
  const [certificate] = certificates;
  kindOf(privateKey);
  const fits =
    certificate !== undefined &&
    new X509Certificate(certificate).publicKey.equals(createPublicKey(privateKey));
  if (!fits) throw new PackageError('signing_key_mismatch');
}

/**
 * The profile for a bundle: of those that are for its identifier and this certificate and have not expired, the most
 * specific, and among these the one that lasts longest. Errors: PackageError that says what is missing, with the
 * bundle's identifier.
 */
export function profileFor(identity: SigningIdentity, bundleId: string, now: Date): ProvisioningProfile {
  const refuse = (
    code: 'no_profile_for_bundle' | 'expired_profile' | 'profile_of_other_certificate',
  ): never => {
    throw new PackageError(code, { entry: bundleId });
  };
  const certificate = identity.certificates[0] ?? Buffer.alloc(0);
  const fitting = identity.profiles.filter((profile) => isForBundle(profile, bundleId));
  if (fitting.length === 0) refuse('no_profile_for_bundle');
  const current = fitting.filter(({ expires }) => expires > now);
  if (current.length === 0) refuse('expired_profile');
  const [best] = current
    .filter((profile) => allowsCertificate(profile, certificate))
    .sort((a, b) => specific(b) - specific(a) || b.expires.getTime() - a.expires.getTime());
  return best ?? refuse('profile_of_other_certificate');
}

/** An identifier without a wildcard is more specific than any with one. */
const specific = ({ bundleId }: ProvisioningProfile): number =>
  bundleId.endsWith('*') ? bundleId.length : bundleId.length + 1000;

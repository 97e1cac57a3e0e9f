import { kindOf, type SigningKey } from '../android/signature/signing-key.ts';
import { signedMessage } from '../formats/write-cms.ts';

/** A configuration profile inside a signed message. Error: PackageError for a key of another kind. */
export function signProfile(profile: Buffer, signing: SigningKey, moment: Date): Buffer {
  kindOf(signing.key);
  return signedMessage(signing, { content: profile, isCarried: true }, moment);
}

import { readFile, stat } from 'node:fs/promises';
import { kindOf, type SigningKey } from '../../android/signature/signing-key.ts';
import { Budget } from '../../budget.ts';
import { readSignedData } from '../../formats/asn1/cms.ts';
import { signedMessage } from '../../formats/asn1/write-cms.ts';
import { parsePlist } from '../../formats/plist/plist.ts';
import { plistText } from '../../formats/plist/plist-value.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError } from '../../package-error.ts';
import type { ConfigurationProfile } from '../../package-info.ts';
import { showableText } from '../../text.ts';

const code = 'malformed_configuration';
/** The tag of a DER sequence, with which every CMS message begins. */
const derSequence = 0x30;

/** Reads a configuration profile: a property list, unsigned or inside a CMS message. Error: PackageError. */
export async function readConfigurationProfile(path: string): Promise<ConfigurationProfile> {
  if ((await stat(path)).size > documentBytes.profile) throw new PackageError(code);
  const bytes = await readFile(path);
  const signed = bytes[0] === derSequence;
  const budget = new Budget();
  const content = signed ? readSignedData(bytes, code, budget).content : bytes;
  const plist = content === null ? null : parsePlist(content, code, budget);
  const identifier = plist && showableText(plistText(plist, 'PayloadIdentifier'));
  if (plist === null || identifier === null || plistText(plist, 'PayloadType') !== 'Configuration') {
    throw new PackageError(code);
  }
  const name = showableText(plistText(plist, 'PayloadDisplayName'));
  return { identifier, name, signed };
}

/** A configuration profile inside a signed message. Error: PackageError for a key of another kind. */
export function signProfile(profile: Buffer, signing: SigningKey, moment: Date): Buffer {
  kindOf(signing.key);
  return signedMessage(signing, { content: profile, isCarried: true }, moment);
}

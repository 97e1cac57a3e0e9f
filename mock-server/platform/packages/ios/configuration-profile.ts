import { readFile, stat } from 'node:fs/promises';
import { readSignedData } from '../formats/cms.ts';
import { parsePlist } from '../formats/plist.ts';
import { type PlistDictionary, plistList, plistText } from '../formats/plist-value.ts';
import { documentBytes } from '../limits.ts';
import { PackageError } from '../package-error.ts';
import type { Json } from '../package-info.ts';
import { showableText } from '../text.ts';

/** An iOS configuration profile (.mobileconfig), as far as it may be shown. */
export interface ConfigurationProfile {
  /** `PayloadIdentifier`. */
  identifier: string;
  name: string | null;
  /** A signature is there; it is not verified. */
  signed: boolean;
  /** For `binary_metadata`: what it sets up, never with which values, since those hold passwords. */
  summary: { [key: string]: Json };
}

const code = 'malformed_configuration';
/** The tag of a DER sequence, with which every CMS message begins. */
const derSequence = 0x30;

/** Reads a configuration profile: a property list, bare or inside a CMS message. Error: PackageError. */
export async function readConfigurationProfile(path: string): Promise<ConfigurationProfile> {
  if ((await stat(path)).size > documentBytes.profile) throw new PackageError(code);
  const bytes = await readFile(path);
  const signed = bytes[0] === derSequence;
  const content = signed ? readSignedData(bytes, code).content : bytes;
  const plist = content === null ? null : parsePlist(content, code);
  const identifier = plist && showableText(plistText(plist, 'PayloadIdentifier'));
  if (plist === null || identifier === null || plistText(plist, 'PayloadType') !== 'Configuration') {
    throw new PackageError(code);
  }
  const name = showableText(plistText(plist, 'PayloadDisplayName'));
  return { identifier, name, signed, summary: summaryOf(plist) };
}

const summaryOf = (plist: PlistDictionary): ConfigurationProfile['summary'] => ({
  organization: showableText(plistText(plist, 'PayloadOrganization')),
  description: showableText(plistText(plist, 'PayloadDescription')),
  removal_disallowed: plist.get('PayloadRemovalDisallowed') === true,
  payload_types: plistList(plist, 'PayloadContent').flatMap((payload) =>
    payload instanceof Map ? (showableText(plistText(payload, 'PayloadType')) ?? []) : [],
  ),
});

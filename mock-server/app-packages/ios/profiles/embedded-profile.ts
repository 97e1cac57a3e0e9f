import { Budget } from '../../budget.ts';
import { readSignedData } from '../../formats/asn1/cms.ts';
import { parsePlist } from '../../formats/plist/plist.ts';
import {
  type PlistDictionary,
  plistDictionary,
  plistList,
  plistText,
  plistToJson,
} from '../../formats/plist/plist-value.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError } from '../../package-error.ts';
import type { Json, PackageSigning } from '../../package-info.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';

/** A provisioning profile: what it allows, for which app, on which devices, until when. */
export interface Profile {
  name: string | null;
  /** The identifier of the team to which Apple issued it. */
  team: string | null;
  distribution: Exclude<PackageSigning['distribution'], null>;
  expires: Date | null;
  /** As `binary_metadata.profile` shows it. */
  summary: { [key: string]: Json };
}

/** The profile of a bundle in an archive, null when it has none. Its signature is not verified. */
export async function readProfile(zip: GuardedZip, bundlePath: string): Promise<Profile | null> {
  const bytes = await zip.read(`${bundlePath}embedded.mobileprovision`, documentBytes.profile);
  return bytes === null ? null : parseProfile(bytes, zip.budget);
}

/** Reads a profile: a CMS message around a property list. */
export function parseProfile(bytes: Buffer, budget = new Budget()): Profile {
  const { content } = readSignedData(bytes, 'malformed_profile', budget);
  if (content === null) throw new PackageError('malformed_profile');
  const plist = parsePlist(content, 'malformed_profile', budget);
  const expires = dateOf(plist, 'ExpirationDate');
  const distribution = distributionOf(plist);
  return {
    name: plistText(plist, 'Name'),
    team: teamOf(plist),
    distribution,
    expires,
    summary: summaryOf(plist, distribution),
  };
}

function teamOf(plist: PlistDictionary): string | null {
  const team = plistList(plist, 'TeamIdentifier')[0];
  return typeof team === 'string' ? team : null;
}

/** Which people the profile lets install the app. */
export function distributionOf(plist: PlistDictionary): Profile['distribution'] {
  if (plist.get('ProvisionsAllDevices') === true) return 'enterprise';
  if (!plist.has('ProvisionedDevices')) return 'store';
  const debuggable = plistDictionary(plist, 'Entitlements').get('get-task-allow') === true;
  return debuggable ? 'development' : 'ad_hoc';
}

/**
 * The profile's content, with its devices only counted: their identifiers are personal, and everybody who sees the app
 * would see them.
 */
function summaryOf(plist: PlistDictionary, distribution: Profile['distribution']): Profile['summary'] {
  return {
    name: plistText(plist, 'Name'),
    uuid: plistText(plist, 'UUID'),
    app_id_name: plistText(plist, 'AppIDName'),
    team_name: plistText(plist, 'TeamName'),
    team_identifiers: plistToJson(plistList(plist, 'TeamIdentifier')),
    distribution,
    created: dateOf(plist, 'CreationDate')?.toISOString() ?? null,
    expires: dateOf(plist, 'ExpirationDate')?.toISOString() ?? null,
    provisioned_device_count: plistList(plist, 'ProvisionedDevices').length,
    entitlements: plistToJson(plistDictionary(plist, 'Entitlements')),
  };
}

function dateOf(plist: PlistDictionary, key: string): Date | null {
  const value = plist.get(key);
  return value instanceof Date ? value : null;
}

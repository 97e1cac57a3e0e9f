import { Budget } from '../../budget.ts';
import { readSignedData } from '../../formats/asn1/cms.ts';
import { verifyCms } from '../../formats/asn1/verify-cms.ts';
import { parsePlist } from '../../formats/plist/plist.ts';
import {
  type PlistDictionary,
  plistDictionary,
  plistList,
  plistText,
  plistTexts,
} from '../../formats/plist/plist-value.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError } from '../../package-error.ts';
import { showableText } from '../../text.ts';
import { distributionOf, type Profile } from './embedded-profile.ts';

/**
 * A provisioning profile for signing: which apps, signed by whose certificates, may do what, on which devices, until
 * when.
 */
export interface ProvisioningProfile {
  /** The file itself, as it is put into the bundle. */
  bytes: Buffer;
  name: string;
  uuid: string;
  /** The identifier of the team to which Apple issued it. */
  team: string;
  teamName: string | null;
  /** What precedes the bundle identifier in `application-identifier`; usually, but not always, the team. */
  prefix: string;
  /** The bundle identifier that it is for; `*`, or one that ends with `.*`, is for several. */
  bundleId: string;
  distribution: Profile['distribution'];
  created: Date | null;
  expires: Date;
  /** The identifiers of the devices that it is for; empty when it is for all. */
  devices: string[];
  entitlements: PlistDictionary;
  /** In DER; one of them has to sign. */
  certificates: Buffer[];
}

const code = 'unreadable_profile';
const teamIdentifier = /^[A-Za-z0-9]{1,20}$/;
const applicationIdentifier = /^([A-Za-z0-9]{1,20})\.(\*|[A-Za-z0-9.-]{1,155}\*?)$/;

/**
 * Reads a provisioning profile for signing, and verifies its signature. Whether Apple issued it is left to devices.
 * Errors: PackageError `unreadable_profile`, `broken_profile`.
 */
export function readProvisioningProfile(bytes: Buffer, budget = new Budget()): ProvisioningProfile {
  if (bytes.length > documentBytes.profile) throw new PackageError(code);
  const { content } = readSignedData(bytes, code, budget);
  if (content === null) throw new PackageError(code);
  const plist = parsePlist(content, code, budget);
  if (verifyCms(bytes, null, code, budget) === null) throw new PackageError('broken_profile');
  const entitlements = plistDictionary(plist, 'Entitlements');
  const [, prefix, bundleId] =
    applicationIdentifier.exec(textOf(entitlements, 'application-identifier')) ?? [];
  const team = plistTexts(plist, 'TeamIdentifier').find((text) => teamIdentifier.test(text));
  const expires = plist.get('ExpirationDate');
  const created = plist.get('CreationDate');
  if (prefix === undefined || bundleId === undefined || team === undefined || !(expires instanceof Date)) {
    throw new PackageError(code);
  }
  return {
    bytes,
    name: showableText(textOf(plist, 'Name')) ?? textOf(plist, 'UUID'),
    uuid: textOf(plist, 'UUID'),
    team,
    teamName: plistText(plist, 'TeamName'),
    prefix,
    bundleId,
    distribution: distributionOf(plist),
    created: created instanceof Date ? created : null,
    expires,
    devices: plistTexts(plist, 'ProvisionedDevices'),
    entitlements,
    certificates: plistList(plist, 'DeveloperCertificates').filter((value) => Buffer.isBuffer(value)),
  };
}

function textOf(dictionary: PlistDictionary, key: string): string {
  const text = plistText(dictionary, key);
  if (text === null) throw new PackageError(code);
  return text;
}

/** Whether a profile is for bundles of this identifier. */
export const isForBundle = (profile: ProvisioningProfile, bundleId: string): boolean =>
  profile.bundleId.endsWith('*')
    ? bundleId.startsWith(profile.bundleId.slice(0, -1))
    : profile.bundleId === bundleId;

/** Whether a profile allows signing with this certificate (DER). */
export const allowsCertificate = (profile: ProvisioningProfile, certificate: Buffer): boolean =>
  profile.certificates.some((allowed) => allowed.equals(certificate));

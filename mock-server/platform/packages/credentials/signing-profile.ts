import { Budget } from '../budget.ts';
import { readSignedData } from '../formats/cms.ts';
import { parsePlist } from '../formats/plist.ts';
import { plistDictionary, plistList } from '../formats/plist-value.ts';
import { cmsVerifies } from '../formats/verify-cms.ts';
import { parseProfile } from '../ios/profile.ts';
import { PackageError } from '../package-error.ts';
import type { ProfileFacts } from './signing-material.ts';

const code = 'malformed_profile';

/**
 * Checks that a provisioning profile can be signed with: its signature, dates, kind, and that it allows this certificate
 * (DER). Errors: PackageError with a sentence for each.
 */
export function checkProfile(bytes: Buffer, certificate: Buffer, now: Date): ProfileFacts {
  const budget = new Budget();
  if (!cmsVerifies(bytes, code, budget)) throw new PackageError('profile_broken_signature');
  const { name, team, distribution, expires, summary } = parseProfile(bytes, budget);
  if (distribution === 'development') throw new PackageError('profile_development');
  if (distribution === 'store') throw new PackageError('profile_store');
  if (expires === null) throw new PackageError(code);
  if (expires <= now) throw new PackageError('profile_expired');
  const plist = parsePlist(readSignedData(bytes, code, budget).content ?? Buffer.alloc(0), code, budget);
  const allowed = plistList(plist, 'DeveloperCertificates');
  if (!allowed.some((one) => Buffer.isBuffer(one) && one.equals(certificate))) {
    throw new PackageError('profile_other_certificate');
  }
  const applicationId = plistDictionary(plist, 'Entitlements').get('application-identifier');
  if (typeof applicationId !== 'string') throw new PackageError('profile_without_application');
  const devices = Number(summary['provisioned_device_count']);
  return { name, team, applicationId, distribution, expires: expires.toISOString(), devices };
}

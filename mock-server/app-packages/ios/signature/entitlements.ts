import type { PlistDictionary, PlistValue } from '../../formats/plist/plist-value.ts';
import type { ProvisioningProfile } from '../profiles/provisioning-profile.ts';

/** Entitlements that follow from the bundle and the profile, whatever the app requests. */
const applicationId = 'application-identifier';
const keychainGroups = 'keychain-access-groups';
const fromProfile = ['com.apple.developer.team-identifier', 'get-task-allow', 'beta-reports-active'];

export interface GrantedEntitlements {
  entitlements: PlistDictionary;
  /** Entitlements that the app requests and the profile does not grant. */
  dropped: string[];
}

/**
 * The entitlements for signing a bundle: those that the app's earlier signature requests, as far as the profile includes
 * them; if the app was unsigned, all that the profile names without a wildcard. Identifier and team are added.
 */
export function grantedEntitlements(
  requested: PlistDictionary | null,
  profile: ProvisioningProfile,
  bundleId: string,
): GrantedEntitlements {
  const identifier = `${profile.prefix}.${bundleId}`;
  const granted: PlistDictionary = new Map([[applicationId, identifier]]);
  for (const key of fromProfile) copy(profile.entitlements, granted, key);
  const dropped: string[] = [];
  const wanted = requested === null ? concrete(profile.entitlements, identifier) : moved(requested, profile);
  for (const [key, value] of wanted) {
    if (granted.has(key) || fromProfile.includes(key)) continue;
    const given = grant(value, profile.entitlements.get(key));
    if (given === undefined) dropped.push(key);
    else granted.set(key, given);
  }
  return { entitlements: granted, dropped };
}

function copy(from: PlistDictionary, to: PlistDictionary, key: string): void {
  const value = from.get(key);
  if (value !== undefined && isEncodable(value)) to.set(key, value);
}

/** The entitlements that a profile itself names; of keychain groups, of which it names none, the app's own. */
function concrete(entitlements: PlistDictionary, identifier: string): PlistDictionary {
  const named: PlistDictionary = new Map(
    [...entitlements].filter(([key, value]) => key !== keychainGroups && !hasWildcard(value)),
  );
  return entitlements.has(keychainGroups) ? named.set(keychainGroups, [identifier]) : named;
}

const hasWildcard = (value: PlistValue): boolean =>
  Array.isArray(value) ? value.some(hasWildcard) : typeof value === 'string' && value.endsWith('*');

/** The requests of another team's app, with this team's prefix in place of the other's. */
function moved(requested: PlistDictionary, { prefix }: ProvisioningProfile): PlistDictionary {
  const before = requested.get(applicationId);
  const old = typeof before === 'string' ? `${before.split('.')[0] ?? ''}.` : '';
  const move = (value: PlistValue): PlistValue => {
    if (Array.isArray(value)) return value.map(move);
    const isOld = typeof value === 'string' && old.length > 1 && value.startsWith(old);
    return isOld ? `${prefix}.${value.slice(old.length)}` : value;
  };
  return new Map([...requested].map(([key, value]) => [key, move(value)]));
}

/** The part of a request that the profile's value allows; undefined when that is nothing. */
function grant(requested: PlistValue, allowed: PlistValue | undefined): PlistValue | undefined {
  if (requested === false) return false;
  if (allowed === undefined || !isEncodable(requested)) return undefined;
  if (Array.isArray(requested)) {
    const granted = requested.filter((one) => allows(allowed, one));
    return granted.length > 0 || requested.length === 0 ? granted : undefined;
  }
  return allows(allowed, requested) ? requested : undefined;
}

function allows(allowed: PlistValue, requested: PlistValue): boolean {
  if (Array.isArray(allowed)) return allowed.some((one) => allows(one, requested));
  if (typeof allowed !== 'string' || typeof requested !== 'string') return same(allowed, requested);
  return allowed.endsWith('*') ? requested.startsWith(allowed.slice(0, -1)) : requested === allowed;
}

function same(a: PlistValue, b: PlistValue): boolean {
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return a.equals(b);
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([key, value]) => same(value, b.get(key) ?? null));
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, index) => same(value, b[index] ?? null));
  }
  return a === b;
}

/** Whether a value can be encoded in DER: no dates, no fractions. */
function isEncodable(value: PlistValue): boolean {
  if (value instanceof Map) return [...value.values()].every(isEncodable);
  if (Array.isArray(value)) return value.every(isEncodable);
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return value !== null && !(value instanceof Date);
}

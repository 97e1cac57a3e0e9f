import { type PlistDictionary, plistDictionary } from '../../formats/plist/plist-value.ts';
import { placeOfFile } from '../../inspection/bundled-versions.ts';
import type { Findings } from '../../inspection/findings.ts';
import { usageKeys } from './usage-keys.ts';

/** Notes the findings in Info.plist: what the app explains to the person, and where it may leave out encryption. */
export function inspectPlist(findings: Findings, plist: PlistDictionary, file: string): void {
  const place = placeOfFile(file);
  for (const [key, text] of plist) {
    if (!key.endsWith('UsageDescription') || typeof text !== 'string') continue;
    findings.add('Usage Descriptions', key, { key, text, place });
    const { group, means } = usageKeys.get(key) ?? {
      group: 'other' as const,
      means: 'A right of the system',
    };
    findings.add('Permissions', key, { name: key, group, means, asked: true, place });
  }
  recordTransportSecurity(findings, plistDictionary(plist, 'NSAppTransportSecurity'), file);
}

const open = [
  ['NSAllowsArbitraryLoads', 'The app may send and receive without encryption.'],
  ['NSAllowsArbitraryLoadsInWebContent', 'Pages shown in the app may be sent without encryption.'],
  ['NSAllowsArbitraryLoadsForMedia', 'Sound and video may be sent without encryption.'],
  ['NSAllowsLocalNetworking', 'The app may talk to the local network without encryption.'],
] as const;
const openForDomain = [
  ['NSExceptionAllowsInsecureHTTPLoads', 'The app may talk to this domain without encryption.'],
  ['NSTemporaryExceptionAllowsInsecureHTTPLoads', 'The app may talk to this domain without encryption.'],
  ['NSThirdPartyExceptionAllowsInsecureHTTPLoads', 'The app may talk to this domain without encryption.'],
] as const;
const oldTls = /^TLSv1\.[01]$/;

/** "NSAppTransportSecurity" of Apple's documentation. */
function recordTransportSecurity(findings: Findings, security: PlistDictionary, file: string): void {
  const place = placeOfFile(file);
  const note = (key: string, domain: string | null, means: string) =>
    findings.add('Settings', `${key} ${domain}`, { setting: 'ats_exception', domain, means, place });
  for (const [key, means] of open) if (security.get(key) === true) note(key, null, means);
  for (const [domain, exception] of plistDictionary(security, 'NSExceptionDomains')) {
    if (!(exception instanceof Map)) continue;
    for (const [key, means] of openForDomain) if (exception.get(key) === true) note(key, domain, means);
    const version = exception.get('NSExceptionMinimumTLSVersion');
    if (typeof version === 'string' && oldTls.test(version)) {
      note(
        'NSExceptionMinimumTLSVersion',
        domain,
        `The app accepts ${version} of this domain, which is no longer safe.`,
      );
    }
  }
}

import { placeOfFile } from '../../inspection/bundled-versions.ts';
import type { Findings } from '../../inspection/findings.ts';
import { documentBytes } from '../../limits.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import type { Manifest } from '../manifest.ts';
import { readBinaryXml, type XmlElement } from '../resources/axml.ts';

const encryptedByDefault = 28;

/** Notes what a network security configuration allows ("Network security configuration" of Android's documentation). */
export async function inspectNetworkSecurity(
  findings: Findings,
  zip: GuardedZip,
  file: string,
  manifest: Manifest,
): Promise<void> {
  const bytes = await zip.read(file, documentBytes.manifest);
  if (bytes === null) return;
  const root = readBinaryXml(bytes, zip.budget);
  const place = placeOfFile(file);
  const isOpen = (element: XmlElement, otherwise: boolean) =>
    manifest.plainFlag(element, 'cleartextTrafficPermitted') ?? otherwise;
  const base = root.children.find(({ name }) => name === 'base-config');
  const byDefault = (manifest.targetSdk() ?? encryptedByDefault) < encryptedByDefault;
  if (base === undefined ? byDefault : isOpen(base, byDefault)) {
    const means = 'The app may send and receive without encryption.';
    findings.add('Settings', 'cleartext_traffic', {
      setting: 'cleartext_traffic',
      domain: null,
      means,
      place,
    });
  }
  for (const config of root.children.filter(({ name }) => name === 'domain-config')) {
    if (!isOpen(config, false)) continue;
    for (const domain of config.children.filter(({ name }) => name === 'domain')) {
      const means = 'The app may talk to this domain without encryption.';
      const name = domain.text.trim();
      const setting = 'cleartext_traffic' as const;
      findings.add('Settings', `${setting} ${name}`, { setting, domain: name, means, place });
    }
  }
  if (base !== undefined && trustsUserCertificates(base, manifest)) {
    const means = 'The app trusts certificates that a person or an administrator installed.';
    findings.add('Settings', 'user_certificates', {
      setting: 'user_certificates',
      domain: null,
      means,
      place,
    });
  }
}

const trustsUserCertificates = (config: XmlElement, manifest: Manifest): boolean =>
  config.children
    .filter(({ name }) => name === 'trust-anchors')
    .flatMap(({ children }) => children)
    .some((certificates) => manifest.plainText(certificates, 'src') === 'user');

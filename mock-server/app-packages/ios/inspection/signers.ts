import { X509Certificate } from 'node:crypto';
import { describeCertificate } from '../../android/signature/certificate.ts';
import { readSignedData } from '../../formats/asn1/cms.ts';
import { parsePlist } from '../../formats/plist/plist.ts';
import { plistList } from '../../formats/plist/plist-value.ts';
import type { Findings } from '../../inspection/findings.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError } from '../../package-error.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';

const maxCertificates = 20;

/** Notes the certificates that the app's provisioning profile allows to sign it. */
export async function recordSigners(findings: Findings, zip: GuardedZip, appPath: string): Promise<void> {
  const bytes = await zip.read(`${appPath}embedded.mobileprovision`, documentBytes.profile);
  if (bytes === null) return;
  const { content } = readSignedData(bytes, 'malformed_profile', zip.budget);
  if (content === null) throw new PackageError('malformed_profile');
  const plist = parsePlist(content, 'malformed_profile', zip.budget);
  const certificates = plistList(plist, 'DeveloperCertificates').filter((value) => Buffer.isBuffer(value));
  for (const certificate of certificates.slice(0, maxCertificates)) {
    const { sha256, subject, validFrom, validTo } = describeCertificate({
      bytes: certificate,
      x509: parsed(certificate),
    });
    findings.analysis.Certificates.push({ subject, sha256, valid_from: validFrom, valid_until: validTo });
  }
}

function parsed(bytes: Buffer): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch (error) {
    throw new PackageError('malformed_profile', { cause: error });
  }
}

import { createHash, X509Certificate } from 'node:crypto';
import { truncate } from '../../text.ts';
import { BrokenSignature } from './problems.ts';
import type { SignerCertificate } from './signature-info.ts';

/** A certificate as the package contains it, and as Node reads it. */
export interface Certificate {
  bytes: Buffer;
  x509: X509Certificate;
}

const maxSubject = 500;

export function readCertificate(bytes: Buffer): Certificate {
  try {
    const x509 = new X509Certificate(bytes);
    // Read here, so that an unknown kind of key is not mistaken for an internal fault.
    void x509.publicKey;
    return { bytes, x509 };
  } catch (error) {
    throw new BrokenSignature('malformed', { cause: error });
  }
}

export function describeCertificate({ bytes, x509 }: Certificate): SignerCertificate {
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    subject: truncate(x509.subject.split('\n').join(', '), maxSubject),
    validFrom: x509.validFromDate.toISOString(),
    validTo: x509.validToDate.toISOString(),
  };
}

export const sameCertificate = (a: Certificate, b: Certificate): boolean => a.bytes.equals(b.bytes);

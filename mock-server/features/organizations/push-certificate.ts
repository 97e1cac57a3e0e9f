import { X509Certificate } from 'node:crypto';
import { ServiceError } from '../../platform/http/errors.ts';

/** What it is encrypted for. */
export const pushCertificatePurpose = 'push-certificate';

export interface Warning {
  message: string;
  error: string;
}

const sequence = 0x30;
const version3 = Buffer.from([0x02, 0x01, 0x03]);
/** 1.2.840.113549.1.7.1 */
const pkcs7Data = Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]);
/** Where the version stands at the latest: after a tag and a length of up to five bytes. */
const versionBefore = 10;

/** PKCS#12 (RFC 7292, section 4): a sequence of version 3 around PKCS#7 data. What is inside needs its password. */
const isPkcs12 = (bytes: Buffer): boolean =>
  bytes[0] === sequence && bytes.subarray(0, versionBefore).includes(version3) && bytes.includes(pkcs7Data);

/**
 * Checks that a file is a certificate (X.509 as PEM or DER, or PKCS#12), and warns if it has expired; document 1, PUT
 * /v3/organizations/<org_id>/, `push_cert_file`. Error: `invalid_input`.
 */
export function checkPushCertificate(bytes: Buffer): Warning[] {
  if (isPkcs12(bytes)) return [];
  const end = parse(bytes).validToDate;
  if (end > new Date()) return [];
  const day = end.toISOString().slice(0, 10);
  return [
    { error: 'push_cert_expired', message: `The push certificate expired on ${day}. Send a newer one.` },
  ];
}

function parse(bytes: Buffer): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch (cause) {
    throw new ServiceError(
      'invalid_input',
      'push_cert_file is not a certificate. Send the file as you got it: .pem, .cer or .p12.',
      { details: { field: 'push_cert_file' }, cause },
    );
  }
}

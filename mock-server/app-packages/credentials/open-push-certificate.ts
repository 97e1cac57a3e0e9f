import type { X509Certificate } from 'node:crypto';
import { derObjectId } from '../formats/asn1/write-der.ts';
import { PackageError } from '../package-error.ts';
import { openIdentity } from './identity.ts';
import type { PushCertificate } from './push-certificate.ts';

/** Extensions with which Apple marks certificates of its push service: for development, and for everybody's devices. */
const marks = {
  development: derObjectId('1.2.840.113635.100.6.3.1'),
  production: derObjectId('1.2.840.113635.100.6.3.2'),
};

/** Opens a push certificate in a PKCS #12 file. Errors: PackageError with a sentence for each thing that is wrong with it. */
export function openPushCertificate(p12: Buffer, password: string, now = new Date()): PushCertificate {
  const { key, leaf, others } = openIdentity(p12, password, now);
  const isForAll = leaf.raw.includes(marks.production);
  const bundleId = nameOf(leaf, 'UID');
  if (bundleId === null || (!isForAll && !leaf.raw.includes(marks.development))) {
    throw new PackageError('push_certificate_other_kind');
  }
  return {
    certificate: [leaf, ...others].join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    bundleId,
    expires: leaf.validToDate.toISOString(),
    sandbox: !isForAll,
  };
}

function nameOf({ subject }: X509Certificate, part: string): string | null {
  const line = subject.split('\n').find((text) => text.startsWith(`${part}=`));
  return line?.slice(part.length + 1) ?? null;
}

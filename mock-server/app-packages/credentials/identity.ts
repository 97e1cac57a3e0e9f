import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { kindOf } from '../android/signature/signing-key.ts';
import { PackageError } from '../package-error.ts';
import { type Pkcs12, readPkcs12 } from './pkcs12.ts';

/**
 * A private key with its certificate, which is valid now, and the certificates of its issuers, each after the one that
 * it signed.
 */
export interface Identity {
  key: KeyObject;
  leaf: X509Certificate;
  others: X509Certificate[];
  /** Whether the file needed a password. */
  isProtected: boolean;
}

/** Opens a PKCS #12 file. Errors: PackageError with a sentence for each thing that is wrong with it. */
export function openIdentity(bytes: Buffer, password: string, now: Date): Identity {
  const p12 = readPkcs12(bytes, password);
  const key = keyOf(p12);
  const [leaf, ...others] = chainOf(p12, key);
  if (leaf === undefined) throw new PackageError('credentials_no_certificate');
  if (leaf.validToDate <= now) throw new PackageError('certificate_expired');
  if (leaf.validFromDate > now) throw new PackageError('certificate_not_yet_valid');
  return { key, leaf, others, isProtected: p12.isProtected };
}

function keyOf({ keys }: Pkcs12): KeyObject {
  const [first, second] = keys;
  if (first === undefined) throw new PackageError('credentials_no_key');
  if (second !== undefined) throw new PackageError('credentials_several_keys');
  const key = read(() => createPrivateKey({ key: first, format: 'der', type: 'pkcs8' }));
  // Refuses keys that devices do not support.
  kindOf(key);
  return key;
}

/** The certificate of the key, then the certificates of its issuers, each after the one that it signed. */
function chainOf({ certificates }: Pkcs12, key: KeyObject): X509Certificate[] {
  const left = certificates.map((bytes) => read(() => new X509Certificate(bytes)));
  const chain: X509Certificate[] = [];
  for (;;) {
    const last = chain.at(-1);
    const at = left.findIndex((one) =>
      last === undefined ? one.checkPrivateKey(key) : last.checkIssued(one),
    );
    const [found] = at === -1 ? [] : left.splice(at, 1);
    if (found === undefined) return chain;
    chain.push(found);
  }
}

function read<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new PackageError('credentials_not_pkcs12', { cause });
  }
}

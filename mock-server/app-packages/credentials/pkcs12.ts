import forge from 'node-forge';
import { Budget } from '../budget.ts';
import { type DerValue, derTag, readDer } from '../formats/asn1/der.ts';
import { PackageError } from '../package-error.ts';
import { macFits } from './check-mac.ts';
import { decrypt } from './decrypt.ts';
import { fieldsOf, inner, numberOf, objectIdOf, octetsOf } from './der-fields.ts';
import { KeyDerivation } from './derivation.ts';

/** The content of a PKCS #12 file, in DER. */
export interface Pkcs12 {
  /** PKCS #8. */
  keys: Buffer[];
  certificates: Buffer[];
  /** Whether anything in it needs a password. */
  isProtected: boolean;
}

const code = 'credentials_not_pkcs12';
const contentTypes = { data: '1.2.840.113549.1.7.1', encrypted: '1.2.840.113549.1.7.6' };
const bags = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
};
const x509 = '1.2.840.113549.1.9.22.1';
/** RFC 7292: the version of the format. */
const version = 3;
const maxEntries = { bytes: 128 * 1024, parts: 20, bags: 100, certificates: 30 };

/**
 * Reads a PKCS #12 file (RFC 7292). Its cost is limited in advance. Errors: PackageError with a sentence for each kind
 * of file that is something else, for a missing or wrong password, and for files that are refused as unsafe.
 */
export function readPkcs12(bytes: Buffer, password: string): Pkcs12 {
  const [found, authSafe, macData] = fieldsOf(readDer(asDer(bytes), code, new Budget()));
  if (numberOf(found) !== version) throw new PackageError(code);
  const content = octetsOf(inner(fieldsOf(authSafe)[1]));
  for (const keys of candidates(password)) {
    if (macData !== undefined && !macFits(macData, content, keys)) continue;
    const reader = new Reader(keys);
    const read = reader.read(content);
    const isSealed = macData !== undefined || reader.hasDecrypted;
    if (read !== null) return { ...read, isProtected: isSealed && password !== '' };
  }
  throw new PackageError(password === '' ? 'credentials_password_missing' : 'credentials_password_wrong');
}

/** Files without a password are made with the empty password, or with none at all, which is not the same. */
const candidates = (password: string): KeyDerivation[] =>
  password === '' ? [new KeyDerivation(''), new KeyDerivation(null)] : [new KeyDerivation(password)];

/**
 * Refuses files that obviously have another format; converts lengths that are given by an end mark (BER), as old
 * browsers write them.
 */
function asDer(bytes: Buffer): Buffer {
  if (bytes.length === 0) throw new PackageError('credentials_empty');
  if (bytes.length > maxEntries.bytes) throw new PackageError('credentials_too_large');
  if (bytes.includes('-----BEGIN ')) throw new PackageError('credentials_pem');
  if (bytes[0] !== derTag.sequence) throw new PackageError(code);
  if (isCertificate(bytes)) throw new PackageError('credentials_only_certificate');
  const indefinite = 0x80;
  if (bytes[1] !== indefinite) return bytes;
  try {
    const read = forge.asn1.fromDer(bytes.toString('binary'), false);
    return Buffer.from(forge.asn1.toDer(read).getBytes(), 'binary');
  } catch (cause) {
    throw new PackageError(code, { cause });
  }
}

/** A certificate (RFC 5280) begins with a sequence where a PKCS #12 file has its version. */
function isCertificate(bytes: Buffer): boolean {
  const lengthBytes = (bytes[1] ?? 0) > 0x80 ? (bytes[1] ?? 0) - 0x80 : 0;
  return bytes[2 + lengthBytes] === derTag.sequence;
}

/** Collects keys and certificates with one password. */
class Reader {
  readonly #keys: KeyDerivation;
  readonly #found: Pick<Pkcs12, 'keys' | 'certificates'> = { keys: [], certificates: [] };
  readonly #budget = new Budget();
  #bags = 0;
  hasDecrypted = false;

  constructor(keys: KeyDerivation) {
    this.#keys = keys;
  }

  /** Null when the password is not the right one. */
  read(authenticatedSafe: Buffer): Pick<Pkcs12, 'keys' | 'certificates'> | null {
    const parts = fieldsOf(readDer(authenticatedSafe, code, this.#budget));
    if (parts.length > maxEntries.parts) throw new PackageError(code);
    for (const part of parts) {
      const contents = this.#contentsOf(part);
      if (contents === null || !this.#takeBags(contents)) return null;
    }
    return this.#found;
  }

  #contentsOf(part: DerValue): Buffer | null {
    const [type, content] = fieldsOf(part);
    if (objectIdOf(type) === contentTypes.data) return octetsOf(inner(content));
    if (objectIdOf(type) !== contentTypes.encrypted) throw new PackageError('credentials_unknown_protection');
    const [, encrypted] = fieldsOf(inner(content));
    const [, protection, bytes] = fieldsOf(encrypted);
    return this.#decrypted(protection, bytes);
  }

  #decrypted(protection: DerValue | undefined, bytes: DerValue | undefined): Buffer | null {
    this.hasDecrypted = true;
    return decrypt(protection, octetsOf(bytes), this.#keys);
  }

  /** False when the password is not the right one. */
  #takeBags(contents: Buffer): boolean {
    // With a wrong password the padding looks right once in 256 times, but the result is then no sequence.
    if (contents[0] !== derTag.sequence) return false;
    const found = fieldsOf(readDer(contents, code, this.#budget));
    this.#bags += found.length;
    if (this.#bags > maxEntries.bags) throw new PackageError('credentials_too_many_certificates');
    return found.every((bag) => this.#takeBag(bag));
  }

  #takeBag(bag: DerValue): boolean {
    const [type, value] = fieldsOf(bag);
    const id = objectIdOf(type);
    if (id === bags.certificate) this.#takeCertificate(inner(value));
    if (id === bags.key) this.#found.keys.push(inner(value).whole);
    if (id !== bags.shroudedKey) return true;
    const [protection, bytes] = fieldsOf(inner(value));
    const key = this.#decrypted(protection, bytes);
    if (key !== null) this.#found.keys.push(key);
    return key !== null;
  }

  #takeCertificate(bag: DerValue): void {
    const [kind, value] = fieldsOf(bag);
    if (objectIdOf(kind) !== x509) return;
    this.#found.certificates.push(octetsOf(inner(value)));
    if (this.#found.certificates.length > maxEntries.certificates)
      throw new PackageError('credentials_too_many_certificates');
  }
}

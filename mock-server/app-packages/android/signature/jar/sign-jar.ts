import { createHash, sign } from 'node:crypto';
import { issuerAndSerial } from '../../../formats/asn1/cms.ts';
import { derTag } from '../../../formats/asn1/der.ts';
import {
  der,
  derContext,
  derInteger,
  derNull,
  derObjectId,
  derSequence,
  derSet,
} from '../../../formats/asn1/write-der.ts';
import { PackageError } from '../../../package-error.ts';
import type { GuardedZip } from '../../../zip/guarded-zip.ts';
import type { ZipEntry } from '../../../zip/zip-entry.ts';
import { kindOf, type SigningKey } from '../signing-key.ts';

/** A file that a JAR signature adds to the archive. */
export interface JarFile {
  name: string;
  data: Buffer;
}

const signerName = 'META-INF/CERT';
const algorithms = {
  sha1: { attribute: 'SHA1', id: '1.3.14.3.2.26' },
  sha256: { attribute: 'SHA-256', id: '2.16.840.1.101.3.4.2.1' },
} as const;
const keyAlgorithms = { rsa: '1.2.840.113549.1.1.1', ec: '1.2.840.10045.2.1' } as const;
/** Android 4.3 brought SHA-256 in manifests and elliptic curves. */
const sha256Since = 18;
const lineBytes = 70;

/** Whether an entry belongs to a JAR signature and is dropped before a new one ("JAR File Specification", Signed JAR File). */
export const isSignatureFile = (name: string): boolean =>
  /^META-INF\/(MANIFEST\.MF|[^/]+\.(SF|RSA|DSA|EC)|SIG-[^/]*)$/i.test(name);

/**
 * The files of a JAR signature (scheme v1) over these entries of an archive and these new files: manifest, signature
 * file, signature block. Errors: PackageError for a key that devices from `minSdk` on do not support.
 */
export async function signJar(
  zip: GuardedZip,
  { entries, additions }: { entries: readonly ZipEntry[]; additions: readonly JarFile[] },
  signing: SigningKey,
  minSdk: number,
): Promise<JarFile[]> {
  const kind = kindOf(signing.key);
  if (kind === 'ec' && minSdk < sha256Since) throw new PackageError('signing_key_too_new');
  const hash = minSdk < sha256Since ? 'sha1' : 'sha256';
  const { attribute } = algorithms[hash];
  const main = section([
    ['Manifest-Version', '1.0'],
    ['Created-By', 'Appshelf'],
  ]);
  const sections: { name: string; bytes: Buffer }[] = [];
  const list = (name: string, digest: string) => {
    const bytes = section([
      ['Name', name],
      [`${attribute}-Digest`, digest],
    ]);
    sections.push({ name, bytes });
  };
  for (const entry of entries) {
    if (entry.name.startsWith('META-INF/') || entry.name.endsWith('/')) continue;
    list(entry.name, await digestOf(zip, entry, hash));
  }
  for (const { name, data } of additions) list(name, createHash(hash).update(data).digest('base64'));
  const manifest = Buffer.concat([main, ...sections.map(({ bytes }) => bytes)]);
  const base64 = (bytes: Buffer) => createHash(hash).update(bytes).digest('base64');
  const signatureFile = Buffer.concat([
    section([
      ['Signature-Version', '1.0'],
      ['Created-By', 'Appshelf'],
      [`${attribute}-Digest-Manifest`, base64(manifest)],
      ['X-Android-APK-Signed', '2, 3'],
    ]),
    ...sections.map(({ name, bytes }) =>
      section([
        ['Name', name],
        [`${attribute}-Digest`, base64(bytes)],
      ]),
    ),
  ]);
  return [
    { name: 'META-INF/MANIFEST.MF', data: manifest },
    { name: `${signerName}.SF`, data: signatureFile },
    { name: `${signerName}.${kind.toUpperCase()}`, data: signatureBlock(signatureFile, signing, hash) },
  ];
}

async function digestOf(zip: GuardedZip, entry: ZipEntry, hash: keyof typeof algorithms): Promise<string> {
  const running = createHash(hash);
  for await (const chunk of zip.chunks(entry)) running.update(chunk);
  return running.digest('base64');
}

/** A section: a line for each attribute, folded where it is too long, and a blank line. */
function section(attributes: readonly [name: string, value: string][]): Buffer {
  const lines = attributes.flatMap(([name, value]) => folded(Buffer.from(`${name}: ${value}`)));
  return Buffer.concat([...lines, Buffer.from('\r\n')]);
}

function folded(line: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  const lineBreak = Buffer.from('\r\n');
  for (let at = 0; at < line.length; ) {
    const room = at === 0 ? lineBytes : lineBytes - 1;
    const prefix = at === 0 ? [] : [Buffer.from(' ')];
    lines.push(...prefix, line.subarray(at, at + room), lineBreak);
    at += room;
  }
  return lines;
}

/** A PKCS #7 message (RFC 5652, SignedData) over the signature file, without signed attributes. */
function signatureBlock(
  signatureFile: Buffer,
  { key, certificates }: SigningKey,
  hash: keyof typeof algorithms,
): Buffer {
  const digestId = derSequence(derObjectId(algorithms[hash].id), derNull());
  const kind = kindOf(key);
  const keyId =
    kind === 'rsa' ? [derObjectId(keyAlgorithms.rsa), derNull()] : [derObjectId(keyAlgorithms.ec)];
  const signer = derSequence(
    derInteger(1),
    derSequence(issuerAndSerial(certificates[0], 'malformed_signature')),
    digestId,
    derSequence(...keyId),
    der(derTag.octetString, sign(hash, signatureFile, key)),
  );
  const signedData = derSequence(
    derInteger(1),
    derSet(digestId),
    derSequence(derObjectId('1.2.840.113549.1.7.1')),
    derContext(0, ...certificates),
    derSet(signer),
  );
  return derSequence(derObjectId('1.2.840.113549.1.7.2'), derContext(0, signedData));
}

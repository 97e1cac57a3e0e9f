import { createPublicKey, sign } from 'node:crypto';
import type { SignatureAlgorithm } from './algorithms.ts';
import type { SigningKey } from './signing-key.ts';

/** The content of a new signing block. */
export interface BlockContent {
  signing: SigningKey;
  algorithm: SignatureAlgorithm;
  /** The digest of the contents, of the kind that the algorithm requires. */
  digest: Buffer;
  withV2: boolean;
  /** The proof of rotation to preserve, as the package contained it; null when the key was never replaced. */
  proofOfRotation: Buffer | null;
}

const ids = { v2: 0x7109871a, v3: 0xf05368c0, strippingProtection: 0xbeeff00d, proofOfRotation: 0x3ba06f8c };
const magic = Buffer.from('APK Sig Block 42');
const v3Since = 28;
const maxSdk = 0x7fffffff;

/** An APK Signing Block (source.android.com, "APK Signature Scheme v2" and "v3") of one signer. */
export function signingBlock(content: BlockContent): Buffer {
  const pairs = [
    ...(content.withV2 ? [pair(ids.v2, v2Signer(content))] : []),
    pair(ids.v3, v3Signer(content)),
  ];
  const values = Buffer.concat(pairs);
  const size = u64(values.length + 8 + magic.length);
  return Buffer.concat([size, values, size, magic]);
}

function v2Signer(content: BlockContent): Buffer {
  const attribute = Buffer.concat([u32(ids.strippingProtection), u32(3)]);
  const signedData = Buffer.concat([...digestsAndCertificates(content), sized(sized(attribute))]);
  return signer(content, signedData, []);
}

function v3Signer(content: BlockContent): Buffer {
  const { proofOfRotation: proof } = content;
  const range = [u32(v3Since), u32(maxSdk)];
  const attributes = proof === null ? [] : [sized(Buffer.concat([u32(ids.proofOfRotation), proof]))];
  const signedData = Buffer.concat([
    ...digestsAndCertificates(content),
    ...range,
    sized(Buffer.concat(attributes)),
  ]);
  return signer(content, signedData, range);
}

function digestsAndCertificates({ algorithm, digest, signing }: BlockContent): Buffer[] {
  const listed = sized(Buffer.concat([u32(algorithm.id), sized(digest)]));
  return [sized(listed), sized(Buffer.concat(signing.certificates.map(sized)))];
}

/** The list with this one signer: signed data, the further fields of v3, signatures, public key. */
function signer({ algorithm, signing }: BlockContent, signedData: Buffer, range: readonly Buffer[]): Buffer {
  const signature = sign(algorithm.hash, signedData, signing.key);
  const publicKey = createPublicKey(signing.key).export({ type: 'spki', format: 'der' });
  const listed = sized(Buffer.concat([u32(algorithm.id), sized(signature)]));
  return sized(sized(Buffer.concat([sized(signedData), ...range, sized(listed), sized(publicKey)])));
}

function pair(id: number, value: Buffer): Buffer {
  return Buffer.concat([u64(4 + value.length), u32(id), value]);
}

const sized = (bytes: Buffer): Buffer => Buffer.concat([u32(bytes.length), bytes]);

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

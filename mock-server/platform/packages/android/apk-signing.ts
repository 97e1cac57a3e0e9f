import { createHash } from 'node:crypto';
import type { ByteView } from '../formats/byte-view.ts';
import { readSignedData, signerCertificate } from '../formats/cms.ts';
import { documentBytes } from '../limits.ts';
import type { PackageSigning } from '../package-info.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { readSigningBlock } from './signing-block.ts';

/** The ids of schemes in the signing block, newest first: devices use the newest scheme that they know. */
const schemeIds = [
  { name: 'v3.1', id: 0x1b93ad61 },
  { name: 'v3', id: 0xf05368c0 },
  { name: 'v2', id: 0x7109871a },
] as const;
const v1Signature = /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i;

/** The signature schemes of an APK and the signer's certificate, by the newest scheme. Nothing is verified. */
export async function readApkSigning(zip: GuardedZip): Promise<PackageSigning> {
  const block = await readSigningBlock(zip);
  const inBlock = schemeIds.filter(({ id }) => block.has(id));
  const v1File = zip.names().find((name) => v1Signature.test(name));
  const newest = inBlock[0] === undefined ? undefined : block.get(inBlock[0].id);
  const certificate = newest === undefined ? await v1Certificate(zip, v1File) : blockCertificate(newest);
  const schemes = [...inBlock.map(({ name }) => name), ...(v1File === undefined ? [] : ['v1'])].reverse();
  return {
    signed: schemes.length > 0,
    schemes,
    certificateSha256: certificate === null ? null : createHash('sha256').update(certificate).digest('hex'),
    distribution: null,
  };
}

/** signers { signer { signed data { digests, certificates { certificate … } … } … } … }, each with its length before it. */
function blockCertificate(pair: ByteView): Buffer {
  const signer = sized(sized(pair, 0), 0);
  const signedData = sized(signer, 0);
  const digests = sized(signedData, 0);
  const certificates = sized(signedData, 4 + digests.length);
  return sized(certificates, 0).bytes;
}

function sized(view: ByteView, at: number): ByteView {
  return view.part(at + 4, view.u32(at));
}

async function v1Certificate(zip: GuardedZip, file: string | undefined): Promise<Buffer | null> {
  const bytes = file === undefined ? null : await zip.read(file, documentBytes.signature);
  if (bytes === null) return null;
  const code = 'malformed_signature';
  return signerCertificate(readSignedData(bytes, code, zip.budget), code, zip.budget);
}

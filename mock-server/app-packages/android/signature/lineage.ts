import { signatureAlgorithms, verifies } from './algorithms.ts';
import { type Certificate, readCertificate, sameCertificate } from './certificate.ts';
import type { Fields } from './fields.ts';
import { BrokenSignature } from './problems.ts';

/** One signer of a package's history. */
export interface LineageNode {
  certificate: Certificate;
  /** What this certificate may still do (source.android.com, "APK Signature Scheme v3", Proof-of-rotation attribute). */
  capabilities: number;
}

const supportedVersion = 1;
const maxNodes = 32;

/**
 * The proof of rotation, oldest first: each certificate but the first is signed by the key of the one before it, with the
 * algorithm that the one before it names. Error: BrokenSignature when a link does not hold.
 */
export function readLineage(attribute: Fields): LineageNode[] {
  if (attribute.u32() !== supportedVersion) throw new BrokenSignature('lineage_broken');
  let before: { certificate: Certificate; algorithmId: number } | null = null;
  const nodes = attribute.list(maxNodes, (node) => {
    const signedData = node.part();
    const capabilities = node.u32();
    const algorithmId = node.u32();
    const signature = node.bytes();
    const certificate = readCertificate(signedData.bytes());
    const signedAlgorithmId = signedData.u32();
    if (before !== null) {
      const algorithm = signatureAlgorithms.get(before.algorithmId);
      const holds =
        algorithm !== undefined &&
        signedAlgorithmId === before.algorithmId &&
        verifies(algorithm, before.certificate.x509.publicKey, signedData.all, signature);
      if (!holds) throw new BrokenSignature('lineage_broken');
    }
    before = { certificate, algorithmId };
    return { certificate, capabilities };
  });
  if (new Set(nodes.map(({ certificate }) => certificate.bytes.toString('latin1'))).size < nodes.length) {
    throw new BrokenSignature('lineage_broken');
  }
  return nodes;
}

/** Whether one history is the beginning of the other; capabilities may differ. */
export function continues(longer: readonly LineageNode[], shorter: readonly LineageNode[]): boolean {
  return shorter.every(({ certificate }, at) => {
    const other = longer[at];
    return other !== undefined && sameCertificate(other.certificate, certificate);
  });
}

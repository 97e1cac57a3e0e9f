import type { ByteView } from '../../formats/byte-view.ts';
import { checkSigner, maxSigners, type SignedContent } from './block-signer.ts';
import { Fields } from './fields.ts';
import { BrokenSignature } from './problems.ts';

/** Names the newest scheme that the package was signed with, so that nobody can strip it. */
const strippingProtection = 0xbeeff00d;
const v3 = 3;

/**
 * The signers of a v2 block, with valid signatures; contents are not compared yet. `v3Found` says whether there is a v3
 * block. Error: BrokenSignature, for the first signer that fails: all must be valid.
 */
export function checkV2(block: ByteView, minSdk: number, v3Found: boolean): SignedContent[] {
  const signers = new Fields(block).part().list(maxSigners, (signer) => {
    const parts = { signedData: signer.part(), signatures: signer.part(), publicKey: signer.bytes() };
    const content = checkSigner(parts, Math.max(minSdk, 24));
    const newest = content.attributes.get(strippingProtection)?.u32();
    if (newest === v3 && !v3Found) throw new BrokenSignature('scheme_removed');
    return content;
  });
  if (signers.length === 0) throw new BrokenSignature('malformed');
  return signers;
}

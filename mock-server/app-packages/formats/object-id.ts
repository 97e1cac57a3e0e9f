import { type DerValue, derTag } from './der.ts';

const maxBytes = 32;

/** The dotted form of an object identifier (X.690, 8.19). Refuses the document when the value is something else. */
export function objectId({ tag, content }: DerValue): string {
  const bytes = content.bytes;
  if (tag !== derTag.objectId || bytes.length === 0 || bytes.length > maxBytes) content.fail();
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of bytes) {
    arc = arc * 128n + BigInt(byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0n;
    }
  }
  const [first = 0n, ...rest] = arcs;
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...rest].join('.');
}

import type { Budget } from '../../budget.ts';
import type { PackageErrorCode } from '../../package-error.ts';
import { ByteView } from '../byte-view.ts';

/** Tags of X.690 that packages use. */
export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  /** `[n]`, constructed. */
  context: (n: number) => 0xa0 + n,
} as const;

/** Elements of the budget that a value counts as: signatures have few values, and each becomes several objects here. */
const valueCost = 10;

/** One value of a DER document (X.690): its tag, its content, and the whole value with its header. */
export interface DerValue {
  tag: number;
  content: ByteView;
  whole: Buffer;
}

/** The first value of a document. What follows it is ignored. */
export function readDer(bytes: Buffer, code: PackageErrorCode, budget?: Budget): DerValue {
  return readValue(new ByteView(bytes, code, 'big', budget), 0);
}

/** The values directly inside a constructed value. There is no recursion: callers open only the values that they expect. */
export function derChildren(value: DerValue): DerValue[] {
  const children: DerValue[] = [];
  for (let at = 0; at < value.content.length; ) {
    const child = readValue(value.content, at);
    children.push(child);
    at += child.whole.length;
  }
  return children;
}

/** The child at `index`, which must have `tag`; refuses the document otherwise. */
export function derChild(value: DerValue, index: number, tag: number): DerValue {
  const child = derChildren(value)[index];
  return child !== undefined && child.tag === tag ? child : value.content.fail();
}

/** Reads definite lengths of up to four bytes and low tag numbers, which is all that packages need. */
function readValue(view: ByteView, at: number): DerValue {
  view.budget.spend(valueCost);
  const tag = view.u8(at);
  if ((tag & 0x1f) === 0x1f) view.fail();
  const first = view.u8(at + 1);
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (first === 0x80 || lengthBytes > 4) view.fail();
  let length = lengthBytes === 0 ? first : 0;
  for (let i = 0; i < lengthBytes; i++) length = length * 256 + view.u8(at + 2 + i);
  const start = at + 2 + lengthBytes;
  return { tag, content: view.part(start, length), whole: view.slice(at, start - at + length) };
}

/** Most bytes of an object identifier. */
const maxObjectIdBytes = 32;

/** The dotted form of an object identifier (X.690, 8.19). Refuses the document when the value is something else. */
export function objectId({ tag, content }: DerValue): string {
  const bytes = content.bytes;
  if (tag !== derTag.objectId || bytes.length === 0 || bytes.length > maxObjectIdBytes) content.fail();
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

import { ByteView } from '../formats/byte-view.ts';
import { documentBytes } from '../limits.ts';
import { PackageError } from '../package-error.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';

const endRecordBytes = 22;
const maxComment = 0xffff;
const endSignature = 0x06054b50;
const footerBytes = 24;
const magic = 'APK Sig Block 42';

/**
 * The pairs of the APK Signing Block (source.android.com, "APK Signature Scheme v2"), which lies before the central
 * directory; empty when there is none.
 */
export async function readSigningBlock(zip: GuardedZip): Promise<Map<number, ByteView>> {
  const directoryOffset = await findDirectory(zip);
  const block = directoryOffset === null ? null : await readBlock(zip, directoryOffset);
  return block === null ? new Map() : readPairs(block);
}

async function findDirectory(zip: GuardedZip): Promise<number | null> {
  const tail = await zip.raw(Math.max(0, zip.fileBytes - endRecordBytes - maxComment), zip.fileBytes);
  for (let at = tail.length - endRecordBytes; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === endSignature;
    if (isEnd && at + endRecordBytes + tail.readUInt16LE(at + 20) === tail.length)
      return tail.readUInt32LE(at + 16);
  }
  return null;
}

/** The block between its two size fields, its own magic left out. */
async function readBlock(zip: GuardedZip, directoryOffset: number): Promise<ByteView | null> {
  const footer = await zip.raw(directoryOffset - footerBytes, directoryOffset);
  if (footer.toString('latin1', 8) !== magic) return null;
  const size = Number(footer.readBigUInt64LE(0));
  const start = directoryOffset - size;
  if (size < footerBytes || size > documentBytes.signature || start < 8) {
    throw new PackageError('malformed_signature');
  }
  const bytes = await zip.raw(start, directoryOffset - footerBytes);
  return new ByteView(bytes, 'malformed_signature', 'little', zip.budget);
}

function readPairs(block: ByteView): Map<number, ByteView> {
  const pairs = new Map<number, ByteView>();
  for (let at = 0; at < block.length; ) {
    block.budget.spend(1);
    const length = block.u64(at);
    if (length < 4) block.fail();
    pairs.set(block.u32(at + 8), block.part(at + 12, length - 4));
    at += 8 + length;
  }
  return pairs;
}

import { type FileHandle, open } from 'node:fs/promises';
import { ByteView } from '../formats/byte-view.ts';
import { documentBytes } from '../limits.ts';

const endRecordBytes = 22;
const maxComment = 0xffff;
const endSignature = 0x06054b50;
const footerBytes = 24;
const magic = 'APK Sig Block 42';

/**
 * The pairs of the APK Signing Block (source.android.com, "APK Signature Scheme v2"), which lies before the central
 * directory; empty when there is none.
 */
export async function readSigningBlock(path: string): Promise<Map<number, ByteView>> {
  const handle = await open(path);
  try {
    const directoryOffset = await findDirectory(handle);
    const block = directoryOffset === null ? null : await readBlock(handle, directoryOffset);
    return block === null ? new Map() : readPairs(block);
  } finally {
    await handle.close();
  }
}

async function findDirectory(handle: FileHandle): Promise<number | null> {
  const { size } = await handle.stat();
  const tail = await readAt(handle, Math.max(0, size - endRecordBytes - maxComment), size);
  for (let at = tail.length - endRecordBytes; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === endSignature;
    if (isEnd && at + endRecordBytes + tail.readUInt16LE(at + 20) === tail.length)
      return tail.readUInt32LE(at + 16);
  }
  return null;
}

/** The block between its two size fields, its own magic left out. */
async function readBlock(handle: FileHandle, directoryOffset: number): Promise<ByteView | null> {
  const footer = await readAt(handle, directoryOffset - footerBytes, directoryOffset);
  if (footer.toString('latin1', 8) !== magic) return null;
  const size = Number(footer.readBigUInt64LE(0));
  const start = directoryOffset - size;
  if (size < footerBytes || size > documentBytes.signature || start < 8) return null;
  const pairs = await readAt(handle, start, directoryOffset - footerBytes);
  return new ByteView(pairs, 'malformed_signature', 'little');
}

function readPairs(block: ByteView): Map<number, ByteView> {
  const pairs = new Map<number, ByteView>();
  for (let at = 0; at < block.length; ) {
    const length = block.u64(at);
    if (length < 4) block.fail();
    pairs.set(block.u32(at + 8), block.part(at + 12, length - 4));
    at += 8 + length;
  }
  return pairs;
}

async function readAt(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  if (start < 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}

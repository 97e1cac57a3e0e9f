import { ByteView } from '../../formats/byte-view.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError } from '../../package-error.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';

const endRecordBytes = 22;
const localHeaderBytes = 30;
const maxComment = 0xffff;
const endSignature = 0x06054b50;
const footerBytes = 24;
const magic = 'APK Sig Block 42';
/** Far more than any package has: each costs memory. */
const maxPairs = 256;

/** Ids of the values in the APK Signing Block. */
export const blockIds = {
  v2: 0x7109871a,
  v3: 0xf05368c0,
  v31: 0x1b93ad61,
  sourceStamp: 0x6dff800d,
  sourceStampOld: 0x2b09189e,
  padding: 0x42726577,
} as const;

/** Where the sections of an APK begin: entries, the signing block (when there is one), directory, end record. */
export interface ApkSections {
  /** Where the entries end: at the signing block, otherwise at the directory. */
  entriesEnd: number;
  directory: number;
  end: number;
  /** The end record with its comment. */
  endRecord: Buffer;
  /** The values of the signing block by id, the first of each; empty when there is no block. */
  pairs: ReadonlyMap<number, ByteView>;
}

/**
 * Finds the sections (source.android.com, "APK Signature Scheme v2"). As on devices, a block with a wrong magic or size
 * does not count as one, and there is none unless the end record directly follows the directory.
 */
export async function findSections(zip: GuardedZip): Promise<ApkSections | null> {
  const tail = await zip.raw(Math.max(0, zip.fileBytes - endRecordBytes - maxComment), zip.fileBytes);
  const at = findEndRecord(tail);
  if (at === null) return null;
  const endRecord = tail.subarray(at);
  const end = zip.fileBytes - endRecord.length;
  const directory = endRecord.readUInt32LE(16);
  const bare = { entriesEnd: directory, directory, end, endRecord, pairs: new Map<number, ByteView>() };
  if (directory + endRecord.readUInt32LE(12) !== end) return bare;
  const block = await readBlock(zip, directory);
  if (block === null) return bare;
  refuseEntriesIn(zip, block.start, directory);
  return { ...bare, entriesEnd: block.start, pairs: readPairs(block.values) };
}

/** No signature covers the inside of the block. Error: `overlapping_entries` for an entry whose bytes are there. */
function refuseEntriesIn({ entries }: GuardedZip, start: number, directory: number): void {
  for (const { name, offset, nameBytes, compressedSize } of entries.values()) {
    const end = offset + localHeaderBytes + nameBytes + compressedSize;
    if (offset < directory && end > start) throw new PackageError('overlapping_entries', { entry: name });
  }
}

function findEndRecord(tail: Buffer): number | null {
  for (let at = tail.length - endRecordBytes; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === endSignature;
    if (isEnd && at + endRecordBytes + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return null;
}

/** The contents of the signing block, without its size fields, and the offset at which the block starts. */
async function readBlock(
  zip: GuardedZip,
  directory: number,
): Promise<{ start: number; values: ByteView } | null> {
  const footer = await zip.raw(directory - footerBytes, directory);
  if (footer.toString('latin1', 8) !== magic) return null;
  const size = Number(footer.readBigUInt64LE(0));
  const start = directory - size - 8;
  if (size < footerBytes || size > documentBytes.signature || start < 0) return null;
  const bytes = await zip.raw(start, directory - footerBytes);
  if (Number(bytes.readBigUInt64LE(0)) !== size) return null;
  return { start, values: new ByteView(bytes.subarray(8), 'malformed_signature', 'little', zip.budget) };
}

function readPairs(values: ByteView): Map<number, ByteView> {
  const pairs = new Map<number, ByteView>();
  for (let at = 0; at < values.length; ) {
    values.budget.spend(1);
    const length = values.u64(at);
    if (length < 4 || pairs.size === maxPairs) values.fail();
    const id = values.u32(at + 8);
    const value = values.part(at + 12, length - 4);
    if (!pairs.has(id)) pairs.set(id, value);
    at += 8 + length;
  }
  return pairs;
}

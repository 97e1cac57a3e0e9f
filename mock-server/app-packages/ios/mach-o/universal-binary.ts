import { ByteView } from '../../formats/byte-view.ts';
import { PackageError } from '../../package-error.ts';
import type { ReadBytes, SliceRange } from './mach-layout.ts';

/** A slice's place in a universal executable, and its record there, whose other fields stay as they are. */
export interface UniversalSlice extends SliceRange {
  record: Buffer;
  /** Its offset is a multiple of this. */
  alignment: number;
}

export interface UniversalFile {
  /** Whether the records have 64-bit offsets. */
  wide: boolean;
  slices: UniversalSlice[];
}

const magics = { narrow: 0xcafebabe, wide: 0xcafebabf };
const headerBytes = 8;
/** More than any iOS executable has. */
const maxSlices = 8;
const maxAlignmentBits = 15;

/** The slices of a universal executable (fat.h of the system's sources); null for any other file. */
export async function readUniversal(
  read: ReadBytes,
  fileBytes: number,
  entry: string,
): Promise<UniversalFile | null> {
  const start = new ByteView(await read(0, headerBytes), 'malformed_executable', 'big');
  const magic = start.length < headerBytes ? 0 : start.u32(0);
  if (magic !== magics.narrow && magic !== magics.wide) return null;
  const wide = magic === magics.wide;
  const count = start.u32(4);
  if (count < 1 || count > maxSlices) start.fail();
  const recordBytes = wide ? 32 : 20;
  const records = new ByteView(await read(headerBytes, count * recordBytes), 'malformed_executable', 'big');
  const slices = Array.from({ length: count }, (_, i) =>
    readRecord(records.part(i * recordBytes, recordBytes), wide),
  );
  checkSlices(slices, headerBytes + count * recordBytes, fileBytes, entry);
  return { wide, slices };
}

function readRecord(record: ByteView, wide: boolean): UniversalSlice {
  const bits = record.u32(wide ? 24 : 16);
  return {
    offset: wide ? record.u64(8) : record.u32(8),
    bytes: wide ? record.u64(16) : record.u32(12),
    alignment: bits > maxAlignmentBits ? record.fail() : 2 ** bits,
    record: record.bytes,
  };
}

function checkSlices(slices: readonly SliceRange[], start: number, fileBytes: number, entry: string): void {
  let end = start;
  for (const { offset, bytes } of slices.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw new PackageError('overlapping_segments', { entry });
    end = offset + bytes;
  }
  if (end > fileBytes) throw new PackageError('truncated_executable', { entry });
}

/** The header of a universal executable with its slices at these ranges. */
export function universalHeader({ wide, slices }: UniversalFile, places: readonly SliceRange[]): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(wide ? magics.wide : magics.narrow, 0);
  header.writeUInt32BE(slices.length, 4);
  const records = slices.map(({ record }, index) => {
    const { offset, bytes } = places[index] ?? { offset: 0, bytes: 0 };
    const moved = Buffer.from(record);
    if (wide) {
      moved.writeBigUInt64BE(BigInt(offset), 8);
      moved.writeBigUInt64BE(BigInt(bytes), 16);
    } else {
      moved.writeUInt32BE(offset, 8);
      moved.writeUInt32BE(bytes, 12);
    }
    return moved;
  });
  return Buffer.concat([header, ...records]);
}

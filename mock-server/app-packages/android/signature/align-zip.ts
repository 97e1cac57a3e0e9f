import type { ArchiveWriter } from '../../zip/archive-writer.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { storedMethod, type ZipEntry } from '../../zip/zip-entry.ts';
import type { JarFile } from './jar/sign-jar.ts';

/** Devices map stored files into memory: libraries by pages of up to 16 KiB, others by words. */
const alignments = { library: 16_384, other: 4 };
const nativeLibrary = /^lib\/.*\.so$/;
/** The extra field that records the alignment of an entry, as Android's own tool writes it. */
const alignmentField = 0xd935;
const alignmentFieldBytes = 6;

/**
 * Writes the packed bytes of these entries into a new archive, those named in `unpacked` without compression and stored
 * ones aligned, and then the `added` files. Errors: PackageError when the archive would be too large for devices.
 */
export async function writeAligned(
  archive: ArchiveWriter,
  zip: GuardedZip,
  entries: readonly ZipEntry[],
  added: readonly JarFile[],
  unpacked: ReadonlySet<string>,
): Promise<void> {
  for (const entry of entries) {
    const unpacks = unpacked.has(entry.name) && entry.compressionMethod !== storedMethod;
    if (unpacks) await archive.copyStored(zip, entry, padding);
    else await archive.copy(zip, entry, padding);
  }
  for (const { name, data } of added) await archive.add(name, data);
  await archive.finish();
}

/** The extra field that a stored entry needs, so that its bytes begin at an aligned place. */
function padding({ name, nameBytes, compressionMethod, offset }: ZipEntry): Buffer {
  if (compressionMethod !== storedMethod || name.endsWith('/')) return Buffer.alloc(0);
  const alignment = nativeLibrary.test(name) ? alignments.library : alignments.other;
  const unpadded = offset + 30 + nameBytes;
  if (unpadded % alignment === 0) return Buffer.alloc(0);
  const start = unpadded + alignmentFieldBytes;
  const field = Buffer.alloc(alignmentFieldBytes + ((alignment - (start % alignment)) % alignment));
  field.writeUInt16LE(alignmentField, 0);
  field.writeUInt16LE(field.length - 4, 2);
  field.writeUInt16LE(alignment, 4);
  return field;
}

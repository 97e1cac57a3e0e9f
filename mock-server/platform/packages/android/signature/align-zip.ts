import { crc32, deflateRawSync } from 'node:zlib';
import { PackageError } from '../../package-error.ts';
import type { FileWriter } from '../../zip/file-writer.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { deflatedMethod, storedMethod, type ZipEntry } from '../../zip/zip-entry.ts';
import { directoryRecord, endRecord, localHeader } from '../../zip/zip-records.ts';
import type { JarFile } from './jar/sign-jar.ts';

/** Devices map stored files into memory: libraries by pages of up to 16 KiB, others by words. */
const alignments = { library: 16_384, other: 4 };
const nativeLibrary = /^lib\/.*\.so$/;
/** The extra field that says how an entry is aligned, as Android's own tool writes it. */
const alignmentField = 0xd935;
const alignmentFieldBytes = 6;
/** Sizes that an archive without ZIP64, which devices do not read, can hold. */
const limits = { entries: 0xffff, bytes: 0xffff_ffff };
const utf8Flag = 0x800;

/**
 * Writes the packed bytes of these entries into a new archive, stored ones aligned, and then `added` files. Errors:
 * PackageError when the archive would be too large for devices.
 */
export async function writeAligned(
  writer: FileWriter,
  zip: GuardedZip,
  entries: readonly ZipEntry[],
  added: readonly JarFile[],
): Promise<void> {
  const written: ZipEntry[] = [];
  for (const source of entries) {
    const entry = {
      ...source,
      nameBytes: Buffer.byteLength(source.name),
      flags: utf8Flag,
      offset: writer.position,
    };
    await writer.write(localHeader(entry, padding(entry)));
    for await (const chunk of zip.packed(source)) await writer.write(chunk);
    written.push(entry);
  }
  for (const { name, data } of added) {
    const packed = deflateRawSync(data);
    const entry = addedEntry(name, data, packed.length, writer.position);
    await writer.write(localHeader(entry));
    await writer.write(packed);
    written.push(entry);
  }
  await writeDirectory(writer, written);
}

/** What the extra field of a stored entry must hold for its bytes to begin where they should. */
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

const addedEntry = (name: string, data: Buffer, compressedSize: number, offset: number): ZipEntry => ({
  name,
  nameBytes: Buffer.byteLength(name),
  compressionMethod: deflatedMethod,
  flags: utf8Flag,
  crc32: crc32(data),
  compressedSize,
  uncompressedSize: data.length,
  offset,
  unixMode: 0o100644,
});

async function writeDirectory(writer: FileWriter, entries: readonly ZipEntry[]): Promise<void> {
  const start = writer.position;
  const tooLarge = entries.length > limits.entries || start > limits.bytes;
  if (tooLarge) throw new PackageError('too_large_to_sign');
  for (const entry of entries) await writer.write(directoryRecord(entry));
  await writer.write(endRecord(entries.length, writer.position - start, start));
  await writer.flush();
}

import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { Entry, type ZipFile } from 'yauzl';
import { PackageError } from '../package-error.ts';
import { isSystemError } from './system-error.ts';
import { storedMethod, type ZipEntry } from './zip-entry.ts';

const chunkBytes = 256 * 1024;
const localHeaderBytes = 30;
const localHeaderSignature = 0x04034b50;
/** Room for the extra field of an entry's own header; where it is longer, the bytes behind it are read by themselves. */
const usualExtraBytes = 1024;
/** Entries that are read and inflated at once: thousands of small ones each cost a stream otherwise. */
const smallBytes = { packed: 64 * 1024, unpacked: 512 * 1024 };

/**
 * The unpacked bytes of an entry out of its packed ones, chunk by chunk. Each chunk has to be used before the next: its memory
 * may be used again. Inflating stops when the consumer stops, apart from what fits into the buffers of the streams.
 */
export async function* inflateEntry(packed: AsyncGenerator<Buffer>, entry: ZipEntry): AsyncGenerator<Buffer> {
  try {
    if (entry.compressionMethod === storedMethod) yield* packed;
    else yield* isSmall(entry) ? inflateAtOnce(packed, entry) : inflate(packed);
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw new PackageError('malformed_zip', { entry: entry.name, cause: error });
  }
}

/** The bytes of an entry as they are in the file, packed or not, in chunks that have to be used one before the next. */
export async function* packedBytes(
  handle: FileHandle,
  directory: ZipFile,
  entry: ZipEntry,
): AsyncGenerator<Buffer> {
  try {
    const whole = entry.compressedSize <= smallBytes.packed ? await readWithHeader(handle, entry) : null;
    if (whole !== null) {
      yield whole;
      return;
    }
    const { fileDataStart } = await directory.readLocalFileHeaderPromise(asYauzlEntry(entry), {
      minimal: true,
    });
    yield* readChunks(handle, fileDataStart, fileDataStart + entry.compressedSize);
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw new PackageError('malformed_zip', { entry: entry.name, cause: error });
  }
}

/** A small entry in one reading with its own header; null when that is not as usual. */
async function readWithHeader(handle: FileHandle, entry: ZipEntry): Promise<Buffer | null> {
  const length = localHeaderBytes + entry.nameBytes + usualExtraBytes + entry.compressedSize;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, entry.offset);
  if (bytesRead < localHeaderBytes || buffer.readUInt32LE(0) !== localHeaderSignature) return null;
  const start = localHeaderBytes + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
  const end = start + entry.compressedSize;
  return end <= bytesRead ? buffer.subarray(start, end) : null;
}

const isSmall = ({ compressedSize, uncompressedSize }: ZipEntry): boolean =>
  compressedSize <= smallBytes.packed && uncompressedSize <= smallBytes.unpacked;

async function* inflateAtOnce(
  packed: AsyncGenerator<Buffer>,
  { uncompressedSize, name }: ZipEntry,
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of packed) chunks.push(Buffer.from(chunk));
  try {
    yield inflateRawSync(Buffer.concat(chunks), { maxOutputLength: Math.max(1, uncompressedSize) });
  } catch (error) {
    const tooMuch = error instanceof RangeError;
    throw tooMuch ? new PackageError('zip_bomb', { entry: name, cause: error }) : error;
  }
}

/** Memory that no chunk uses now. */
const free: Buffer[] = [];
const borrowed = (): Buffer => free.pop() ?? Buffer.allocUnsafe(chunkBytes);

/** Reads a chunk while the one before it is used. */
async function* readChunks(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  let [filling, used] = [borrowed(), borrowed()];
  let coming = readFully(handle, filling, start, end);
  try {
    for (let at = start; at < end; at += chunkBytes) {
      const chunk = await coming;
      [filling, used] = [used, filling];
      if (at + chunkBytes < end) coming = readFully(handle, filling, at + chunkBytes, end);
      // Told when it is this chunk's turn.
      coming.catch(() => undefined);
      yield chunk;
    }
  } finally {
    await coming.catch(() => undefined);
    free.push(filling, used);
  }
}

async function readFully(handle: FileHandle, target: Buffer, start: number, end: number): Promise<Buffer> {
  const length = Math.min(target.length, end - start);
  const { bytesRead } = await handle.read(target, 0, length, start);
  if (bytesRead < length) throw new PackageError('truncated');
  return target.subarray(0, length);
}

async function* inflate(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = createInflateRaw({ chunkSize: chunkBytes });
  // What goes wrong with the packed bytes ends the unpacked ones, which tell it.
  pipeline(packed, unpacked).catch(() => undefined);
  try {
    yield* unpacked;
  } finally {
    unpacked.destroy();
  }
}

function asYauzlEntry(entry: ZipEntry): Entry {
  return Object.assign(new Entry(), {
    compressedSize: entry.compressedSize,
    relativeOffsetOfLocalHeader: entry.offset,
  });
}

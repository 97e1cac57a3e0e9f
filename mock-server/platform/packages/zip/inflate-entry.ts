import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { Entry, type ZipFile } from 'yauzl';
import { PackageError } from '../package-error.ts';
import { isSystemError } from './system-error.ts';
import { deflatedMethod, storedMethod, type ZipEntry } from './zip-entry.ts';

const chunkBytes = 64 * 1024;
/** Entries that are read and inflated at once: thousands of small ones each cost a stream otherwise. */
const smallBytes = { packed: 64 * 1024, unpacked: 512 * 1024 };

/**
 * The unpacked bytes of an entry, chunk by chunk. Inflating stops when the consumer stops, apart from what fits into the
 * buffers of the streams.
 */
export async function* inflateEntry(
  handle: FileHandle,
  directory: ZipFile,
  entry: ZipEntry,
): AsyncGenerator<Buffer> {
  try {
    const { fileDataStart } = await directory.readLocalFileHeaderPromise(asYauzlEntry(entry), {
      minimal: true,
    });
    const packed = readChunks(handle, fileDataStart, fileDataStart + entry.compressedSize);
    if (isSmall(entry)) yield* inflateAtOnce(packed, entry);
    else yield* entry.compressionMethod === storedMethod ? packed : inflate(packed);
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw new PackageError('malformed_zip', { entry: entry.name, cause: error });
  }
}

const isSmall = ({ compressionMethod, compressedSize, uncompressedSize }: ZipEntry): boolean =>
  compressionMethod === deflatedMethod &&
  compressedSize <= smallBytes.packed &&
  uncompressedSize <= smallBytes.unpacked;

async function* inflateAtOnce(
  packed: AsyncGenerator<Buffer>,
  { uncompressedSize, name }: ZipEntry,
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of packed) chunks.push(chunk);
  try {
    yield inflateRawSync(Buffer.concat(chunks), { maxOutputLength: Math.max(1, uncompressedSize) });
  } catch (error) {
    const tooMuch = error instanceof RangeError;
    throw tooMuch ? new PackageError('zip_bomb', { entry: name, cause: error }) : error;
  }
}

async function* readChunks(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += chunkBytes) {
    const length = Math.min(chunkBytes, end - at);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new PackageError('truncated');
    yield buffer;
  }
}

async function* inflate(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed);
  const unpacked = createInflateRaw({ chunkSize: chunkBytes });
  source.once('error', (error: Error) => unpacked.destroy(error));
  try {
    yield* source.pipe(unpacked);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

function asYauzlEntry(entry: ZipEntry): Entry {
  return Object.assign(new Entry(), {
    compressedSize: entry.compressedSize,
    relativeOffsetOfLocalHeader: entry.offset,
  });
}

import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { Entry, type ZipFile } from 'yauzl';
import { PackageError } from '../package-error.ts';
import { isSystemError } from './system-error.ts';
import { storedMethod, type ZipEntry } from './zip-entry.ts';

const chunkBytes = 64 * 1024;

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
    yield* entry.compressionMethod === storedMethod ? packed : inflate(packed);
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw new PackageError('malformed_zip', { entry: entry.name, cause: error });
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

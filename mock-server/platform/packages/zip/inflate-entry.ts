import { createInflateRaw } from 'node:zlib';
import { Entry, type ZipFile } from 'yauzl';
import { PackageError } from '../package-error.ts';
import { isSystemError } from './system-error.ts';
import { storedMethod, type ZipEntry } from './zip-entry.ts';

/**
 * The unpacked bytes of an entry, chunk by chunk. Whoever stops early stops the inflating: nothing runs ahead by more
 * than the streams' own buffers.
 */
export async function* inflateEntry(file: ZipFile, entry: ZipEntry): AsyncGenerator<Buffer> {
  try {
    const packed = await file.openReadStreamPromise(asYauzlEntry(entry), { decodeFileData: false });
    if (entry.compressionMethod === storedMethod) yield* packed;
    else yield* inflate(packed);
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw new PackageError('malformed_zip', { entry: entry.name, cause: error });
  }
}

async function* inflate(packed: NodeJS.ReadableStream & { destroy(): unknown }): AsyncGenerator<Buffer> {
  const unpacked = createInflateRaw();
  packed.once('error', (error: Error) => unpacked.destroy(error));
  try {
    yield* packed.pipe(unpacked);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

function asYauzlEntry(entry: ZipEntry): Entry {
  return Object.assign(new Entry(), {
    compressionMethod: entry.compressionMethod,
    generalPurposeBitFlag: entry.flags,
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    relativeOffsetOfLocalHeader: entry.offset,
  });
}

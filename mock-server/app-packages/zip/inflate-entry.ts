import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { Entry, type ZipFile } from 'yauzl';
import { isSystemError, PackageError } from '../package-error.ts';
import { storedMethod, type ZipEntry } from './zip-entry.ts';

const chunkBytes = 1024 * 1024;
/** Room for the header before the first chunk. */
const bufferBytes = chunkBytes + 8192;
const localHeaderBytes = 30;
const localHeaderSignature = 0x04034b50;
const encryptedFlag = 0x1;
const descriptorFlag = 0x8;
/** In place of a size that is in the extra field. */
const inZip64 = 0xffffffff;
/**
 * Room for the extra field of an entry's own header; where the field is longer, the bytes after it are read separately.
 */
const defaultExtraBytes = 1024;
/**
 * Entries up to this size are read and inflated in one step: with thousands of small ones, a stream for each would be
 * slow.
 */
const smallBytes = { packed: 64 * 1024, unpacked: 512 * 1024 };

/**
 * Makes the unpacked bytes of an entry from its packed ones, chunk by chunk. A chunk must be used before the next one,
 * because its memory may be reused. Inflating stops when the consumer stops, apart from what fits into the buffers of
 * the streams.
 */
export async function* inflateEntry(packed: AsyncGenerator<Buffer>, entry: ZipEntry): AsyncGenerator<Buffer> {
  try {
    if (entry.compressionMethod === storedMethod) yield* packed;
    else yield* isSmall(entry) ? inflateWhole(packed, entry) : inflate(packed);
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw new PackageError('malformed_zip', { entry: entry.name, cause: error });
  }
}

/**
 * The bytes of an entry as they are in the file, packed or not, in chunks that must be used before the next one.
 * Reading begins at once.
 */
export function packedBytes(handle: FileHandle, directory: ZipFile, entry: ZipEntry): AsyncGenerator<Buffer> {
  const first = borrowed();
  const started = readStart(handle, directory, entry, first);
  // Whoever takes the bytes gets the error.
  started.catch(() => undefined);
  return bytesFrom(handle, entry, started, first);
}

async function* bytesFrom(
  handle: FileHandle,
  entry: ZipEntry,
  started: ReturnType<typeof readStart>,
  first: Buffer,
): AsyncGenerator<Buffer> {
  const second = borrowed();
  try {
    const [start, loaded] = await started;
    yield* readChunks(handle, start, start + entry.compressedSize, loaded, [first, second]);
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw new PackageError('malformed_zip', { entry: entry.name, cause: error });
  } finally {
    free.push(first, second);
  }
}

/** Where an entry's bytes begin, and the first of them, which are usually read together with the header before them. */
async function readStart(
  handle: FileHandle,
  directory: ZipFile,
  entry: ZipEntry,
  target: Buffer,
): Promise<readonly [start: number, loaded: Buffer]> {
  const expected = localHeaderBytes + entry.nameBytes + defaultExtraBytes;
  const length = Math.min(target.length, expected + entry.compressedSize);
  const { bytesRead } = await handle.read(target, 0, length, entry.offset);
  const isHeader = bytesRead >= localHeaderBytes && target.readUInt32LE(0) === localHeaderSignature;
  if (isHeader) refuseDifferences(target.subarray(0, bytesRead), entry);
  const start = isHeader ? localHeaderBytes + target.readUInt16LE(26) + target.readUInt16LE(28) : Infinity;
  if (start <= Math.min(expected, bytesRead)) {
    return [entry.offset + start, target.subarray(start, Math.min(bytesRead, start + entry.compressedSize))];
  }
  const header = await directory.readLocalFileHeaderPromise(asYauzlEntry(entry), { minimal: true });
  return [header.fileDataStart, target.subarray(0, 0)];
}

/**
 * Refuses an entry whose own header has another name, size or checksum than the directory, or says that it is
 * encrypted: some systems that unpack it use the one, some the other. Where the header leaves size and checksum to a
 * descriptor after the bytes, nobody here reads that descriptor: the bytes are compared with the directory.
 */
function refuseDifferences(header: Buffer, entry: ZipEntry): void {
  const name = header.subarray(localHeaderBytes, localHeaderBytes + header.readUInt16LE(26));
  const isNamed = isUtf8(name) ? name.toString('utf8') === entry.name : name.length === entry.nameBytes;
  const flags = header.readUInt16LE(6);
  const isEncrypted = (flags & encryptedFlag) !== 0;
  const hasDescriptor = (flags & descriptorFlag) !== 0;
  const agrees = (at: number, value: number) => [value, inZip64].includes(header.readUInt32LE(at));
  const isMeasured =
    header.readUInt32LE(14) === entry.crc32 &&
    agrees(18, entry.compressedSize) &&
    agrees(22, entry.uncompressedSize);
  if (!isNamed || isEncrypted || !(hasDescriptor || isMeasured)) {
    throw new PackageError('malformed_zip', { entry: entry.name });
  }
}

const isSmall = ({ compressedSize, uncompressedSize }: ZipEntry): boolean =>
  compressedSize <= smallBytes.packed && uncompressedSize <= smallBytes.unpacked;

async function* inflateWhole(
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

/** Buffers that no chunk uses now. */
const free: Buffer[] = [];
const borrowed = (): Buffer => free.pop() ?? Buffer.allocUnsafe(bufferBytes);

/**
 * Reads each chunk while the previous one is processed, in two buffers by turns; `loaded`: the first bytes, which are
 * already in the first buffer.
 */
async function* readChunks(
  handle: FileHandle,
  start: number,
  end: number,
  loaded: Buffer,
  [first, second]: readonly [Buffer, Buffer],
): AsyncGenerator<Buffer> {
  let [used, filling] = [first, second];
  let chunk = loaded;
  for (let at = start + chunk.length; at < end; at += chunk.length) {
    const coming = readFully(handle, filling, at, Math.min(end, at + chunkBytes));
    // Its error is thrown when it is this chunk's turn.
    coming.catch(() => undefined);
    try {
      if (chunk.length > 0) yield chunk;
    } finally {
      await coming.catch(() => undefined);
    }
    [filling, used] = [used, filling];
    chunk = await coming;
  }
  yield chunk;
}

async function readFully(handle: FileHandle, target: Buffer, start: number, end: number): Promise<Buffer> {
  const length = Math.min(target.length, end - start);
  const { bytesRead } = await handle.read(target, 0, length, start);
  if (bytesRead < length) throw new PackageError('truncated');
  return target.subarray(0, length);
}

async function* inflate(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = createInflateRaw({ chunkSize: chunkBytes });
  // An error in the packed bytes ends the unpacked ones, which report it.
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

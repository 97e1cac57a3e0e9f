import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { PackageError } from '../package-error.ts';
import { FileWriter } from './file-writer.ts';
import type { GuardedZip } from './guarded-zip.ts';
import { deflatedMethod, storedMethod, type ZipEntry } from './zip-entry.ts';
import { directoryRecord, endRecord, localHeader } from './zip-records.ts';

/** What an archive without ZIP64, which devices do not read, can contain. */
const limits = { entries: 0xffff, bytes: 0xffff_ffff };
const utf8Flag = 0x800;
const plainMode = 0o100644;
const chunkBytes = 256 * 1024;

/** Writes an archive for devices, from its beginning. Errors: PackageError `too_large_to_sign`. */
export class ArchiveWriter {
  readonly #file: FileHandle;
  readonly #writer: FileWriter;
  readonly #written: ZipEntry[] = [];

  constructor(file: FileHandle) {
    this.#file = file;
    this.#writer = new FileWriter(file);
  }

  /** Copies the packed bytes of an entry; `padding` makes the extra field that aligns it at its new place. */
  async copy(zip: GuardedZip, source: ZipEntry, padding?: (placed: ZipEntry) => Buffer): Promise<void> {
    const entry = this.#placed(source);
    await this.#writer.write(localHeader(entry, padding?.(entry)));
    for await (const chunk of zip.packed(source)) await this.#writer.write(chunk);
    this.#written.push(entry);
  }

  /** Copies an entry without its compression. */
  async copyStored(zip: GuardedZip, source: ZipEntry, padding: (placed: ZipEntry) => Buffer): Promise<void> {
    const { uncompressedSize: compressedSize } = source;
    const entry = this.#placed({ ...source, compressionMethod: storedMethod, compressedSize });
    await this.#writer.write(localHeader(entry, padding(entry)));
    for await (const chunk of zip.chunks(source)) await this.#writer.write(chunk);
    this.#checkSize();
    this.#written.push(entry);
  }

  /**
   * Copies an entry like `copy`, and yields its unpacked bytes, in chunks that must be used before the next one. Its
   * checksum is copied and not verified: whoever reads the new archive does that.
   */
  async *copyUnpacking(zip: GuardedZip, source: ZipEntry): AsyncGenerator<Buffer> {
    const entry = this.#placed(source);
    await this.#writer.write(localHeader(entry));
    const start = this.#writer.position;
    yield* zip.uncheckedChunks(source, this.#copied(zip.packed(source)));
    // There are packed bytes after the end of the compressed data.
    if (this.#writer.position - start !== source.compressedSize) {
      throw new PackageError('malformed_zip', { entry: source.name });
    }
    this.#written.push(entry);
  }

  /** Adds a file, deflated. */
  async add(name: string, data: Buffer): Promise<void> {
    const packed = deflateRawSync(data);
    const entry = this.#placed({
      ...empty(name, deflatedMethod, plainMode),
      crc32: crc32(data),
      compressedSize: packed.length,
      uncompressedSize: data.length,
    });
    await this.#writer.write(localHeader(entry));
    await this.#writer.write(packed);
    this.#written.push(entry);
  }

  /**
   * Adds a file of any size from its chunks, packed and with the mode of `source`. Its header is rewritten at the end.
   */
  async stream(source: ZipEntry, chunks: AsyncIterable<Buffer>): Promise<void> {
    const { name, compressionMethod, unixMode } = source;
    const entry = this.#placed(empty(name, compressionMethod, unixMode));
    await this.#writer.write(localHeader(entry));
    const start = this.#writer.position;
    const counted = this.#counted(entry, chunks);
    if (compressionMethod === storedMethod) await this.#drain(counted);
    else {
      // Level 1: the file has just been signed, and somebody waits for it.
      const packing = createDeflateRaw({ level: 1, chunkSize: chunkBytes });
      await Promise.all([pipeline(counted, packing), this.#drain(packing)]);
    }
    entry.compressedSize = this.#writer.position - start;
    this.#checkSize();
    await this.#writer.flush();
    await this.#file.write(localHeader(entry), 0, undefined, entry.offset);
    this.#written.push(entry);
  }

  /** Ends the archive with its directory. */
  async finish(): Promise<void> {
    const start = this.#writer.position;
    if (this.#written.length > limits.entries) throw new PackageError('too_large_to_sign');
    this.#checkSize();
    for (const entry of this.#written) await this.#writer.write(directoryRecord(entry));
    await this.#writer.write(endRecord(this.#written.length, this.#writer.position - start, start));
    await this.#writer.flush();
  }

  #placed(entry: ZipEntry): ZipEntry {
    return {
      ...entry,
      nameBytes: Buffer.byteLength(entry.name),
      flags: utf8Flag,
      offset: this.#writer.position,
    };
  }

  async *#copied(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      const written = this.#writer.writeInPlace(chunk);
      // The error is thrown below.
      written.catch(() => undefined);
      yield chunk;
      await written;
    }
  }

  async *#counted(entry: ZipEntry, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      entry.crc32 = crc32(chunk, entry.crc32);
      entry.uncompressedSize += chunk.length;
      yield chunk;
    }
  }

  async #drain(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) await this.#writer.write(chunk);
  }

  #checkSize(): void {
    if (this.#writer.position > limits.bytes) throw new PackageError('too_large_to_sign');
  }
}

const empty = (name: string, compressionMethod: number, unixMode: number): ZipEntry => ({
  name,
  nameBytes: 0,
  compressionMethod,
  flags: 0,
  crc32: 0,
  compressedSize: 0,
  uncompressedSize: 0,
  offset: 0,
  unixMode,
});

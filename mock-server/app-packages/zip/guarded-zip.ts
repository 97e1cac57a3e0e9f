import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { ZipFile } from 'yauzl';
import { Budget } from '../budget.ts';
import { PackageError } from '../package-error.ts';
import { inflateEntry, packedBytes } from './inflate-entry.ts';
import type { ZipEntry } from './zip-entry.ts';

/**
 * An archive whose directory is within the limits. Entries are read one at a time, through buffers of a few KiB, and never
 * beyond the caller's own limit, because the sizes that an archive states may be false.
 */
export class GuardedZip {
  readonly fileBytes: number;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** The remaining budget for reading the whole archive. */
  readonly budget: Budget;
  readonly #handle: FileHandle;
  readonly #file: ZipFile;
  #normalized: ReadonlyMap<string, string> | null = null;
  #ahead: { entry: ZipEntry; packed: AsyncGenerator<Buffer> } | null = null;

  constructor(handle: FileHandle, file: ZipFile, entries: ReadonlyMap<string, ZipEntry>, fileBytes: number) {
    this.#handle = handle;
    this.#file = file;
    this.entries = entries;
    this.fileBytes = fileBytes;
    this.budget = new Budget(fileBytes);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  names(): string[] {
    return [...this.entries.keys()];
  }

  /**
   * The archive's name of a file that a document names: macOS writes letters with marks as two characters, and its
   * file systems take both forms for the same. Without such a file, the name as it is.
   */
  nameOf(name: string): string {
    if (this.entries.has(name)) return name;
    this.#normalized ??= new Map(this.names().map((each) => [each.normalize('NFC'), each]));
    return this.#normalized.get(name.normalize('NFC')) ?? name;
  }

  /** The bytes of the file itself from `start` to `end`; fewer when it ends before. */
  async raw(start: number, end: number): Promise<Buffer> {
    if (start < 0 || end <= start) return Buffer.alloc(0);
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  }

  /** The bytes of the file itself from `start` to `end`, in chunks. Each chunk is the same memory: use it before the next. */
  async *rawChunks(start: number, end: number, chunkBytes: number): AsyncGenerator<Buffer> {
    const chunk = Buffer.alloc(Math.min(chunkBytes, Math.max(0, end - start)));
    for (let at = start; at < end; at += chunk.length) {
      const length = Math.min(chunk.length, end - at);
      const { bytesRead } = await this.#handle.read(chunk, 0, length, at);
      if (bytesRead < length) throw new PackageError('truncated');
      yield chunk.subarray(0, length);
    }
  }

  /** The bytes of an entry as they are in the file, packed or not, in chunks. Use each before the next: its memory is used again. */
  packed(entry: ZipEntry): AsyncGenerator<Buffer> {
    const ahead = this.#ahead;
    if (ahead?.entry !== entry) return packedBytes(this.#handle, this.#file, entry);
    this.#ahead = null;
    return ahead.packed;
  }

  /** Begins to read the entry that is needed next, while the one before is used. */
  readAhead(entry: ZipEntry): void {
    if (this.#ahead?.entry !== entry) this.#ahead = { entry, packed: this.packed(entry) };
  }

  /**
   * The unpacked bytes of an entry, in chunks that must be used before the next one; refuses entries that differ from
   * the directory.
   */
  async *chunks(entry: ZipEntry): AsyncGenerator<Buffer> {
    let sum = 0;
    for await (const chunk of this.uncheckedChunks(entry, this.packed(entry))) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new PackageError('malformed_zip', { entry: entry.name });
  }

  /** Like `chunks`, without verifying the checksum: for a caller that copies it into an archive that is read again. */
  async *uncheckedChunks(entry: ZipEntry, packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    let position = 0;
    for await (const chunk of inflateEntry(packed, entry)) {
      position += chunk.length;
      this.budget.inflate(chunk.length);
      if (position > entry.uncompressedSize) throw new PackageError('zip_bomb', { entry: entry.name });
      yield chunk;
    }
    if (position !== entry.uncompressedSize) throw new PackageError('malformed_zip', { entry: entry.name });
  }

  /** The whole entry; null when there is none of this name. Refuses entries of more than `maxBytes` and damaged ones. */
  async read(name: string, maxBytes: number): Promise<Buffer | null> {
    const entry = this.entries.get(name);
    if (entry === undefined) return null;
    if (entry.uncompressedSize > maxBytes) throw new PackageError('entry_too_large', { entry: name });
    const bytes = await this.#collect(entry, 0, entry.uncompressedSize);
    if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) {
      throw new PackageError('malformed_zip', { entry: name });
    }
    return bytes;
  }

  /** Up to `length` unpacked bytes of an entry from `start`; fewer when it ends earlier. Inflates no more than that. */
  async readSlice(name: string, start: number, length: number): Promise<Buffer> {
    const entry = this.entries.get(name);
    return entry === undefined ? Buffer.alloc(0) : await this.#collect(entry, start, length);
  }

  async #collect(entry: ZipEntry, start: number, length: number): Promise<Buffer> {
    const retained: Buffer[] = [];
    let position = 0;
    for await (const chunk of inflateEntry(this.packed(entry), entry)) {
      const wanted = chunk.subarray(Math.max(0, start - position), Math.max(0, start + length - position));
      if (wanted.length > 0) retained.push(Buffer.from(wanted));
      position += chunk.length;
      this.budget.inflate(chunk.length);
      if (position > entry.uncompressedSize) throw new PackageError('zip_bomb', { entry: entry.name });
      if (position > start + length) break;
    }
    return Buffer.concat(retained);
  }
}

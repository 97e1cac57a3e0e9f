import type { FileHandle } from 'node:fs/promises';

/** Most bytes that wait in memory while others are being written. */
const maxBufferedBytes = 1024 * 1024;

/**
 * Appends to a file. Pieces that arrive while others are being written wait, and are then written together, so that a
 * fast sender and the disk work at the same time and memory does not grow. `FileTail` owns the pieces that it is given,
 * and empties them after writing.
 */
export class FileTail {
  /** Offset up to which the file is written, though not necessarily flushed to the disk. */
  end: number;
  readonly #file: FileHandle;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #batch: Promise<void> | null = null;
  #failure: Error | null = null;

  constructor(file: FileHandle, start: number) {
    this.#file = file;
    this.end = start;
  }

  /** Adds a piece; resolves when there is room for the next. Error: why an earlier piece could not be written. */
  async add(piece: Buffer): Promise<void> {
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    this.#batch ??= this.#write();
    while (this.#batch !== null && this.#waitingBytes > maxBufferedBytes) await this.#batch;
    if (this.#failure !== null) throw this.#failure;
  }

  /** Resolves when every piece is written; returns the error if that failed, else null. */
  async flush(): Promise<unknown> {
    while (this.#batch !== null) await this.#batch;
    return this.#failure;
  }

  async #write(): Promise<void> {
    const pieces = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    try {
      await this.#writeAll(pieces);
      for (const piece of pieces) releasePiece(piece);
    } catch (error) {
      this.#failure = error as Error;
    }
    this.#batch = this.#failure === null && this.#waiting.length > 0 ? this.#write() : null;
  }

  /** A write may store fewer bytes than it is given, for example when the disk is nearly full. */
  async #writeAll(pieces: Buffer[]): Promise<void> {
    const { bytesWritten } = await this.#file.writev(pieces, this.end);
    this.end += bytesWritten;
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (bytesWritten < size) await this.#writeAll([Buffer.concat(pieces).subarray(bytesWritten)]);
  }
}

/**
 * Frees the memory of a piece at once. Left to the garbage collector, every 32 MiB of pieces would start a collection, which
 * took more processor time than the rest of an upload. Memory that a piece shares with others is not freed.
 */
function releasePiece({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

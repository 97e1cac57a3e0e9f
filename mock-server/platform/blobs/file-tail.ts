import type { FileHandle } from 'node:fs/promises';

/** Bytes that may wait while others are being written. */
const mostWaiting = 1024 * 1024;

/**
 * The end of a file that grows. Pieces that come while others are being written wait and are then written together, so
 * a fast sender and the disk work at the same time and memory stays flat. Pieces are taken over: once written they are empty.
 */
export class FileTail {
  /** Up to where the file is written; not necessarily safe on the disk yet. */
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

  /** Takes a piece; resolves when there is room for the next. Error: why an earlier piece could not be written. */
  async add(piece: Buffer): Promise<void> {
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    this.#batch ??= this.#write();
    while (this.#batch !== null && this.#waitingBytes > mostWaiting) await this.#batch;
    if (this.#failure !== null) throw this.#failure;
  }

  /** Resolves when all that was taken is written; returns why that failed, or null. */
  async flushed(): Promise<unknown> {
    while (this.#batch !== null) await this.#batch;
    return this.#failure;
  }

  async #write(): Promise<void> {
    const pieces = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    try {
      await this.#writeAll(pieces);
      for (const piece of pieces) giveBack(piece);
    } catch (error) {
      this.#failure = error as Error;
    }
    this.#batch = this.#failure === null && this.#waiting.length > 0 ? this.#write() : null;
  }

  /** The system may take less than it is given, as when the disk is nearly full. */
  async #writeAll(pieces: Buffer[]): Promise<void> {
    const { bytesWritten } = await this.#file.writev(pieces, this.end);
    this.end += bytesWritten;
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (bytesWritten < size) await this.#writeAll([Buffer.concat(pieces).subarray(bytesWritten)]);
  }
}

/**
 * Frees the memory of a piece now, not when garbage is collected next: every 32 MiB of pieces would bring that about, and it
 * took more of the processor's time than all the rest of an upload. Memory that a piece shares with others stays.
 */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

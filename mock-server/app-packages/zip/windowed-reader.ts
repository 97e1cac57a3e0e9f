import type { FileHandle } from 'node:fs/promises';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';

const windowBytes = 64 * 1024;

/**
 * Lets yauzl read a file through a buffer. yauzl reads the directory in steps of about a hundred bytes; with the
 * buffer, only one step in hundreds reads the file. The caller must close the file.
 */
export class WindowedReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #window = Buffer.alloc(windowBytes);
  #start = 0;
  #filled = 0;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    // Nearly every step finds its bytes in the buffer: with a promise for each step, an archive of 10,000 names would
    // take twice as long.
    const from = position - this.#start;
    if (from >= 0 && from + length <= this.#filled) {
      this.#window.copy(target, offset, from, from + length);
      callback(null);
      return;
    }
    callbackify(() => this.#copy(target, offset, length, position))((error) => callback(error));
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  async #copy(target: Buffer, offset: number, length: number, position: number): Promise<void> {
    for (let done = 0; done < length; ) {
      const at = position + done;
      if (at < this.#start || at >= this.#start + this.#filled) await this.#fill(at);
      const from = at - this.#start;
      done += this.#window.copy(target, offset + done, from, Math.min(this.#filled, from + length - done));
    }
  }

  async #fill(position: number): Promise<void> {
    this.#filled = 0;
    const { bytesRead } = await this.#file.read(this.#window, 0, windowBytes, position);
    if (bytesRead === 0) throw new Error('unexpected end of file');
    this.#start = position;
    this.#filled = bytesRead;
  }
}

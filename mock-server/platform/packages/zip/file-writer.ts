import type { FileHandle } from 'node:fs/promises';

const bufferBytes = 256 * 1024;

/** Writes a file from its beginning, through a buffer: archives have many small parts. */
export class FileWriter {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.alloc(bufferBytes);
  #filled = 0;
  #written = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Where the next byte goes. */
  get position(): number {
    return this.#written + this.#filled;
  }

  async write(bytes: Buffer): Promise<void> {
    if (bytes.length >= bufferBytes) {
      await this.flush();
      await this.#writeOut(bytes);
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#buffer, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled === bufferBytes) await this.flush();
    }
  }

  async flush(): Promise<void> {
    const filled = this.#buffer.subarray(0, this.#filled);
    this.#filled = 0;
    await this.#writeOut(filled);
  }

  async #writeOut(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.length - at;
      at += (await this.#file.write(bytes, at, length, this.#written + at)).bytesWritten;
    }
    this.#written += bytes.length;
  }
}

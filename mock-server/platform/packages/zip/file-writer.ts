import type { FileHandle } from 'node:fs/promises';

const bufferBytes = 256 * 1024;

/** Writes a file from its beginning through two buffers: one is filled while the other is written. */
export class FileWriter {
  readonly #file: FileHandle;
  #filling = Buffer.alloc(bufferBytes);
  #resting = Buffer.alloc(bufferBytes);
  #filled = 0;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Where the next byte goes. */
  get position(): number {
    return this.#written + this.#filled;
  }

  /** Takes the bytes over: the caller may change them then. */
  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#filling, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled === bufferBytes) await this.#turn();
    }
  }

  /** Waits until all bytes are in the file. */
  async flush(): Promise<void> {
    await this.#turn();
    await this.#writing;
  }

  /** Lets the full buffer be written once the other one is. */
  async #turn(): Promise<void> {
    await this.#writing;
    const full = this.#filling.subarray(0, this.#filled);
    [this.#filling, this.#resting] = [this.#resting, this.#filling];
    this.#writing = this.#writeOut(full, this.#written);
    // Told to whoever waits for it next.
    this.#writing.catch(() => undefined);
    this.#written += full.length;
    this.#filled = 0;
  }

  async #writeOut(bytes: Buffer, start: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      at += (await this.#file.write(bytes, at, bytes.length - at, start + at)).bytesWritten;
    }
  }
}

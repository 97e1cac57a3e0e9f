import type { FileHandle } from 'node:fs/promises';

const bufferBytes = 256 * 1024;
const nothing = Buffer.alloc(0);

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

  /** Copies the bytes: the caller may change them afterwards. */
  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#filling, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled === bufferBytes) await this.#turn();
    }
  }

  /** Writes bytes without copying them: they must not change until this resolves. */
  async writeInPlace(bytes: Buffer): Promise<void> {
    if (bytes.length < bufferBytes) return await this.write(bytes);
    await this.#turn(bytes);
    await this.#writing;
  }

  /** Waits until all bytes are in the file. */
  async flush(): Promise<void> {
    await this.#turn();
    await this.#writing;
  }

  /** Starts writing the filled buffer, followed by `behind`, once the other buffer is written. */
  async #turn(behind: Buffer = nothing): Promise<void> {
    await this.#writing;
    const full = this.#filling.subarray(0, this.#filled);
    [this.#filling, this.#resting] = [this.#resting, this.#filling];
    this.#writing = this.#writeOut([full, behind], this.#written);
    // Whoever waits for it next gets the error.
    this.#writing.catch(() => undefined);
    this.#written += full.length + behind.length;
    this.#filled = 0;
  }

  async #writeOut(parts: readonly Buffer[], start: number): Promise<void> {
    let rest = parts.filter(({ length }) => length > 0);
    for (let at = start; rest.length > 0; ) {
      const { bytesWritten } = await this.#file.writev(rest, at);
      at += bytesWritten;
      rest = without(rest, bytesWritten);
    }
  }
}

/** The remaining bytes of buffers after so many bytes. */
function without(buffers: readonly Buffer[], bytes: number): Buffer[] {
  let done = bytes;
  return buffers.flatMap((buffer) => {
    const left = buffer.subarray(Math.min(done, buffer.length));
    done -= buffer.length - left.length;
    return left.length > 0 ? [left] : [];
  });
}

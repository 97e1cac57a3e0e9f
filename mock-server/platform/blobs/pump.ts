import { type FileHandle, open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { acquireBuffer, releaseBuffer } from './piece-buffers.ts';
import type { ByteRange } from './store.ts';

/** A receiver that takes longer (ms) for a piece gets small ones until it is quick again. */
const fastPieceMs = 250;

/**
 * Writes a part of a file into a stream, reading one piece ahead. Returns when the stream has taken all of it; the stream
 * stays open. Error: that of the file or the stream, for example when the receiver disconnects.
 */
export async function pump(path: string, range: ByteRange, sink: Writable): Promise<void> {
  const file = await open(path);
  try {
    await new Transfer(file, range, sink).run();
  } finally {
    await file.close();
  }
}

/** Bytes, and the buffer that they were read into. */
interface Piece {
  buffer: Buffer;
  bytes: Buffer;
}

class Transfer {
  readonly #file: FileHandle;
  readonly #end: number;
  readonly #sink: Writable;
  #position: number;
  #isQuick = true;

  constructor(file: FileHandle, { start, end }: ByteRange, sink: Writable) {
    this.#file = file;
    this.#position = start;
    this.#end = end;
    this.#sink = sink;
  }

  async run(): Promise<void> {
    let piece = await this.#read();
    while (piece !== null) {
      const [next, values] = await Promise.allSettled([this.#read(), this.#writePiece(piece)]);
      if (next.status === 'rejected') throw next.reason;
      piece = next.value;
      if (values.status === 'fulfilled') continue;
      if (piece !== null) releaseBuffer(piece.buffer);
      throw values.reason;
    }
  }

  /** The next piece; null at the end. */
  async #read(): Promise<Piece | null> {
    const left = this.#end + 1 - this.#position;
    if (left <= 0) return null;
    const buffer = acquireBuffer(this.#isQuick);
    try {
      const { bytesRead } = await this.#file.read(buffer, 0, Math.min(buffer.length, left), this.#position);
      if (bytesRead === 0) throw new Error('The file is shorter than it should be.');
      this.#position += bytesRead;
      return { buffer, bytes: buffer.subarray(0, bytesRead) };
    } catch (error) {
      releaseBuffer(buffer);
      throw error;
    }
  }

  async #writePiece({ buffer, bytes }: Piece): Promise<void> {
    const started = performance.now();
    try {
      await waitUntilWritten(this.#sink, bytes);
    } catch (error) {
      releaseBuffer(buffer, true);
      throw error;
    }
    releaseBuffer(buffer);
    this.#isQuick = performance.now() - started < fastPieceMs;
  }
}

/** Resolves when the stream has passed the bytes on, so that their buffer can be reused. */
async function waitUntilWritten(sink: Writable, bytes: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onClose = () => reject(new Error('The receiver went away.'));
  sink.once('close', onClose);
  sink.write(bytes, (error) => (error ? reject(error) : resolve()));
  try {
    await promise;
  } finally {
    sink.off('close', onClose);
  }
}

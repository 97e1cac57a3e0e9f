import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { ByteRange } from './store.ts';

/**
 * Bytes read at once. A transfer uses the same two buffers of this size throughout: new buffers for every read cost half of
 * the throughput, for allocation and garbage collection.
 */
const pieceSize = 512 * 1024;

/**
 * Writes a part of a file into a stream, reading one piece ahead. Returns when the stream has taken all of it; the stream
 * stays open. Error: that of the file or the stream, for example when the receiver disconnects.
 */
export async function pump(path: string, { start, end }: ByteRange, sink: Writable): Promise<void> {
  const file = await open(path);
  try {
    let [front, back] = [Buffer.allocUnsafeSlow(pieceSize), Buffer.allocUnsafeSlow(pieceSize)];
    let position = start;
    const read = async (into: Buffer): Promise<Buffer> => {
      const length = Math.min(pieceSize, end + 1 - position);
      const { bytesRead } = await file.read(into, 0, length, position);
      if (bytesRead === 0 && length > 0) throw new Error('The file is shorter than it should be.');
      position += bytesRead;
      return into.subarray(0, bytesRead);
    };
    let piece = await read(front);
    while (piece.length > 0) {
      [front, back] = [back, front];
      [piece] = await Promise.all([read(front), taken(sink, piece)]);
    }
  } finally {
    await file.close();
  }
}

/** Resolves when the stream has passed the bytes on, so that their buffer can be reused. */
async function taken(sink: Writable, bytes: Buffer): Promise<void> {
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

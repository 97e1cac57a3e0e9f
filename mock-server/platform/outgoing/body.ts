import { Buffer } from 'node:buffer';
import type { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OutgoingError } from './outgoing-error.ts';

/**
 * Reads a body of at most `limit` bytes. They are counted as received and again as unpacked, so that a compression bomb
 * is stopped. Errors: `too_large`, `damaged`.
 */
export async function readBody(body: Readable, encoding: string | null, limit: number): Promise<Buffer> {
  const counted = limitBytes(limit);
  if (encoding === null || encoding === 'identity') return pipeline(body, counted, buffer);
  if (encoding !== 'gzip') throw new OutgoingError('damaged', `the encoding ${encoding} was not asked for`);
  return decompress(body, createGunzip(), limit);
}

async function decompress(body: Readable, unpack: Transform, limit: number): Promise<Buffer> {
  try {
    return await pipeline(body, limitBytes(limit), unpack, limitBytes(limit), buffer);
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new OutgoingError('damaged', 'the answer cannot be unpacked', { cause: error });
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

const limitBytes = (limit: number) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) throw new OutgoingError('too_large', `the answer is longer than ${limit} bytes`);
      yield chunk;
    }
  };

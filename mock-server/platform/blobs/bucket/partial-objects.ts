import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Incoming } from '../incoming.ts';
import type { ReceivedFile } from '../received-file.ts';
import { assertPartialName, type PartialStore } from '../store.ts';
import { tooLargeError, toRefusal, type WriteOptions, type WriteResult } from '../write-durably.ts';
import type { Bucket } from './bucket.ts';

/** Most bytes of an object; twice as many are in memory for each request that is being received. */
export const pieceSize = 8 * 1024 * 1024;

/**
 * Files that arrive in several requests, stored in a bucket: `partial/<name>/<offset>`, an object for every few
 * megabytes, so that any instance can continue where another stopped.
 */
export class PartialObjects implements PartialStore {
  readonly #bucket: Bucket;
  readonly #incoming: Incoming;
  /** The names of files that `finish` has returned. */
  readonly #finished = new WeakMap<ReceivedFile, string>();

  constructor(bucket: Bucket, incoming: Incoming) {
    this.#bucket = bucket;
    this.#incoming = incoming;
  }

  async append(name: string, source: Readable, rules: WriteOptions): Promise<WriteResult> {
    if ((await this.#truncate(name, rules.start)) < rules.start)
      throw new Error(`The partial file ${name} has lost bytes that were stored durably.`);
    const pieces = new PieceCollector(this.#bucket, assertPartialName(name), rules);
    try {
      await copy(source, pieces, rules);
      await pieces.finish();
      return { end: pieces.safe, failure: null };
    } catch (cause) {
      // What arrived before the connection broke is kept.
      const lost = await pieces.finish().then(
        () => null,
        (error: unknown) => error,
      );
      return { end: pieces.safe, failure: toRefusal(lost ?? cause) };
    }
  }

  async getSize(name: string): Promise<number> {
    let end = 0;
    for await (const piece of this.#listPieces(name)) {
      if (piece.start !== end) break;
      end += piece.size;
    }
    return end;
  }

  async finish(name: string, size: number, known: string | null): Promise<ReceivedFile> {
    const found = await this.getSize(name);
    if (found !== size) throw new Error(`The partial file ${name} has ${found} bytes instead of ${size}.`);
    const file = await this.#incoming.fetch(Readable.from(this.#readBytes(name)));
    if (file.size !== size || (known !== null && known !== file.sha256))
      throw new Error(`The bucket does not give back what was stored of the partial file ${name}.`);
    this.#finished.set(file, name);
    return file;
  }

  /** Removes the pieces of a finished file, which is in its final place now. */
  async removePieces(file: ReceivedFile): Promise<void> {
    const name = this.#finished.get(file);
    if (name !== undefined) await this.remove(name);
  }

  async remove(name: string): Promise<void> {
    await this.#truncate(name, 0);
  }

  async *list(): AsyncIterable<{ name: string; touched: number }> {
    let last = { name: '', touched: 0 };
    for await (const { key, stored } of this.#bucket.list('partial/')) {
      const [, name = ''] = key.split('/');
      if (last.name !== name && last.name !== '') yield last;
      last = { name, touched: Math.max(stored, last.name === name ? last.touched : 0) };
    }
    if (last.name !== '') yield last;
  }

  /** Deletes the bytes from `start` on; returns the offset at which the remaining bytes end. */
  async #truncate(name: string, start: number): Promise<number> {
    let end = 0;
    for await (const piece of this.#listPieces(name)) {
      if (piece.start >= start) await this.#bucket.delete(piece.key);
      else if (piece.start === end) end += piece.size;
      if (piece.start < start && end > start) {
        await this.#shortenPiece(piece.key, start - piece.start);
        end = start;
      }
    }
    return end;
  }

  async #shortenPiece(key: string, size: number): Promise<void> {
    const bytes = await this.#bucket.get(key, { start: 0, end: size - 1 });
    if (bytes !== null) await this.#bucket.put(key, await buffer(bytes));
  }

  async *#listPieces(name: string): AsyncIterable<{ key: string; start: number; size: number }> {
    for await (const { key, size } of this.#bucket.list(`partial/${assertPartialName(name)}/`))
      yield { key, start: Number(key.split('/').at(-1)), size };
  }

  async *#readBytes(name: string): AsyncIterable<Buffer> {
    for await (const { key } of this.#listPieces(name)) {
      const piece = await this.#bucket.get(key);
      if (piece !== null) yield* piece as AsyncIterable<Buffer>;
    }
  }
}

async function copy(
  source: Readable,
  pieces: PieceCollector,
  { start, limit, observe }: WriteOptions,
): Promise<void> {
  let end = start;
  for await (const bytes of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    end += bytes.length;
    if (end - start > limit) throw tooLargeError(limit);
    observe?.(bytes);
    await pieces.add(bytes);
  }
}

/** Collects bytes, and stores a piece while the next one arrives. */
class PieceCollector {
  /** Offset up to which the file is stored. */
  safe: number;
  readonly #bucket: Bucket;
  readonly #name: string;
  readonly #rules: WriteOptions;
  #waiting: Buffer[] = [];
  #size = 0;
  #storing: Promise<void> = Promise.resolve();

  constructor(bucket: Bucket, name: string, rules: WriteOptions) {
    this.#bucket = bucket;
    this.#name = name;
    this.#rules = rules;
    this.safe = rules.start;
  }

  async add(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= pieceSize) await this.#store();
  }

  /** Stores the rest. */
  async finish(): Promise<void> {
    await this.#storing;
    if (this.#size === 0) return;
    await this.#store();
    await this.#storing;
  }

  /** Resolves when the piece before is stored and the sending of this one has begun. */
  async #store(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#size = 0;
    await this.#storing;
    this.#storing = this.#storePiece(bytes);
    // Whoever waits for it next gets the error.
    this.#storing.catch(() => undefined);
  }

  async #storePiece(bytes: Buffer): Promise<void> {
    const offset = String(this.safe).padStart(16, '0');
    await this.#bucket.put(`partial/${this.#name}/${offset}`, bytes);
    await this.#rules.onSafe?.(this.safe + bytes.length);
    this.safe += bytes.length;
  }
}

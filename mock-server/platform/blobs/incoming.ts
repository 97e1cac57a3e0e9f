import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import type { ReceivedFile } from './received-file.ts';
import { type WriteOptions, type WriteResult, writeDurably } from './write-durably.ts';

async function writeIncoming(source: Readable, file: FileHandle, rules: WriteOptions): Promise<WriteResult> {
  try {
    return await writeDurably(source, file, rules);
  } finally {
    await file.close();
  }
}

const uploadIncompleteError = (cause: ServiceError) =>
  new ServiceError('unavailable', 'A file of the service could not be read to its end. Try again.', {
    cause,
    headers: { 'retry-after': '30' },
  });

/** A directory for files that are received in one request. They are checked there before they are kept or discarded. */
export class Incoming {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async create(directory: string): Promise<Incoming> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new Incoming(directory);
  }

  /** See `BlobStore.receive`. */
  async receive(source: Readable, limit: number): Promise<ReceivedFile> {
    const path = join(this.#directory, randomUUID());
    const hash = createHash('sha256');
    const file = await open(path, 'wx', 0o600);
    const { end, failure } = await writeIncoming(source, file, {
      start: 0,
      limit,
      observe: (piece) => hash.update(piece),
    });
    if (failure === null) return { path, sha256: hash.digest('hex'), size: end };
    await rm(path, { force: true });
    throw failure;
  }

  /**
   * Receives a file from a source of our own, without a limit. Errors: `storage_full`, `unavailable` when the source
   * breaks off.
   */
  async fetch(source: Readable): Promise<ReceivedFile> {
    try {
      return await this.receive(source, Number.MAX_SAFE_INTEGER);
    } catch (error) {
      if (error instanceof ServiceError && error.errorName === 'upload_incomplete')
        throw uploadIncompleteError(error);
      throw error;
    }
  }

  /** Deletes files that were last written before a moment (ms). */
  async cleanUp(before: number): Promise<void> {
    for await (const { name } of await opendir(this.#directory)) {
      const path = join(this.#directory, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
    }
  }
}

import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { notFoundError } from '../errors.ts';
import { Incoming } from './incoming.ts';
import { PartialFiles } from './partial-files.ts';
import { pump } from './pump.ts';
import type { ReceivedFile, StoredBlob } from './received-file.ts';
import { Removals } from './removals.ts';
import { type BlobRoom, type BlobStore, type ByteRange, type IsBlobNeeded, isBlobName } from './store.ts';

/** Reading much at once keeps the number of system calls low, which at 64 KiB limits a download. */
const readSize = 1024 * 1024;

/**
 * A blob store in a directory: `<room>/<first two letters>/<sha256>`, `incoming/` for files received in one request,
 * `partial/` for files received in several, `aside/` for blobs that are being removed. Several processes may share it.
 */
export async function createDiskStore(directory: string): Promise<BlobStore> {
  await mkdir(join(directory, 'partial'), { recursive: true, mode: 0o700 });
  return new DiskStore(directory, await Incoming.create(join(directory, 'incoming')));
}

class DiskStore implements BlobStore {
  readonly #directory: string;
  readonly #incoming: Incoming;
  readonly #removals: Removals;
  readonly partial: PartialFiles;

  constructor(directory: string, incoming: Incoming) {
    this.#directory = directory;
    this.#incoming = incoming;
    this.partial = new PartialFiles(join(directory, 'partial'));
    this.#removals = new Removals(join(directory, 'aside'), (room, sha256) => this.#getPath(room, sha256));
  }

  receive(source: Readable, limit: number): Promise<ReceivedFile> {
    return this.#incoming.receive(source, limit);
  }

  async promote(room: BlobRoom, file: ReceivedFile): Promise<StoredBlob> {
    const target = this.#getPath(room, file.sha256);
    const parent = join(this.#directory, room, file.sha256.slice(0, 2));
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const stored = new Date();
    await utimes(file.path, stored, stored);
    await rename(file.path, target);
    await syncDirectory(parent);
    return { sha256: file.sha256, size: file.size };
  }

  async discard(file: ReceivedFile): Promise<void> {
    await rm(file.path, { force: true });
  }

  async put(room: BlobRoom, bytes: Uint8Array): Promise<StoredBlob> {
    // A copy, because `receive` empties the buffers that it is given.
    const copy = Readable.from([Buffer.from(bytes)]);
    return this.promote(room, await this.receive(copy, bytes.length));
  }

  async size(room: BlobRoom, sha256: string): Promise<number | null> {
    if (!isBlobName(sha256)) return null;
    try {
      return (await stat(this.#getPath(room, sha256))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async read(room: BlobRoom, sha256: string, range?: ByteRange): Promise<Readable> {
    if ((await this.size(room, sha256)) === null) throw notFoundError('file');
    return createReadStream(this.#getPath(room, sha256), { highWaterMark: readSize, ...range });
  }

  async send(room: BlobRoom, sha256: string, sink: Writable, range?: ByteRange): Promise<void> {
    const size = await this.size(room, sha256);
    if (size === null) throw notFoundError('file');
    await pump(this.#getPath(room, sha256), range ?? { start: 0, end: size - 1 }, sink);
  }

  async open(room: BlobRoom, sha256: string): Promise<{ path: string; release(): Promise<void> }> {
    if ((await this.size(room, sha256)) === null) throw notFoundError('file');
    return { path: this.#getPath(room, sha256), release: async () => undefined };
  }

  /** Files on the disk have no signed address. */
  address(): Promise<null> {
    return Promise.resolve(null);
  }

  async *list(room: BlobRoom): AsyncIterable<{ sha256: string; stored: number }> {
    for (const prefix of await readdir(join(this.#directory, room)).catch(() => [])) {
      for await (const entry of await opendir(join(this.#directory, room, prefix))) {
        if (!isBlobName(entry.name)) continue;
        const found = await stat(this.#getPath(room, entry.name)).catch(() => null);
        if (found !== null) yield { sha256: entry.name, stored: found.mtimeMs };
      }
    }
  }

  remove(room: BlobRoom, sha256: string, isNeeded: IsBlobNeeded): Promise<boolean> {
    return isBlobName(sha256) ? this.#removals.remove(room, sha256, isNeeded) : Promise.resolve(false);
  }

  async cleanUp(before: number, isNeeded: IsBlobNeeded): Promise<void> {
    await this.#removals.finish(isNeeded);
    await this.#incoming.cleanUp(before);
  }

  #getPath(room: BlobRoom, sha256: string): string {
    return join(this.#directory, room, sha256.slice(0, 2), sha256);
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Flushes a directory to the disk: without that, a power failure may undo a rename in it. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

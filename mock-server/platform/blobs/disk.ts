import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { notFound, ServiceError } from '../http/errors.ts';
import { pump } from './pump.ts';
import type { BlobRoom, BlobStore, ByteRange, ReceivedFile, StoredBlob } from './store.ts';

const name = /^[0-9a-f]{64}$/;
/** Large reads keep system calls few: at 64 KiB a download is bound by them. */
const readSize = 1024 * 1024;

/** A blob store in a directory: `<room>/<first two letters>/<sha256>`, and `incoming/` for what is being received. */
export async function diskStore(directory: string): Promise<BlobStore> {
  const incoming = join(directory, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return new DiskStore(directory, incoming);
}

class DiskStore implements BlobStore {
  readonly #directory: string;
  readonly #incoming: string;

  constructor(directory: string, incoming: string) {
    this.#directory = directory;
    this.#incoming = incoming;
  }

  async receive(source: Readable, limit: number): Promise<ReceivedFile> {
    const path = join(this.#incoming, randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        if (size > limit) done(tooLarge(limit));
        else {
          hash.update(chunk);
          done(null, chunk);
        }
      },
    });
    try {
      await pipeline(source, measure, createWriteStream(path, { mode: 0o600, flush: true }));
    } catch (error) {
      await rm(path, { force: true });
      if (error instanceof ServiceError) throw error;
      throw new ServiceError('upload_incomplete', 'The upload broke off. Nothing was kept; send it again.', {
        cause: error,
      });
    }
    return { path, sha256: hash.digest('hex'), size };
  }

  async promote(room: BlobRoom, file: ReceivedFile): Promise<StoredBlob> {
    const target = this.#path(room, file.sha256);
    const parent = join(this.#directory, room, file.sha256.slice(0, 2));
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await rename(file.path, target);
    await syncDirectory(parent);
    return { sha256: file.sha256, size: file.size };
  }

  async discard(file: ReceivedFile): Promise<void> {
    await rm(file.path, { force: true });
  }

  async put(room: BlobRoom, bytes: Uint8Array): Promise<StoredBlob> {
    return this.promote(room, await this.receive(Readable.from([bytes]), bytes.length));
  }

  async size(room: BlobRoom, sha256: string): Promise<number | null> {
    if (!name.test(sha256)) return null;
    try {
      return (await stat(this.#path(room, sha256))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async read(room: BlobRoom, sha256: string, range?: ByteRange): Promise<Readable> {
    if ((await this.size(room, sha256)) === null) throw notFound('file');
    return createReadStream(this.#path(room, sha256), { highWaterMark: readSize, ...range });
  }

  async send(room: BlobRoom, sha256: string, sink: Writable, range?: ByteRange): Promise<void> {
    const size = await this.size(room, sha256);
    if (size === null) throw notFound('file');
    await pump(this.#path(room, sha256), range ?? { start: 0, end: size - 1 }, sink);
  }

  async open(room: BlobRoom, sha256: string): Promise<{ path: string; release(): Promise<void> }> {
    if ((await this.size(room, sha256)) === null) throw notFound('file');
    return { path: this.#path(room, sha256), release: async () => undefined };
  }

  async *list(room: BlobRoom): AsyncIterable<{ sha256: string; stored: number }> {
    for (const prefix of await readdir(join(this.#directory, room)).catch(() => [])) {
      for await (const entry of await opendir(join(this.#directory, room, prefix))) {
        if (!name.test(entry.name)) continue;
        yield { sha256: entry.name, stored: (await stat(this.#path(room, entry.name))).mtimeMs };
      }
    }
  }

  async remove(room: BlobRoom, sha256: string): Promise<void> {
    if (name.test(sha256)) await rm(this.#path(room, sha256), { force: true });
  }

  #path(room: BlobRoom, sha256: string): string {
    return join(this.#directory, room, sha256.slice(0, 2), sha256);
  }
}

const tooLarge = (limit: number) =>
  new ServiceError(
    'body_too_large',
    `The file is larger than the ${Math.floor(limit / 1024 / 1024)} MiB that are allowed.`,
  );

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A rename is durable only when its directory is. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

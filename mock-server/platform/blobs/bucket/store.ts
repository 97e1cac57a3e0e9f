import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Limits } from '../../../settings/limits.ts';
import { notFoundError, type ServiceError } from '../../errors.ts';
import { Incoming } from '../incoming.ts';
import { LocalCopies, type OpenFile } from '../local-copies.ts';
import type { ReceivedFile, StoredBlob } from '../received-file.ts';
import {
  type BlobRoom,
  type BlobStore,
  type ByteRange,
  type IsBlobNeeded,
  isBlobName,
  type ResponseHeaders,
} from '../store.ts';
import { Bucket } from './bucket.ts';
import { isMisconfigured } from './failures.ts';
import type { BucketLocation } from './location.ts';
import { PartialObjects } from './partial-objects.ts';
import { BucketRemovals, getKey } from './removals.ts';

/** Reading much at once keeps the number of system calls low. */
const readSize = 1024 * 1024;

/**
 * Where the bucket is, where copies on this machine's disk are kept, how many bytes of them, and how long the bucket
 * may take to answer.
 */
export interface BucketOptions {
  location: BucketLocation;
  directory: string;
  maxCopiedBytes: number;
  timeouts?: Limits['bucket'];
}

/** A blob store in a bucket: `<room>/<sha256>`. Several instances share the bucket; each has a directory of its own. */
export async function createBucketStore({
  location,
  directory,
  maxCopiedBytes,
  timeouts,
}: BucketOptions): Promise<BucketStore> {
  const incoming = await Incoming.create(join(directory, 'incoming'));
  const copies = await LocalCopies.create(join(directory, 'copies'), incoming, maxCopiedBytes);
  return new BucketStore(new Bucket(location, timeouts), incoming, copies);
}

class BucketStore implements BlobStore {
  readonly #bucket: Bucket;
  readonly #incoming: Incoming;
  readonly #copies: LocalCopies;
  readonly #removals: BucketRemovals;
  readonly partial: PartialObjects;

  constructor(bucket: Bucket, incoming: Incoming, copies: LocalCopies) {
    this.#bucket = bucket;
    this.#incoming = incoming;
    this.#copies = copies;
    this.#removals = new BucketRemovals(bucket);
    this.partial = new PartialObjects(bucket, incoming);
  }

  receive(source: Readable, limit: number): Promise<ReceivedFile> {
    return this.#incoming.receive(source, limit);
  }

  async promote(room: BlobRoom, file: ReceivedFile): Promise<StoredBlob> {
    const { path, sha256, size } = file;
    await this.#storeBlob(room, { sha256, size }, () => createReadStream(path, { highWaterMark: readSize }));
    await this.partial.removePieces(file);
    await this.#copies.add(room, file);
    return { sha256, size };
  }

  async discard(file: ReceivedFile): Promise<void> {
    await rm(file.path, { force: true });
  }

  async put(room: BlobRoom, bytes: Uint8Array): Promise<StoredBlob> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const blob = { sha256, size: bytes.length };
    await this.#storeBlob(room, blob, () => Buffer.from(bytes));
    return blob;
  }

  /** A blob that exists already is not sent again: the claim makes it count as new. */
  async #storeBlob(
    room: BlobRoom,
    { sha256, size }: StoredBlob,
    bytes: () => Readable | Buffer,
  ): Promise<void> {
    await this.#removals.claim(room, sha256);
    if ((await this.size(room, sha256)) !== size) await this.#bucket.put(getKey(room, sha256), bytes());
  }

  async size(room: BlobRoom, sha256: string): Promise<number | null> {
    const found = isBlobName(sha256) ? await this.#bucket.head(getKey(room, sha256)) : null;
    return found?.size ?? null;
  }

  async read(room: BlobRoom, sha256: string, range?: ByteRange): Promise<Readable> {
    const bytes = isBlobName(sha256) ? await this.#bucket.get(getKey(room, sha256), range) : null;
    if (bytes === null) throw notFoundError('file');
    return bytes;
  }

  async send(room: BlobRoom, sha256: string, sink: Writable, range?: ByteRange): Promise<void> {
    await pipeline(await this.read(room, sha256, range), sink, { end: false });
  }

  open(room: BlobRoom, sha256: string): Promise<OpenFile> {
    return this.#copies.open(room, sha256, () => this.read(room, sha256));
  }

  address(room: BlobRoom, sha256: string, as: ResponseHeaders): Promise<string> {
    return this.#bucket.address(getKey(room, sha256), as);
  }

  async *list(room: BlobRoom): AsyncIterable<{ sha256: string; stored: number }> {
    for await (const { key, stored } of this.#bucket.list(`${room}/`)) {
      const sha256 = key.slice(room.length + 1);
      if (isBlobName(sha256)) yield { sha256, stored };
    }
  }

  remove(room: BlobRoom, sha256: string, isNeeded: IsBlobNeeded): Promise<boolean> {
    return this.#removals.remove(room, sha256, isNeeded);
  }

  async cleanUp(before: number, isNeeded: IsBlobNeeded): Promise<void> {
    await this.#removals.finish(before, isNeeded);
    await this.#bucket.abandonUploads(before);
    await this.#incoming.cleanUp(before);
  }

  /** What is wrong with the settings of the bucket, as a sentence; null: nothing, or it can't be determined now. */
  async findProblem(): Promise<string | null> {
    const cause = await this.#bucket.check().then(
      () => null,
      (error: ServiceError) => error.cause,
    );
    return cause instanceof Error && isMisconfigured(cause)
      ? `the bucket can't be used (${cause.name}: ${cause.message}).`
      : null;
  }
}

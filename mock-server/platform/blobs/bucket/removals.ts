import { randomUUID } from 'node:crypto';
import { type BlobRoom, blobRooms, type IsBlobNeeded, isBlobName } from '../store.ts';
import type { Bucket } from './bucket.ts';

/** The key of a blob. */
export const getKey = (room: BlobRoom, sha256: string): string => `${room}/${sha256}`;

/**
 * A blob that was moved aside: its name, and the moments (ms) at which it was stored and at which its removal began.
 */
interface RemovedBlob {
  room: BlobRoom;
  sha256: string;
  stored: number;
  started: number;
}

/**
 * Milliseconds after which a removal counts as interrupted: until then another process may be carrying it out, and
 * needs the object that it moved aside.
 */
const maxRemovalMs = 10 * 60_000;

function parseAside(key: string): RemovedBlob | null {
  const [, room = '', sha256 = '', stored = '', started = 0] =
    /^aside\/([a-z]+)-([0-9a-f]{64})-(\d+)-(?:(\d+)-)?/.exec(key) ?? [];
  const known = blobRooms.find((one) => one === room);
  return known === undefined
    ? null
    : { room: known, sha256, stored: Number(stored), started: Number(started) };
}

/**
 * Removes blobs from a bucket without losing one that is still needed. A bucket can't rename, so a process that stores
 * a blob first writes a claim (`claims/<room>/<sha256>/…`). A process that removes a blob copies it aside, deletes it,
 * and only then reads the claims. Bytes that another process stored meanwhile, and that were deleted with the old ones,
 * have a claim by then, and are put back.
 */
export class BucketRemovals {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Call it before a blob is stored to which no row refers yet. */
  claim(room: BlobRoom, sha256: string): Promise<void> {
    return this.#bucket.put(`claims/${room}/${sha256}/${randomUUID()}`, Buffer.alloc(0));
  }

  /** Removes a blob unless `isNeeded` then says that it is needed; returns whether it was removed. */
  async remove(room: BlobRoom, sha256: string, isNeeded: IsBlobNeeded): Promise<boolean> {
    const found = isBlobName(sha256) ? await this.#bucket.head(getKey(room, sha256)) : null;
    if (found === null) return false;
    const blob = { room, sha256, stored: found.stored, started: Date.now() };
    const aside = `aside/${room}-${sha256}-${found.stored}-${blob.started}-${randomUUID()}`;
    if (!(await this.#bucket.copy(getKey(room, sha256), aside, found.size))) return false;
    await this.#bucket.delete(getKey(room, sha256));
    return this.#completeOrUndo(aside, blob, found.size, isNeeded);
  }

  /** Completes or undoes interrupted removals, and deletes claims that are older than a moment (ms). */
  async finish(before: number, isNeeded: IsBlobNeeded): Promise<void> {
    for await (const { key, size } of this.#bucket.list('aside/')) {
      const blob = parseAside(key);
      const isOver = blob !== null && blob.started < Date.now() - maxRemovalMs;
      if (isOver) await this.#completeOrUndo(key, blob, size, isNeeded);
    }
    for await (const { key, stored } of this.#bucket.list('claims/'))
      if (stored < before) await this.#bucket.delete(key);
  }

  async #completeOrUndo(
    aside: string,
    blob: RemovedBlob,
    size: number,
    isNeeded: IsBlobNeeded,
  ): Promise<boolean> {
    if (await this.#isNeeded(aside, blob, size, isNeeded)) {
      await this.#restore(aside, blob, size);
      return false;
    }
    await this.#bucket.delete(aside);
    return true;
  }

  /** Whether the blob is still needed. Error: when that can't be determined; the blob is then put back. */
  async #isNeeded(aside: string, blob: RemovedBlob, size: number, isNeeded: IsBlobNeeded): Promise<boolean> {
    try {
      return await isNeeded({ ...blob, stored: Math.max(blob.stored, await this.#findLastClaim(blob)) });
    } catch (error) {
      await this.#restore(aside, blob, size);
      throw error;
    }
  }

  async #restore(aside: string, { room, sha256 }: RemovedBlob, size: number): Promise<void> {
    await this.#bucket.copy(aside, getKey(room, sha256), size);
    await this.#bucket.delete(aside);
  }

  async #findLastClaim({ room, sha256 }: RemovedBlob): Promise<number> {
    let last = 0;
    for await (const { stored } of this.#bucket.list(`claims/${room}/${sha256}/`))
      last = Math.max(last, stored);
    return last;
  }
}

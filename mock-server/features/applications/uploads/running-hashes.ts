import { createHash, type Hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Most uploads for which a hash is kept; files of other uploads are read again when they are complete. */
const maxHashes = 1000;

/** A hash of the first bytes of an upload. */
export interface RunningHash {
  hash: Hash;
  /** The number of bytes that were hashed. */
  end: number;
}

/**
 * Hashes of uploads, kept from one request to the next as long as this process receives all of their bytes. Node can't
 * save a running hash or pass it to another process; where there is none, the whole file is read.
 */
export class RunningHashes {
  readonly #running = new LRUCache<string, RunningHash>({ max: maxHashes });

  /** The hash of the bytes before `start`, or null. The caller now owns it, and puts it back when all went well. */
  take(id: string, start: number): RunningHash | null {
    const found = this.#running.get(id);
    this.#running.delete(id);
    if (start === 0) return { hash: createHash('sha256'), end: 0 };
    return found?.end === start ? found : null;
  }

  put(id: string, running: RunningHash): void {
    this.#running.set(id, running);
  }
}

import { createHash, type Hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Uploads whose hash is kept going; any further one is read once more when it is whole. */
const most = 1000;

/** A hash of the first bytes of an upload. */
export interface RunningHash {
  hash: Hash;
  /** How many. */
  end: number;
}

/**
 * Hashes of uploads, kept from one request to the next while this process sees all of their bytes. Node can neither save a
 * running hash nor hand it to another process, so whoever finds none here reads the file.
 */
export class RunningHashes {
  readonly #kept = new LRUCache<string, RunningHash>({ max: most });

  /** The hash of the bytes before `start`, or null. It is the caller's, who keeps it again when all went well. */
  take(id: string, start: number): RunningHash | null {
    const found = this.#kept.get(id);
    this.#kept.delete(id);
    if (start === 0) return { hash: createHash('sha256'), end: 0 };
    return found?.end === start ? found : null;
  }

  keep(id: string, running: RunningHash): void {
    this.#kept.set(id, running);
  }
}

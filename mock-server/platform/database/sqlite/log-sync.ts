import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

const [opening, syncing, closing] = [promisify(open), promisify(fdatasync), promisify(close)];

/** Has the disk keep SQLite's log, in a thread of Node's: SQLite would do that itself with each commit, and stop the process meanwhile. */
export class LogSync {
  readonly #log: string;
  #descriptor: number | null = null;

  constructor(file: string) {
    this.#log = `${file}-wal`;
  }

  /**
   * Resolves when the disk has what was written into the log. When it can't keep that the process ends: what was committed may be lost, and
   * only who opens the database anew knows what is there; as PostgreSQL does it.
   */
  async sync(): Promise<void> {
    try {
      this.#descriptor ??= await opening(this.#log, 'r');
      await syncing(this.#descriptor);
    } catch (cause) {
      const failure = new Error('The disk does not keep what was written into the database.', { cause });
      process.nextTick(() => {
        throw failure;
      });
      throw failure;
    }
  }

  async end(): Promise<void> {
    if (this.#descriptor !== null) await closing(this.#descriptor);
    this.#descriptor = null;
  }
}

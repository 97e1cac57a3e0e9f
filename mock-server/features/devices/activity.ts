import { chunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import { oncePerPlatform } from '../../platform/once-per-platform.ts';
import * as store from './store.ts';

/** Most milliseconds that an interaction waits before it is written, together with others. */
const step = 500;

/**
 * Records when devices were last active; document 3, Device-user pairing, `last_active`. A write for every request would
 * limit throughput, so interactions are gathered and written together, in less than a second.
 */
export class Activity {
  readonly #db: Db;
  /** By organization, the pairings that were active. */
  #seen = new Map<string, Set<string>>();
  #last = '';
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Records that the pairing is active now. */
  note(orgId: string, pairingId: string): void {
    const pairings = this.#seen.get(orgId) ?? new Set();
    this.#seen.set(orgId, pairings.add(pairingId));
    this.#last = now();
    this.#timer ??= setTimeout(() => void this.flush(), step).unref();
  }

  /** Writes what was recorded; resolves when the database has it. What can't be written now is written later. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const [seen, moment] = [this.#seen, this.#last];
    this.#seen = new Map();
    for (const [orgId, pairings] of seen) {
      for (const part of chunks([...pairings].sort())) {
        // The database is away, or somebody else holds a row: the next interactions take these along.
        await store.setActive(this.#db, orgId, part, moment).catch(() => {
          for (const pairing of part) this.note(orgId, pairing);
        });
      }
    }
  }
}

export const activityOf = oncePerPlatform((platform) => new Activity(platform.database.db));

import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Database } from '../../platform/database/connect.ts';
import { recordActivity } from '../journals/facade.ts';
import * as store from './store.ts';

/** Most milliseconds that an interaction waits before it is written together with others. */
const maxWait = 5_000;
/** Pairings that are written together: the embedded database blocks the event loop meanwhile. */
const maxRowsPerWrite = 100;
/** Milliseconds without an interaction after which the next one counts as opening the catalog. */
const pauseMs = 30 * 60_000;

/**
 * Records when devices were last active; document 3, Device-user pairing, `last_active`. A write for every request would
 * limit throughput, so interactions are gathered and written together. Whoever reads `last_active` has them written first.
 */
export class DeviceActivity {
  readonly #database: Database;
  /** By organization, the pairings that were active: with the moment where a first write has failed, otherwise null. */
  #seen = new Map<string, Map<string, string | null>>();
  /** The moment (ms) of the last interaction that is gathered now. */
  #last = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records that the pairing is active now. */
  note(orgId: string, pairingId: string): void {
    this.#last = Date.now();
    this.#pairings(orgId).set(pairingId, null);
    this.#flushSoon();
  }

  /** Writes what was gathered; resolves when the database has it. What can't be written now is written later. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), maxWait).unref();
  }

  #pairings(orgId: string): Map<string, string | null> {
    const pairings = this.#seen.get(orgId) ?? new Map<string, string | null>();
    this.#seen.set(orgId, pairings);
    return pairings;
  }

  async #write(): Promise<void> {
    const [seen, last] = [this.#seen, new Date(this.#last).toISOString()];
    this.#seen = new Map();
    for (const [orgId, pairings] of seen) {
      const together = Map.groupBy(pairings.keys(), (id) => pairings.get(id) ?? last);
      for (const [moment, ids] of together) {
        for (const part of splitIntoChunks(ids.sort(), maxRowsPerWrite)) {
          // The database can't be reached, or another transaction holds a row.
          await this.#setActive(orgId, part, moment).catch(() => this.#putBack(orgId, part, moment));
        }
      }
    }
  }

  /**
   * Keeps what could not be written for the next time, with its moment, because a person who has left meanwhile was not
   * active later.
   */
  #putBack(orgId: string, ids: readonly string[], moment: string): void {
    const pairings = this.#pairings(orgId);
    for (const id of ids) if (!pairings.has(id)) pairings.set(id, moment);
    this.#flushSoon();
  }

  /** A person who was away for `pauseMs` opens the catalog again. */
  #setActive(orgId: string, pairings: readonly string[], moment: string): Promise<void> {
    return this.#database.unaudited(async (tx) => {
      const away = new Date(Date.parse(moment) - pauseMs).toISOString();
      const opened = await store.listInactiveSince(tx, orgId, pairings, away);
      await store.setActive(tx, orgId, pairings, moment);
      for (const { user, device } of opened)
        recordActivity(tx, orgId, { kind: 'catalog_open', user, device });
    });
  }
}

import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { withoutGuard } from '../unguarded.ts';

/** How often (ms) the server of the database is asked for its time. */
const syncIntervalMs = 60_000;
/** A smaller difference (ms) may come from the time that the answer took. */
const smallest = 1_000;

/**
 * The time on which all instances of a database agree. Leases use it, because the clocks of machines may differ by
 * minutes. On SQLite it is the machine's time.
 */
export class SharedClock {
  readonly #database: Pick<Database, 'db' | 'dialect'>;
  #ahead = 0;
  #lastRequest = Number.NEGATIVE_INFINITY;

  constructor(database: Pick<Database, 'db' | 'dialect'>) {
    this.#database = database;
  }

  /** Asks the server for its time, unless that was done within the last minute. Error: that of the database. */
  async follow(): Promise<void> {
    const started = performance.now();
    if (this.#database.dialect === 'sqlite' || started - this.#lastRequest < syncIntervalMs) return;
    const theirs = sql<{
      moment: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as moment`;
    const { rows } = await theirs.execute(withoutGuard(this.#database.db));
    const difference = (rows[0]?.moment ?? Date.now()) - Date.now();
    this.#ahead = Math.abs(difference) < smallest ? 0 : difference;
    this.#lastRequest = started;
  }

  /** By how many ms it is ahead of this machine's clock. */
  get ahead(): number {
    return this.#ahead;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** The moment `wait` ms from now, in the form that the tables store. */
  moment(wait = 0): string {
    return new Date(this.now() + wait).toISOString();
  }
}

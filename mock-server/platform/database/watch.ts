import { connect, type Database, type DatabaseLocation } from './connect.ts';
import { newerChange } from './newer-schema.ts';

/** Milliseconds between two looks. */
const every = 2_000;
/** Milliseconds within which the database has to answer. */
const timeOut = 5_000;

export interface WatchOptions {
  location: DatabaseLocation;
  /** The last change of the schema that this version of the service knows. */
  newest: string;
  /** Called when the database is gone, and when it is there again. */
  turned(isAway: boolean): void;
  /** Called once, with the change, when a newer version of the service has changed the schema. */
  outdated(change: string): void;
}

/**
 * Looks every two seconds whether the database answers, and whether a newer version of the service has changed its schema. It has a
 * connection of its own: while all others are in use the database is busy, not gone.
 */
export class DatabaseWatch {
  readonly #options: WatchOptions;
  readonly #database: Database;
  readonly #timer: NodeJS.Timeout;
  #isAway = false;
  #isOutdated = false;
  /** When the question was asked that is not answered yet; null when none is open. */
  #asked: number | null = null;

  private constructor(options: WatchOptions, database: Database) {
    this.#options = options;
    this.#database = database;
    this.#timer = setInterval(() => this.#look(), every);
    this.#timer.unref();
  }

  static async open(options: WatchOptions): Promise<DatabaseWatch> {
    return new DatabaseWatch(options, await connect(ownConnection(options.location)));
  }

  /** Whether the database does not answer. */
  get isAway(): boolean {
    return this.#isAway;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#database.close();
  }

  #look(): void {
    if (this.#asked === null) void this.#ask();
    else if (performance.now() - this.#asked > timeOut) this.#found(true);
  }

  async #ask(): Promise<void> {
    this.#asked = performance.now();
    try {
      const change = await newerChange(this.#database.db, this.#options.newest);
      this.#found(false);
      if (change === null || this.#isOutdated) return;
      this.#isOutdated = true;
      this.#options.outdated(change);
    } catch {
      this.#found(true);
    } finally {
      this.#asked = null;
    }
  }

  #found(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#options.turned(isAway);
  }
}

const ownConnection = (location: DatabaseLocation): DatabaseLocation =>
  'file' in location
    ? location
    : {
        url: location.url,
        poolSize: 1,
        timeouts: { connect: timeOut },
        prepares: location.prepares ?? true,
      };

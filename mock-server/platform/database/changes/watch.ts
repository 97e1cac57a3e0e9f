import { setImmediate } from 'node:timers/promises';
import { connect, type Database, type DatabaseLocation } from '../connect.ts';
import { newerChange } from '../newer-schema.ts';
import { usualConnect } from '../postgres/connection-settings.ts';
import { isFullServer } from '../postgres/lost-connection.ts';
import type { ServerLines } from '../postgres/server-lines.ts';

/** Milliseconds between two checks. */
const every = 1_000;

export interface WatchOptions {
  location: DatabaseLocation;
  /** The connections of all others, which are closed when the server is silent on every one. */
  lines: ServerLines;
  /** The last change of the schema that this version of the service knows. */
  newest: string;
  /** Called when the database can no longer be reached, and when it can again. */
  turned(isAway: boolean): void;
  /** Called once, with the change, when a newer version of the service has changed the schema. */
  outdated(change: string): void;
}

/**
 * Checks every second whether the database answers, and whether a newer version of the service has changed its schema.
 * It has a connection of its own: while all others are in use, the database is busy, not away. A server that is silent,
 * on this and on every other connection, for as long as opening a connection may take, is given up: running and new
 * requests are refused until it answers again. A long statement on a server that answers somebody may continue.
 */
export class DatabaseWatch {
  readonly #options: WatchOptions;
  readonly #database: Database;
  readonly #timer: NodeJS.Timeout;
  /** Milliseconds for which the server may be silent. */
  readonly #limit: number;
  #isAway = false;
  #isOutdated = false;
  /** When the unanswered question was asked; null when there is none. */
  #asked: number | null = null;
  /**
   * Since when nothing is known to have come from the server, and how many bytes had come before; null when it has just
   * answered.
   */
  #quiet: { since: number; heard: number } | null = null;

  private constructor(options: WatchOptions, database: Database, limit: number) {
    this.#options = options;
    this.#database = database;
    this.#limit = limit;
    this.#timer = setInterval(() => void this.#look(), every);
    this.#timer.unref();
  }

  static async open(options: WatchOptions): Promise<DatabaseWatch> {
    const { location } = options;
    const limit = ('url' in location && location.timeouts?.connect) || usualConnect;
    return new DatabaseWatch(options, await connect(ownConnection(location, limit)), limit);
  }

  /** Whether the database does not answer. */
  get isAway(): boolean {
    return this.#isAway;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // Otherwise, a question that a silent server does not answer would delay the stop.
    if (this.#asked !== null && this.#isAway) this.#database.lines.giveUp();
    await this.#database.close();
  }

  async #look(): Promise<void> {
    const asked = this.#asked;
    if (asked === null) return this.#ask();
    // When this process itself was held up, the answer has arrived but was not read yet.
    await setImmediate();
    await setImmediate();
    if (this.#asked !== asked || performance.now() - this.#since() < this.#limit) return;
    this.#found(true);
    this.#options.lines.giveUp();
    this.#database.lines.giveUp();
  }

  async #ask(): Promise<void> {
    const { lines, newest } = this.#options;
    this.#asked = performance.now();
    this.#quiet ??= { since: this.#asked, heard: lines.heard };
    this.#database.lines.resume();
    try {
      const change = await newerChange(this.#database.db, newest);
      this.#quiet = null;
      lines.resume();
      this.#found(false);
      if (change === null || this.#isOutdated) return;
      this.#isOutdated = true;
      this.#options.outdated(change);
    } catch (error) {
      this.#found(true);
      // When a machine is lost, its old connections stay open while new ones are refused on its behalf.
      if (!isFullServer(error) && performance.now() - this.#since() >= this.#limit) lines.giveUp();
    } finally {
      this.#asked = null;
    }
  }

  /** Since when nothing has come from the server on any connection. */
  #since(): number {
    const { heard } = this.#options.lines;
    if (this.#quiet?.heard !== heard) this.#quiet = { since: performance.now(), heard };
    return this.#quiet.since;
  }

  #found(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#options.turned(isAway);
  }
}

const ownConnection = (location: DatabaseLocation, connect: number): DatabaseLocation =>
  'file' in location
    ? location
    : { url: location.url, poolSize: 1, timeouts: { connect }, prepares: location.prepares ?? true };

import { setImmediate } from 'node:timers/promises';
import { connect, type Database, type DatabaseLocation } from './connect.ts';
import { findNewerChange } from './newer-schema.ts';
import { defaultConnectMs } from './postgres/connection-settings.ts';
import { isFullServer } from './postgres/lost-connection.ts';
import type { ServerConnections } from './postgres/server-connections.ts';

/** Milliseconds between two checks. */
const checkIntervalMs = 1_000;

export interface WatchOptions {
  location: DatabaseLocation;
  /** The connections of all others, which are closed when the server is silent on every one. */
  lines: ServerConnections;
  /** The last change of the schema that this version of the service knows. */
  newest: string;
  /** Called when the database can no longer be reached, and when it can again. */
  onAvailability(isAway: boolean): void;
  /** Called once, with the change, when a newer version of the service has changed the schema. */
  onOutdated(change: string): void;
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
  #pendingSince: number | null = null;
  /**
   * Since when nothing is known to have come from the server, and how many bytes had come before; null when it has just
   * answered.
   */
  #quiet: { since: number; heard: number } | null = null;

  private constructor(options: WatchOptions, database: Database, limit: number) {
    this.#options = options;
    this.#database = database;
    this.#limit = limit;
    this.#timer = setInterval(() => void this.#check(), checkIntervalMs);
    this.#timer.unref();
  }

  static async open(options: WatchOptions): Promise<DatabaseWatch> {
    const { location } = options;
    const limit = ('url' in location && location.timeouts?.connect) || defaultConnectMs;
    return new DatabaseWatch(options, await connect(withOwnConnection(location, limit)), limit);
  }

  /** Whether the database does not answer. */
  get isAway(): boolean {
    return this.#isAway;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // Otherwise, a question that a silent server does not answer would delay the stop.
    if (this.#pendingSince !== null && this.#isAway) this.#database.lines.abandon();
    await this.#database.close();
  }

  async #check(): Promise<void> {
    const requested = this.#pendingSince;
    if (requested === null) return this.#ask();
    // When this process itself was held up, the answer has arrived but was not read yet.
    await setImmediate();
    await setImmediate();
    if (this.#pendingSince !== requested || performance.now() - this.#getSilentSince() < this.#limit) return;
    this.#setAway(true);
    this.#options.lines.abandon();
    this.#database.lines.abandon();
  }

  async #ask(): Promise<void> {
    const { lines, newest } = this.#options;
    this.#pendingSince = performance.now();
    this.#quiet ??= { since: this.#pendingSince, heard: lines.receivedBytes };
    this.#database.lines.resume();
    try {
      const change = await findNewerChange(this.#database.db, newest);
      this.#quiet = null;
      lines.resume();
      this.#setAway(false);
      if (change === null || this.#isOutdated) return;
      this.#isOutdated = true;
      this.#options.onOutdated(change);
    } catch (error) {
      this.#setAway(true);
      // When a machine is lost, its old connections stay open while new ones are refused on its behalf.
      if (!isFullServer(error) && performance.now() - this.#getSilentSince() >= this.#limit) lines.abandon();
    } finally {
      this.#pendingSince = null;
    }
  }

  /** Since when nothing has come from the server on any connection. */
  #getSilentSince(): number {
    const { receivedBytes } = this.#options.lines;
    if (this.#quiet?.heard !== receivedBytes)
      this.#quiet = { since: performance.now(), heard: receivedBytes };
    return this.#quiet.since;
  }

  #setAway(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#options.onAvailability(isAway);
  }
}

const withOwnConnection = (location: DatabaseLocation, connect: number): DatabaseLocation =>
  'file' in location
    ? location
    : { url: location.url, poolSize: 1, timeouts: { connect }, prepares: location.prepares ?? true };

import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../migrations/tables.ts';

/**
 * Milliseconds of work after which no further transaction joins a commit: nobody is answered, and nobody can read,
 * until it is done.
 */
const longest = 5;

/**
 * Milliseconds for which a commit waits at most while each round of the event loop brings another transaction. Without
 * that the first of many who come at once has a commit of its own, and the others wait for it.
 */
const gathering = 2;

type Tx = Transaction<Tables>;

/** A transaction that waits for its turn. Its caller is answered after the commit. */
interface Member {
  /** Does the work. Error: that of the work. */
  run(tx: Tx): Promise<void>;
  /** Gives the caller the result. */
  answer(): void;
  /** Tells the caller that nothing was stored. */
  fail(error: unknown): void;
}

/** What these transactions need of the connection besides statements. */
interface Connection {
  /** Whether a transaction is open. */
  isOpen(): boolean;
  /** Runs a statement in the transaction, immediately. */
  run(statement: string): void;
  /** Resolves when a transaction may begin; null where it may at once. */
  readonly resting: Promise<void> | null;
}

/**
 * Runs transactions of SQLite one after another. The greatest cost is that a commit waits for the disk, while nobody
 * else can write. So transactions that are waiting when one begins share its commit, each within its own savepoint, so
 * that a failure undoes only its own transaction. Nobody is answered before the commit, not even with a refusal,
 * because it may depend on what another one has written.
 */
export class SharedCommits {
  readonly #db: Kysely<Tables>;
  readonly #connection: Connection;
  #waiting: Member[] = [];
  #isServing = false;

  constructor(db: Kysely<Tables>, connection: Connection) {
    this.#db = db;
    this.#connection = connection;
  }

  transact<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    const inContext = AsyncLocalStorage.snapshot();
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    let answer = (): void => undefined;
    this.#waiting.push({
      run: async (tx) => {
        try {
          const result = await inContext(work, tx);
          answer = () => resolve(result);
        } catch (error) {
          answer = () => reject(error);
          throw error;
        }
      },
      answer: () => answer(),
      fail: reject,
    });
    if (!this.#isServing) void this.#serve();
    return promise;
  }

  /**
   * Each commit has its own round of the event loop: otherwise, with many waiting, the next one would begin before any
   * other event is handled.
   */
  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#waiting.length > 0) {
      await this.#gathered();
      await this.#connection.resting;
      await this.#together();
    }
    this.#isServing = false;
  }

  async #gathered(): Promise<void> {
    // The first ends the round in which a request was read; without it, that and its transaction are one block.
    await setImmediate();
    const end = performance.now() + gathering;
    let before: number;
    do {
      before = this.#waiting.length;
      await setImmediate();
    } while (this.#waiting.length > before && performance.now() < end);
  }

  async #together(): Promise<void> {
    const first = this.#waiting.shift();
    if (first === undefined) return;
    const members = [first];
    try {
      await this.#db.transaction().execute(async (tx) => {
        const end = performance.now() + longest;
        await first.run(tx.$extendTables());
        while (performance.now() < end) {
          const next = this.#waiting.shift();
          if (next === undefined) break;
          members.push(next);
          await this.#within(tx, next);
        }
      });
    } catch (error) {
      for (const member of members) member.fail(error);
      return;
    }
    for (const member of members) member.answer();
  }

  /** Error: where SQLite has rolled back the whole transaction, as when the disk is full. */
  async #within(tx: Tx, member: Member): Promise<void> {
    this.#connection.run('savepoint member');
    try {
      // Each member has its own handle, because notes about a transaction are attached to its handle.
      await member.run(tx.$extendTables());
    } catch (error) {
      if (!this.#connection.isOpen()) throw error;
      this.#connection.run('rollback to member');
    }
    this.#connection.run('release member');
  }
}

import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import type { Tables } from '../../../migrations/tables.ts';
import type { Db } from '../handles.ts';
import { withGuard } from '../unguarded.ts';

/** Reads with `work`. `isThere` asks whether a replica already has what `work` reads. */
export type Reading = <R>(isThere: (db: Db) => Promise<boolean>, work: (db: Db) => Promise<R>) => Promise<R>;

/**
 * Milliseconds that a replica has to accept a connection, and to answer a statement; after that the primary answers.
 */
export const replicaTimes = { connect: 1_000, statement: 5_000 };

/** Milliseconds between two checks of a replica that can't be read. */
const restMs = 5_000;

/** Why a replica can't be read; null: it can be read again. */
export type ReplicaListener = (why: unknown) => void;

/**
 * Reads from the replica what it already has. One reading uses one snapshot, because there may be several replicas
 * behind one address, some of which lag. A replica that lags, fails, is gone or silent causes no failure: after an
 * error nobody reads there until it has answered a question for which no request waits.
 */
export class Replica {
  readonly #primary: Db;
  readonly #replica: Kysely<Tables>;
  #restUntil = false;
  #isAway = false;
  #isClosed = false;
  #lastReported: ReplicaListener = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(primary: Db, replica: Kysely<Tables>) {
    this.#primary = primary;
    this.#replica = replica;
  }

  /** Whether it could not be read when it was last asked. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Begins to check whether it can be read; calls `listener` when that changes. */
  watch(listener: ReplicaListener): void {
    this.#lastReported = listener;
    this.#scheduleCheck();
  }

  readonly read: Reading = async (isThere, work) => {
    if (!this.#restUntil) {
      try {
        const snapshot = this.#replica
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only');
        const found = await snapshot.execute(async (tx) => {
          const db = withGuard<Db>(tx);
          return (await isThere(db)) ? { result: await work(db) } : null;
        });
        if (found !== null) return found.result;
      } catch {
        // A fault of the reading itself also fails on the primary, which then reports it.
        this.#scheduleCheck();
      }
    }
    return work(this.#primary);
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#replica.destroy();
  }

  #scheduleCheck(): void {
    if (this.#restUntil) return;
    this.#restUntil = true;
    void this.#check();
  }

  /** Asks for something that only a copy of our database has. */
  async #check(): Promise<void> {
    const question = sql`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} limit 1`;
    const failure = await question.execute(this.#replica).then(
      () => null,
      (error: unknown) => error ?? new Error('The replica failed.'),
    );
    if (this.#isClosed) return;
    this.#restUntil = failure !== null;
    if (this.#restUntil) this.#timer = setTimeout(() => void this.#check(), restMs).unref();
    if (this.#restUntil === this.#isAway) return;
    this.#isAway = this.#restUntil;
    this.#lastReported(failure);
  }
}

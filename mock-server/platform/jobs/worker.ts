import { randomUUID } from 'node:crypto';
import { takeBeginning } from '../cut-text.ts';
import type { Db } from '../database/handles.ts';
import { getNow } from '../database/identifiers.ts';
import { isAway } from '../database/postgres/lost-connection.ts';
import { retryWhileAway } from '../database/postgres/retry-while-away.ts';
import type { SharedClock } from '../database/postgres/shared-clock.ts';
import { ServiceError } from '../errors.ts';
import { type JobKind, PermanentFailure, RetryLater } from './kind.ts';
import { PostponedJobs } from './postponed-jobs.ts';
import type { JobQueue } from './queue.ts';
import { checkClock } from './steady-clock.ts';
import * as store from './store.ts';

export interface WorkerOptions {
  db: Db;
  queue: JobQueue;
  kinds: readonly JobKind[];
  /** Milliseconds before the second attempt; each further attempt waits twice as long, but at most an hour. */
  backOff: number;
  /** Milliseconds that a process may hold a job without renewing its lease. */
  lease: number;
  /** Milliseconds that a stop waits for running jobs before it leaves them to another process. */
  stopTimeout: number;
  /** Called for every failed attempt with the job, the error, and the guid that administrators see too. */
  onFailure(job: { kind: string; attempt: number; guid: string; final: boolean }, error: unknown): void;
  /** Called when the clock has leapt: jobs that go by the age of things do not run for a day. */
  onClockLeap?(): void;
}

/**
 * Most jobs of one kind that run at the same time in one process, where the kind has no limit of its own. The limit is
 * for each kind, so that a mail server that hangs does not delay the other kinds.
 */
const defaultMaxRunning = 4;
/** With the pauses between them, attempts continue for about three days: a mail server may be down for a weekend. */
const maxAttempts = 80;
const maxBackOffMs = 60 * 60_000;
/** Milliseconds between two checks for jobs that other processes added or left. */
const pollIntervalMs = 15_000;
/** Characters of an error that are kept for administrators. */
const maxErrorLength = 500;

/** Runs jobs in this process. Several processes share a database, and each claims a job before it runs it. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #clock: SharedClock;
  readonly #late: PostponedJobs;
  readonly #owner = randomUUID();
  readonly #running = new Map<Promise<void>, store.JobRow>();
  /** By kind, the organization that had the last turn. */
  readonly #served = new Map<string, string>();
  #polling: Promise<void> | null = null;
  #isPollRequested = false;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Aborted when running jobs are about to be left to other processes. */
  readonly #ending = new AbortController();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#clock = options.queue.clock;
    this.#late = new PostponedJobs(options.db, this.#clock, options.lease);
    options.queue.onWake(() => this.#requestPoll());
  }

  /** Adds the periodic jobs and begins to look for due ones. */
  async start(): Promise<void> {
    const { db, kinds } = this.#options;
    await this.#clock.follow();
    await store.insertOnce(
      db,
      kinds.flatMap(({ name, every }) =>
        every === undefined ? [] : createPeriodicRow(name, every, this.#clock),
      ),
    );
    this.#requestPoll();
  }

  /** Starts no more jobs: other processes take them. */
  stopClaiming(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /**
   * Starts no more jobs, and resolves when the running ones have ended. Those that take too long are released, so that
   * they run again.
   */
  async stop(): Promise<void> {
    this.stopClaiming();
    this.#ending.abort();
    await this.#polling;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#options.stopTimeout);
    await Promise.race([Promise.all(this.#running.keys()), enough]);
    clearTimeout(timer);
    if (this.#running.size > 0) await store.releaseOwned(this.#options.db, this.#owner, this.#clock.moment());
  }

  #requestPoll(): void {
    if (this.#stopped) return;
    this.#isPollRequested = true;
    this.#polling ??= this.#pollWhileRequested().finally(() => {
      this.#polling = null;
      if (!this.#stopped && this.#isPollRequested) this.#requestPoll();
    });
  }

  async #pollWhileRequested(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#isPollRequested && !this.#stopped) {
        this.#isPollRequested = false;
        await this.#clock.follow();
        await this.#late.bringForward();
        await this.#claimDue();
      }
      await this.#scheduleNextPoll();
    } catch (error) {
      // The database can't be reached: due jobs stay in it until the next check.
      this.#options.onFailure({ kind: 'look', attempt: 0, guid: randomUUID(), final: false }, error);
      this.#pollAfter(pollIntervalMs);
    }
  }

  async #claimDue(): Promise<void> {
    const due = await store.listDueKinds(this.#options.db, this.#clock.moment());
    for (const kind of this.#options.kinds.filter(({ name }) => due.has(name))) {
      const free = this.#countFree(kind);
      if (kind.isFair === true) await this.#claimFairly(kind, free);
      else if (free > 0) await this.#claimDueOfKind(kind.name, free);
    }
  }

  async #claimDueOfKind(kind: string, count: number): Promise<void> {
    for (const job of await store.listDueJobs(this.#options.db, kind, this.#clock.moment(), count))
      await this.#claimAndRun(job);
  }

  async #claimFairly(kind: JobKind, count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      const served = this.#served.get(kind.name) ?? '';
      const job = await store.findDueInTurn(this.#options.db, this.#open(kind), this.#clock.moment(), served);
      if (job === undefined) return;
      this.#served.set(kind.name, job.org_id);
      await this.#claimAndRun(job);
    }
  }

  /**
   * Starts a job that was found to be due, unless another process was first, or this process still runs it after its
   * lease could not be renewed.
   */
  async #claimAndRun(job: store.JobRow): Promise<void> {
    const { db, lease } = this.#options;
    if (this.#isRunning(job)) return;
    if (this.#stopped || !(await store.claimJob(db, job, this.#owner, this.#clock.moment(lease)))) return;
    const run = this.#run({ ...job, attempts: job.attempts + 1 }).finally(() => {
      this.#running.delete(run);
      this.#requestPoll();
    });
    this.#running.set(run, job);
  }

  #isRunning({ org_id, id }: store.JobRow): boolean {
    return [...this.#running.values()].some((job) => job.org_id === org_id && job.id === id);
  }

  #listRunning(name: string): store.JobRow[] {
    return [...this.#running.values()].filter(({ kind }) => kind === name);
  }

  #countFree({ name, maxRunning = defaultMaxRunning }: JobKind): number {
    return maxRunning - this.#listRunning(name).length;
  }

  /** A kind, without the organizations that already use all the places that one organization may use. */
  #open({ name, isFair, maxRunningPerOrganization = Infinity }: JobKind): store.OpenKind {
    const locked = isFair === true ? Map.groupBy(this.#listRunning(name), ({ org_id }) => org_id) : [];
    return {
      kind: name,
      full: [...locked].flatMap(([org, jobs]) => (jobs.length >= maxRunningPerOrganization ? [org] : [])),
    };
  }

  /**
   * Sleeps until the next job of a kind below its limit is due. The end of a job makes the worker check again anyway.
   */
  async #scheduleNextPoll(): Promise<void> {
    const open = this.#options.kinds.filter((kind) => this.#countFree(kind) > 0);
    if (open.length === 0) return;
    const due = await store.findNextDue(
      this.#options.db,
      open.map((kind) => this.#open(kind)),
    );
    const wait = due === undefined ? pollIntervalMs : Date.parse(due) - this.#clock.now();
    this.#pollAfter(Math.min(Math.max(wait, 10), pollIntervalMs));
  }

  #pollAfter(milliseconds: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#requestPoll(), milliseconds);
    this.#timer.unref();
  }

  async #run(job: store.JobRow): Promise<void> {
    const { db, kinds, lease } = this.#options;
    const kind = kinds.find(({ name }) => name === job.kind);
    if (kind === undefined) return;
    const renew = setInterval(() => {
      void store.updateOwned(db, job, this.#owner, { due: this.#clock.moment(lease) }).catch(() => undefined);
    }, lease / 3);
    renew.unref();
    const change = await this.#perform(job, kind);
    try {
      // A finished job that is not recorded as finished would run again: its lease is kept while the record waits for
      // the database.
      await retryWhileAway(
        () => this.#saveJob(job, change),
        (error) => !this.#ending.signal.aborted && isAway(error),
      );
    } catch (error) {
      // When the lease ends, the job is due again.
      this.#options.onFailure(
        { kind: job.kind, attempt: job.attempts, guid: randomUUID(), final: false },
        error,
      );
    } finally {
      clearInterval(renew);
    }
  }

  /** Runs a job; returns the changes of its row, or null when the row is to be deleted. */
  async #perform(job: store.JobRow, kind: JobKind): Promise<Partial<store.JobRow> | null> {
    try {
      const { org_id: orgId, attempts: attempt } = job;
      if (kind.byAge === true && !(await this.#isClockSteady()))
        throw new RetryLater(kind.every ?? maxBackOffMs);
      await kind.run(JSON.parse(job.payload), { orgId, attempt, stopped: this.#ending.signal });
      return kind.every === undefined ? null : this.#postpone(kind.every, ignoreLostLease);
    } catch (error) {
      return error instanceof RetryLater
        ? this.#postpone(error.wait, ignoreLostLease)
        : this.#toFailedJob(job, kind, error);
    }
  }

  async #isClockSteady(): Promise<boolean> {
    const { isSteady, hasLeapt } = await checkClock(this.#options.db, this.#clock);
    if (hasLeapt) this.#options.onClockLeap?.();
    return isSteady;
  }

  #toFailedJob(job: store.JobRow, { every }: JobKind, error: unknown): Partial<store.JobRow> {
    const guid = randomUUID();
    const isLast = error instanceof PermanentFailure || job.attempts >= maxAttempts;
    const final = isLast && every === undefined;
    this.#options.onFailure({ kind: job.kind, attempt: job.attempts, guid, final }, error);
    const notified = { last_error: getFailureMessage(error), last_error_guid: guid };
    if (final) return { state: 'failed', owner: null, ...notified };
    return this.#postpone(Math.min(this.#options.backOff * 2 ** (job.attempts - 1), maxBackOffMs), notified);
  }

  #postpone(wait: number, change: Partial<store.JobRow>): Partial<store.JobRow> {
    return { state: 'waiting', owner: null, due: this.#clock.moment(wait), ...change };
  }

  #saveJob(job: store.JobRow, change: Partial<store.JobRow> | null): Promise<void> {
    const { db } = this.#options;
    return change === null
      ? store.deleteOwned(db, job, this.#owner)
      : store.updateOwned(db, job, this.#owner, change);
  }
}

/** The columns of a job that has not failed. */
const ignoreLostLease = { attempts: 0, last_error: null, last_error_guid: null } as const;

/** The message for administrators: of unexpected errors, which may name machines of the network, only where to look. */
const getFailureMessage = (error: unknown): string =>
  error instanceof PermanentFailure || error instanceof ServiceError
    ? takeBeginning(error.message, maxErrorLength)
    : 'It did not work. The service’s log has the reason, under this guid.';

/** The row of a periodic job, one for all processes: the process that claims it runs it. */
const createPeriodicRow = (name: string, every: number, clock: SharedClock): store.JobRow => ({
  org_id: store.serviceJobs,
  id: name,
  kind: name,
  payload: 'null',
  state: 'waiting',
  attempts: 0,
  due: clock.moment(every),
  owner: null,
  last_error: null,
  last_error_guid: null,
  created: getNow(),
});

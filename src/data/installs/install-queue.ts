import { NotBegunError, reasonOf, toClientError } from '../http/errors.ts';
import { type Observable, Observed } from '../observable.ts';
import { ignoreGone } from '../storage/faults.ts';
import { isLockFree, withLock } from '../storage/locks.ts';
import type { Courier } from './courier.ts';
import type { Handover, InstallRecord } from './install-record.ts';
import type { Installs } from './installs.ts';
import {
  asFailed,
  asGiven,
  asHanded,
  asWaiting,
  isDue,
  nextOf,
  unwished,
  type Wished,
  wishedOf,
  withWishes,
} from './wishes.ts';

export interface InstallQueueContext {
  /** The account's database; a lock has the same name, so that only one tab passes on links at a time. */
  databaseName: string;
  installs: Installs;
  courier: Courier;
}

/** Milliseconds for which a fetched link may wait for a tap; the link itself is valid for longer. */
const freshness = 4 * 60_000;

/**
 * The applications that the person wants to install, one after another, stored with the install records. A tap works
 * through the queue. What a closed page left waits for the next tap, because browsers ask before they allow a page a
 * second download without one.
 */
export class InstallQueue {
  readonly #context: InstallQueueContext;
  readonly #working = new Observed(false);
  #turns = 0;
  #last: Promise<void> = Promise.resolve();
  #closed = false;
  /** A fetched link that needs a tap. */
  #ready: { application: string; handover: Handover; at: number } | null = null;

  constructor(context: InstallQueueContext) {
    this.#context = context;
  }

  /** Whether some tab is working through the queue. */
  get working(): Observable<boolean> {
    return this.#working;
  }

  /** Adds applications to the queue, and begins with them. */
  async add(wanted: readonly { application: string; name: string }[]): Promise<void> {
    await this.#context.installs.change(
      (kept, all) =>
        withWishes(
          all,
          wanted.map(({ application, name }) => ({ record: kept(application), name })),
        ),
      'strict',
    );
    await this.next();
  }

  /**
   * Continues after a tap: with everything that is due, or with one application where the system accepts one for each
   * tap.
   */
  next(): Promise<void> {
    const work = () => this.#turn(() => this.#work());
    this.#last = this.#last.then(work, work);
    return this.#last;
  }

  /** Retries what failed: everything, or one application. */
  async again(application?: string): Promise<void> {
    await this.#changeAll(application, ({ wish }) => wish.state === 'failed', asWaiting);
    await this.next();
  }

  /** Removes what was not passed on: everything, or one application. What the system already has continues. */
  async giveUp(application?: string): Promise<void> {
    const isOpen = ({ wish }: Wished) => wish.state === 'waiting' || wish.state === 'failed';
    await this.#changeAll(application, isOpen, unwished);
  }

  /** Checks whether another tab is at work, and notices when it ends. */
  async watch(): Promise<void> {
    if (this.#turns > 0 || nextOf(this.#context.installs.records.get().values()) === undefined) return;
    const isFree = await isLockFree(this.#lock);
    if (!isFree && this.#turns === 0) await this.#turn(() => this.#context.installs.reload());
  }

  /** Passes on nothing more. */
  close(): void {
    this.#closed = true;
  }

  get #lock(): string {
    return `${this.#context.databaseName}:installs`;
  }

  /** Runs `work` when no other tab is at work. */
  async #turn(work: () => Promise<void>): Promise<void> {
    this.#turns += 1;
    this.#working.set(true);
    try {
      await withLock(this.#lock, work).catch(ignoreGone);
    } finally {
      this.#turns -= 1;
      if (this.#turns === 0) this.#working.set(false);
    }
  }

  async #work(): Promise<void> {
    const { courier } = this.#context;
    let wished = await this.#next();
    while (wished !== undefined) {
      const goOn = await this.#handOver(wished);
      wished = goOn && !courier.onePerTap ? await this.#next() : undefined;
      if (wished !== undefined) await courier.rest();
    }
  }

  /** The next application, as it is stored, because other tabs change it too. */
  async #next(): Promise<Wished | undefined> {
    await this.#context.installs.reload();
    return this.#closed ? undefined : nextOf(this.#context.installs.records.get().values());
  }

  /**
   * Passes on one application; returns whether it makes sense to continue: a refusal that concerns only this one does
   * not stop the others.
   */
  async #handOver(wished: Wished): Promise<boolean> {
    const { application } = wished;
    try {
      const handover = (await this.#begunBefore(wished)) ?? (await this.#give(application));
      if (handover === null) return true;
      await this.#changeDue(application, (due) => asHanded(due, handover, Date.now()));
      return true;
    } catch (fault) {
      const reason = reasonOf(toClientError(fault));
      const isAlone = reason.kind === 'refused';
      await this.#changeAll(isAlone ? application : undefined, isDue, (due) => asFailed(due, reason));
      return isAlone;
    }
  }

  /**
   * The handover of an earlier page, or of one that seemed to fail, if its download has begun since; otherwise null.
   */
  async #begunBefore({ wish: { state, handover } }: Wished): Promise<Handover | null> {
    if (handover === null) return null;
    const { courier } = this.#context;
    const hasBegun = state === 'given' ? courier.begins(handover) : courier.hasBegun(handover);
    return (await hasBegun) ? handover : null;
  }

  /**
   * Passes one application to the system. Null when that needs a tap first, or when it is no longer wanted. Errors:
   * `ClientError`.
   */
  async #give(application: string): Promise<Handover | null> {
    const { courier } = this.#context;
    const handover = await this.#fetch(application);
    if (!courier.mayGive()) {
      this.#ready = { application, handover, at: performance.now() };
      return null;
    }
    // Noted before it is passed on, so that a page that ends in between does not pass it on twice.
    const isWanted = await this.#changeDue(application, (due) => asGiven(due, handover));
    if (!isWanted || this.#closed) return null;
    courier.give(handover);
    if (!(await courier.begins(handover))) throw new NotBegunError('The service was not asked for the file.');
    return handover;
  }

  /** The link that waited for a tap, or a fresh one. */
  async #fetch(application: string): Promise<Handover> {
    const ready = this.#ready;
    this.#ready = null;
    const isFresh = ready?.application === application && performance.now() - ready.at < freshness;
    return isFresh ? ready.handover : this.#context.courier.fetch(application);
  }

  /** Changes an application that is due; returns whether it was. */
  async #changeDue(application: string, change: (due: Wished) => InstallRecord): Promise<boolean> {
    const changed = await this.#changeAll(application, isDue, change);
    return changed.length > 0;
  }

  /** Changes those of the queue, or the one application, for which `test` is true. */
  #changeAll(
    application: string | undefined,
    test: (wished: Wished) => boolean,
    change: (wished: Wished) => InstallRecord,
  ): Promise<readonly InstallRecord[]> {
    const isMeant = (wished: Wished) => application === undefined || wished.application === application;
    const work = (all: readonly InstallRecord[]) =>
      wishedOf(all).filter((wished) => isMeant(wished) && test(wished));
    return this.#context.installs.change((_kept, all) => work(all).map(change), 'strict');
  }
}

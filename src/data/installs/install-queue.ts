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
  /** The account's database; its name is the lock's, so that only one tab hands over at a time. */
  databaseName: string;
  installs: Installs;
  courier: Courier;
}

/** Milliseconds for which a link that was fetched waits for a tap; it opens for longer. */
const freshness = 4 * 60_000;

/**
 * Installations that the person wants, one after the other, kept with the records of installations. A tap works it off; what a
 * page left that ended waits for the next tap, since browsers ask before they give a page without one a second download.
 */
export class InstallQueue {
  readonly #context: InstallQueueContext;
  readonly #working = new Observed(false);
  #turns = 0;
  #last: Promise<void> = Promise.resolve();
  #closed = false;
  /** What was fetched and needs a tap to be given. */
  #ready: { application: string; handover: Handover; at: number } | null = null;

  constructor(context: InstallQueueContext) {
    this.#context = context;
  }

  /** Whether some tab hands over what is due. */
  get working(): Observable<boolean> {
    return this.#working;
  }

  /** Wants applications, and begins with them. */
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

  /** Goes on, after a tap: with all that is due, or with one where the system takes one for each tap. */
  next(): Promise<void> {
    const work = () => this.#turn(() => this.#work());
    this.#last = this.#last.then(work, work);
    return this.#last;
  }

  /** Begins again with what failed: all of it, or one application. */
  async again(application?: string): Promise<void> {
    await this.#changeAll(application, ({ wish }) => wish.state === 'failed', asWaiting);
    await this.next();
  }

  /** Gives up what was not handed over: all of it, or one application. What the system has been given goes on. */
  async giveUp(application?: string): Promise<void> {
    const isOpen = ({ wish }: Wished) => wish.state === 'waiting' || wish.state === 'failed';
    await this.#changeAll(application, isOpen, unwished);
  }

  /** Looks whether another tab hands over, and notices when it ends. */
  async watch(): Promise<void> {
    if (this.#turns > 0 || nextOf(this.#context.installs.records.get().values()) === undefined) return;
    const isFree = await isLockFree(this.#lock);
    if (!isFree && this.#turns === 0) await this.#turn(() => this.#context.installs.reload());
  }

  /** Hands over nothing more. */
  close(): void {
    this.#closed = true;
  }

  get #lock(): string {
    return `${this.#context.databaseName}:installs`;
  }

  /** Does something when no other tab hands over. */
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

  /** What comes next, as it is kept: other tabs change it too. */
  async #next(): Promise<Wished | undefined> {
    await this.#context.installs.reload();
    return this.#closed ? undefined : nextOf(this.#context.installs.records.get().values());
  }

  /** Hands over one; answers whether it is of use to go on: what only this one is refused for does not stop the others. */
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

  /** The handover of an earlier page, or of one that seemed to fail, if its download has begun since; else null. */
  async #begunBefore({ wish: { state, handover } }: Wished): Promise<Handover | null> {
    if (handover === null) return null;
    const { courier } = this.#context;
    const hasBegun = state === 'given' ? courier.begins(handover) : courier.hasBegun(handover);
    return (await hasBegun) ? handover : null;
  }

  /** Gives one to the system. Null when that needs a tap first, or when it is not wanted any more. Errors: `ClientError`. */
  async #give(application: string): Promise<Handover | null> {
    const { courier } = this.#context;
    const handover = await this.#fetch(application);
    if (!courier.mayGive()) {
      this.#ready = { application, handover, at: performance.now() };
      return null;
    }
    // Noted before it is given: a page that ends in between must not give it twice.
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

  /** Changes one that is due; answers whether it was. */
  async #changeDue(application: string, change: (due: Wished) => InstallRecord): Promise<boolean> {
    const changed = await this.#changeAll(application, isDue, change);
    return changed.length > 0;
  }

  /** Changes those of the queue, or the one application, for which `test` is so. */
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

import { DownloadNotStartedError, toClientError, toErrorReason } from '../http/errors.ts';
import { type Observable, WritableObservable } from '../observable.ts';
import type { InstallLink, InstallRecord } from '../records/install-record.ts';
import { ignoreGone } from '../storage/faults.ts';
import { isLockFree, withTakeover } from '../storage/locks.ts';
import type { InstallerBridge } from './installer-bridge.ts';
import type { Installs } from './installs.ts';
import {
  addToQueue,
  findNext,
  isDue,
  listQueued,
  markFailed,
  markPassedOn,
  markStarted,
  markWaiting,
  type QueuedRecord,
  withoutQueueEntry,
} from './queued-installs.ts';

export interface InstallQueueContext {
  /** The account's database; a lock has the same name, so that only one tab passes on links at a time. */
  databaseName: string;
  installs: Installs;
  installer: InstallerBridge;
}

/** Milliseconds for which a fetched link may wait for a tap; the link itself is valid for longer. */
const linkFreshnessMs = 4 * 60_000;

/** Milliseconds after which a tab that works through the queue counts as frozen: a live one has passed on dozens by then. */
const takeoverAfterMs = 2 * 60_000;

/**
 * The applications that the person wants to install, one after another, stored with the install records. A tap works
 * through the queue. What a closed page left waits for the next tap, because browsers ask before they allow a page a
 * second download without one.
 */
export class InstallQueue {
  readonly #context: InstallQueueContext;
  readonly #isWorkingState = new WritableObservable(false);
  #activeRuns = 0;
  #lastRun: Promise<void> = Promise.resolve();
  #closed = false;
  /** A fetched link that needs a tap. */
  #linkAwaitingTap: { application: string; handover: InstallLink; at: number } | null = null;

  constructor(context: InstallQueueContext) {
    this.#context = context;
  }

  /** Whether some tab is working through the queue. */
  get isWorking(): Observable<boolean> {
    return this.#isWorkingState;
  }

  /** Adds applications to the queue, and begins with them. */
  async add(wanted: readonly { application: string; name: string }[]): Promise<void> {
    await this.#context.installs.change(
      (stored, all) =>
        addToQueue(
          all,
          wanted.map(({ application, name }) => ({ record: stored(application), name })),
        ),
      'strict',
    );
    await this.resume();
  }

  /**
   * Continues after a tap: with everything that is due, or with one application where the system accepts one for each
   * tap.
   */
  resume(): Promise<void> {
    const run = () => this.#runExclusive(() => this.#processQueue());
    this.#lastRun = this.#lastRun.then(run, run);
    return this.#lastRun;
  }

  /** Retries what failed: everything, or one application. */
  async retry(application?: string): Promise<void> {
    await this.#changeQueued(application, ({ wish }) => wish.state === 'failed', markWaiting);
    await this.resume();
  }

  /** Removes what was not passed on: everything, or one application. What the system already has continues. */
  async cancel(application?: string): Promise<void> {
    const isOpen = ({ wish }: QueuedRecord) => wish.state === 'waiting' || wish.state === 'failed';
    await this.#changeQueued(application, isOpen, withoutQueueEntry);
  }

  /** Checks whether another tab is at work, and notices when it ends. */
  async watch(): Promise<void> {
    if (this.#activeRuns > 0 || findNext(this.#context.installs.records.get().values()) === undefined) return;
    const isFree = await isLockFree(this.#lock);
    if (!isFree && this.#activeRuns === 0) await this.#runExclusive(() => this.#context.installs.reload());
  }

  /** Passes on nothing more. */
  close(): void {
    this.#closed = true;
  }

  get #lock(): string {
    return `${this.#context.databaseName}:installs`;
  }

  /** Runs `work` when no other tab is at work. */
  async #runExclusive(work: () => Promise<void>): Promise<void> {
    this.#activeRuns += 1;
    this.#isWorkingState.set(true);
    try {
      await withTakeover(this.#lock, work, { takeoverAfter: takeoverAfterMs }).catch(ignoreGone);
    } finally {
      this.#activeRuns -= 1;
      if (this.#activeRuns === 0) this.#isWorkingState.set(false);
    }
  }

  async #processQueue(): Promise<void> {
    const { installer } = this.#context;
    let queued = await this.#next();
    while (queued !== undefined) {
      const goOn = await this.#passToInstaller(queued);
      queued = goOn && !installer.needsTapPerInstall ? await this.#next() : undefined;
      if (queued !== undefined) await installer.pauseBetweenLinks();
    }
  }

  /** The next application, as it is stored, because other tabs change it too. */
  async #next(): Promise<QueuedRecord | undefined> {
    await this.#context.installs.reload();
    return this.#closed ? undefined : findNext(this.#context.installs.records.get().values());
  }

  /**
   * Passes on one application; returns whether it makes sense to continue: a refusal that concerns only this one does
   * not stop the others.
   */
  async #passToInstaller(queued: QueuedRecord): Promise<boolean> {
    const { application } = queued;
    try {
      const handover = (await this.#findStartedHandover(queued)) ?? (await this.#startInstall(application));
      if (handover === null) return true;
      await this.#changeDue(application, (due) => markStarted(due, handover, Date.now()));
      return true;
    } catch (fault) {
      const reason = toErrorReason(toClientError(fault));
      const isAlone = reason.kind === 'refused';
      await this.#changeQueued(isAlone ? application : undefined, isDue, (due) => markFailed(due, reason));
      return isAlone;
    }
  }

  /**
   * The handover of an earlier page, or of one that seemed to fail, if its download has begun since; otherwise null.
   */
  async #findStartedHandover({ wish: { state, handover } }: QueuedRecord): Promise<InstallLink | null> {
    if (handover === null) return null;
    const { installer } = this.#context;
    const hasStarted = state === 'given' ? installer.waitForStart(handover) : installer.hasStarted(handover);
    return (await hasStarted) ? handover : null;
  }

  /**
   * Passes one application to the system. Null when that needs a tap first, or when it is no longer wanted. Errors:
   * `ClientError`.
   */
  async #startInstall(application: string): Promise<InstallLink | null> {
    const { installer } = this.#context;
    const handover = await this.#takeLink(application);
    if (!installer.isReadyForLink()) {
      this.#linkAwaitingTap = { application, handover, at: performance.now() };
      return null;
    }
    // Noted before it is passed on, so that a page that ends in between does not pass it on twice.
    const isWanted = await this.#changeDue(application, (due) => markPassedOn(due, handover));
    if (!isWanted || this.#closed) return null;
    installer.openLink(handover);
    if (!(await installer.waitForStart(handover)))
      throw new DownloadNotStartedError('The service was not asked for the file.');
    return handover;
  }

  /** The link that waited for a tap, or a fresh one. */
  async #takeLink(application: string): Promise<InstallLink> {
    const ready = this.#linkAwaitingTap;
    this.#linkAwaitingTap = null;
    const isFresh = ready?.application === application && performance.now() - ready.at < linkFreshnessMs;
    return isFresh ? ready.handover : this.#context.installer.fetchLink(application);
  }

  /** Changes an application that is due; returns whether it was. */
  async #changeDue(application: string, change: (due: QueuedRecord) => InstallRecord): Promise<boolean> {
    const changed = await this.#changeQueued(application, isDue, change);
    return changed.length > 0;
  }

  /** Changes those of the queue, or the one application, for which `test` is true. */
  #changeQueued(
    application: string | undefined,
    test: (queued: QueuedRecord) => boolean,
    change: (queued: QueuedRecord) => InstallRecord,
  ): Promise<readonly InstallRecord[]> {
    const isMeant = (queued: QueuedRecord) => application === undefined || queued.application === application;
    const selectQueued = (all: readonly InstallRecord[]) =>
      listQueued(all).filter((queued) => isMeant(queued) && test(queued));
    return this.#context.installs.change((_stored, all) => selectQueued(all).map(change), 'strict');
  }
}

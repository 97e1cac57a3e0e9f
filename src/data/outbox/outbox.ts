import { type Observable, WritableObservable } from '../observable.ts';
import { type OutboxRow, type Writer, writerKey } from '../records/outbox-row.ts';
import type { AccountChannel } from '../storage/account-channel.ts';
import { ignoreGone } from '../storage/faults.ts';
import type { StoreName } from '../storage/schema.ts';
import type { Transaction } from '../storage/storage.ts';
import type { PendingWrite, WriteDescription } from './pending-write.ts';
import { addRow, readOutbox, retryRow, storesForAdding } from './records.ts';
import { RetrySchedule } from './retry-schedule.ts';
import { isUnsent, listHeads, type SenderContext, sendWaiting } from './sender.ts';

export interface OutboxContext extends Omit<SenderContext, 'onChange' | 'attempts'> {
  channel: AccountChannel;
  /** Asks the browser to wake the service worker when there is a network again. */
  requestWakeUp(): Promise<void>;
  /** Whether what was just written is on the disk. */
  isPersisted(): boolean;
  /** The name of an application in the catalog; null when it is not there. */
  findName(application: string): string | null;
}

/** Milliseconds after which a person is told about a waiting write: usually it has arrived long before. */
const lateAfterMs = 5_000;

/** Least milliseconds between two rounds. */
const minRoundIntervalMs = 1_000;

/** A person's writes on their way to the service, kept until the service accepts them or the person discards them. */
export class Outbox {
  readonly #context: OutboxContext;
  readonly #rows = new WritableObservable<readonly OutboxRow[]>([]);
  readonly #unpersisted = new WritableObservable<ReadonlySet<string>>(new Set());
  readonly #attempts = new RetrySchedule();
  readonly #late = new WritableObservable(false);
  #lateTimer: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #nextRound: { eager: boolean } | null = null;
  #readings = 0;
  /** The number of the reading that `#rows` comes from. */
  #shown = 0;
  #writer: Writer | undefined;
  #closed = false;

  constructor(context: OutboxContext) {
    this.#context = context;
  }

  /** All rows in order, including those that were sent within the last day. */
  get rows(): Observable<readonly OutboxRow[]> {
    return this.#rows;
  }

  /**
   * The ids of the rows that exist only in this page, because the device had no room for them: they are sent while the
   * page stays open. All others were on the disk before they were in `rows`.
   */
  get unpersistedIds(): Observable<ReadonlySet<string>> {
    return this.#unpersisted;
  }

  /** Whether something has been waiting for longer than sending takes. */
  get late(): Observable<boolean> {
    return this.#late;
  }

  /** How many writes the service does not have yet. */
  unsent = (): number => this.#rows.get().filter(isUnsent).length;

  /** Fills a database that was deleted while the page was open with what the page knows of it. */
  async refill(transaction: Transaction): Promise<void> {
    for (const row of this.#rows.get()) await transaction.put('outbox', row.id, row);
    // The same writer continues; otherwise the service could not tell writes that are still on their way from later
    // ones.
    if (this.#writer !== undefined)
      await transaction.put('writer', writerKey, skipOrderNumbers(this.#writer));
  }

  /** Reads the rows again, after another tab or the service worker changed them. */
  async reload(): Promise<void> {
    this.#readings += 1;
    const reading = this.#readings;
    const { rows, writer } = await readOutbox(this.#context.storage);
    // A later reading may have finished first, and knows more. A reading that has not finished can't be awaited
    // instead, because the caller must find its own change in the rows.
    if (this.#closed || reading < this.#shown) return;
    this.#shown = reading;
    this.#writer = writer;
    if (this.#unpersisted.get().size > 0 && this.#context.isPersisted()) this.#unpersisted.set(new Set());
    this.#rows.set(rows);
    this.#watchLate();
    this.#scheduleNextRound();
  }

  /**
   * Stores a write and sends it when possible; it is on the disk when this resolves, or listed in `unpersistedIds`. `also`
   * changes further `stores` in the same transaction. Until the service has answered, the catalog shows the effect of
   * the row.
   */
  async enqueue<P>(
    write: PendingWrite<P>,
    payload: P,
    stores: readonly StoreName[] = [],
    also?: (transaction: Transaction) => Promise<void>,
  ): Promise<OutboxRow> {
    const { application } = write.describe(payload);
    const name = application === null ? null : this.#context.findName(application);
    const row = await this.#context.storage.write(
      [...storesForAdding, ...stores],
      async (transaction) => {
        await also?.(transaction);
        return addRow(transaction, write, payload, Date.now(), name);
      },
      'strict',
    );
    if (!this.#context.isPersisted()) this.#unpersisted.set(new Set(this.#unpersisted.get()).add(row.id));
    await this.#handleChange();
    void this.send();
    void this.#context.requestWakeUp();
    return row;
  }

  /**
   * Sends what is due now. `eager`: everything that waits, because something has changed that may help. Resolves when
   * there is nothing left to try.
   */
  send({ eager = false } = {}): Promise<void> {
    if (this.#sending !== null) {
      this.#nextRound = { eager: eager || (this.#nextRound?.eager ?? false) };
      return this.#sending;
    }
    this.#sending = this.#sendAll(eager).catch(ignoreGone);
    return this.#sending;
  }

  /** Notes that the service can't be reached: what fails meanwhile is tried again when it can. */
  recordOutage = (): void => this.#attempts.recordOutage();

  /** Tries a refused write once more, unchanged, after everything that was written since. */
  async retry(id: string): Promise<void> {
    await retryRow(this.#context.storage, id);
    this.#attempts.delete(id);
    await this.#handleChange();
    void this.send({ eager: true });
  }

  /** Those of the rows that are sent next. */
  listHeads = (rows: readonly OutboxRow[]): OutboxRow[] => listHeads(rows, this.#context.writes);

  /** What a row is about; null for a kind that only a newer release knows. */
  describe({ kind, payload }: OutboxRow): WriteDescription | null {
    return this.#context.writes.get(kind)?.describe(payload) ?? null;
  }

  /** Discards a write, unless it is being sent or was sent. Returns whether it was discarded. */
  async discard(id: string): Promise<boolean> {
    const discarding = async (transaction: Transaction) => {
      const row = await transaction.get('outbox', id);
      if (row === undefined || row.state === 'sending' || row.state === 'sent') return false;
      await transaction.delete('outbox', id);
      return true;
    };
    const gone = await this.#context.storage.write(['outbox'], discarding, 'strict');
    await this.#handleChange();
    return gone;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#lateTimer);
  }

  #watchLate(): void {
    if (this.unsent() > 0) {
      this.#lateTimer ??= setTimeout(() => this.#late.set(true), lateAfterMs);
      return;
    }
    clearTimeout(this.#lateTimer);
    this.#lateTimer = undefined;
    this.#late.set(false);
  }

  async #sendAll(eager: boolean): Promise<void> {
    let round: { eager: boolean } | null = { eager };
    try {
      while (round !== null && !this.#closed) {
        this.#nextRound = null;
        const context = { ...this.#context, attempts: this.#attempts, onChange: () => this.#handleChange() };
        await sendWaiting(context, round.eager);
        round = this.#nextRound;
      }
    } finally {
      // In the same turn as the last look at `#nextRound`: a later call starts a new round.
      this.#sending = null;
      this.#scheduleNextRound();
    }
  }

  async #handleChange(): Promise<void> {
    this.#context.channel.publish('outbox');
    await this.reload();
  }

  /**
   * Sets the timer for what waits. Also after a round that found nothing due: a timer may fire a little early, and
   * nothing else would set it again.
   */
  #scheduleNextRound(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#context.client.identity === null) return;
    const next = Math.min(...this.listHeads(this.#rows.get()).map((row) => this.#attempts.getWait(row)));
    if (!Number.isFinite(next)) return;
    this.#timer = setTimeout(() => void this.send(), Math.max(next, minRoundIntervalMs));
  }
}

/** Order numbers that other pages may have given out since this one last looked. */
const reservedOrderNumbers = 1_000;

const skipOrderNumbers = ({ id, last }: Writer): Writer => ({ id, last: last + reservedOrderNumbers });

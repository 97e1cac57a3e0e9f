import { type Observable, Observed } from '../observable.ts';
import type { AccountChannel } from '../session/account-channel.ts';
import { ignoreGone } from '../storage/faults.ts';
import type { StoreName } from '../storage/schema.ts';
import type { Transaction } from '../storage/storage.ts';
import { NextAttempts } from './next-attempts.ts';
import type { About, PendingWrite } from './pending-write.ts';
import { addingStores, addRow, readOutbox, tryAgain } from './records.ts';
import { type OutboxRow, type Writer, writerKey } from './row.ts';
import { headsOf, isUnsent, type SenderContext, sendWaiting } from './sender.ts';

export interface OutboxContext extends Omit<SenderContext, 'changed' | 'attempts'> {
  channel: AccountChannel;
  /** Asks the browser to wake the service worker when there is a network again. */
  wakeLater(): Promise<void>;
  /** Whether what was just written is on the disk. */
  isKept(): boolean;
  /** The name of an application in the catalog; null when it is not there. */
  nameOf(application: string): string | null;
}

/** Milliseconds after which a person is told about a waiting write: usually it has arrived long before. */
const lateAfter = 5_000;

/** Least milliseconds between two rounds. */
const shortest = 1_000;

/** A person's writes on their way to the service, kept until the service accepts them or the person discards them. */
export class Outbox {
  readonly #context: OutboxContext;
  readonly #rows = new Observed<readonly OutboxRow[]>([]);
  readonly #unkept = new Observed<ReadonlySet<string>>(new Set());
  readonly #attempts = new NextAttempts();
  readonly #late = new Observed(false);
  #lateTimer: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #again: { eager: boolean } | null = null;
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
  get unkept(): Observable<ReadonlySet<string>> {
    return this.#unkept;
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
    if (this.#writer !== undefined) await transaction.put('writer', writerKey, skipped(this.#writer));
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
    if (this.#unkept.get().size > 0 && this.#context.isKept()) this.#unkept.set(new Set());
    this.#rows.set(rows);
    this.#watchLate();
    this.#wakeAtNext();
  }

  /**
   * Stores a write and sends it when possible; it is on the disk when this resolves, or listed in `unkept`. `also`
   * changes further `stores` in the same transaction. Until the service has answered, the catalog shows the effect of
   * the row.
   */
  async enqueue<P>(
    write: PendingWrite<P>,
    payload: P,
    stores: readonly StoreName[] = [],
    also?: (transaction: Transaction) => Promise<void>,
  ): Promise<OutboxRow> {
    const { application } = write.about(payload);
    const name = application === null ? null : this.#context.nameOf(application);
    const row = await this.#context.storage.write(
      [...addingStores, ...stores],
      async (transaction) => {
        await also?.(transaction);
        return addRow(transaction, write, payload, Date.now(), name);
      },
      'strict',
    );
    if (!this.#context.isKept()) this.#unkept.set(new Set(this.#unkept.get()).add(row.id));
    await this.#changed();
    void this.send();
    void this.#context.wakeLater();
    return row;
  }

  /**
   * Sends what is due now. `eager`: everything that waits, because something has changed that may help. Resolves when
   * there is nothing left to try.
   */
  send({ eager = false } = {}): Promise<void> {
    if (this.#sending !== null) {
      this.#again = { eager: eager || (this.#again?.eager ?? false) };
      return this.#sending;
    }
    this.#sending = this.#sendAll(eager).catch(ignoreGone);
    return this.#sending;
  }

  /** Notes that the service can't be reached: what fails meanwhile is tried again when it can. */
  noteOutage = (): void => this.#attempts.noteOutage();

  /** Tries a refused write once more, unchanged, after everything that was written since. */
  async retry(id: string): Promise<void> {
    await tryAgain(this.#context.storage, id);
    this.#attempts.delete(id);
    await this.#changed();
    void this.send({ eager: true });
  }

  /** Those of the rows that are sent next. */
  heads = (rows: readonly OutboxRow[]): OutboxRow[] => headsOf(rows, this.#context.writes);

  /** What a row is about; null for a kind that only a newer release knows. */
  about({ kind, payload }: OutboxRow): About | null {
    return this.#context.writes.get(kind)?.about(payload) ?? null;
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
    await this.#changed();
    return gone;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#lateTimer);
  }

  #watchLate(): void {
    if (this.unsent() > 0) {
      this.#lateTimer ??= setTimeout(() => this.#late.set(true), lateAfter);
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
        this.#again = null;
        const context = { ...this.#context, attempts: this.#attempts, changed: () => this.#changed() };
        await sendWaiting(context, round.eager);
        round = this.#again;
      }
    } finally {
      // In the same turn as the last check of `#again`: a later call starts a new round.
      this.#sending = null;
      this.#wakeAtNext();
    }
  }

  async #changed(): Promise<void> {
    this.#context.channel.tell('outbox');
    await this.reload();
  }

  /**
   * Sets the timer for what waits. Also after a round that found nothing due: a timer may fire a little early, and
   * nothing else would set it again.
   */
  #wakeAtNext(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#context.client.identity === null) return;
    const next = Math.min(...this.heads(this.#rows.get()).map((row) => this.#attempts.wait(row)));
    if (!Number.isFinite(next)) return;
    this.#timer = setTimeout(() => void this.send(), Math.max(next, shortest));
  }
}

/** Order numbers that other pages may have given out since this one last looked. */
const perhapsGiven = 1_000;

const skipped = ({ id, last }: Writer): Writer => ({ id, last: last + perhapsGiven });

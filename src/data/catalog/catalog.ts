import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { CatalogEvent, SyncEntry } from '../../../contract/sync.ts';
import type { Client } from '../http/client.ts';
import { toClientError } from '../http/errors.ts';
import { isOffline } from '../http/offline.ts';
import { whenIdle } from '../idle.ts';
import { type Observable, Observed } from '../observable.ts';
import type { Effect, PendingWrites } from '../outbox/pending-write.ts';
import type { OutboxRow } from '../outbox/row.ts';
import type { AccountChannel } from '../session/account-channel.ts';
import { DatabaseGoneError, ignoreGone } from '../storage/faults.ts';
import type { Storage } from '../storage/storage.ts';
import { coverOf, entriesIn, isSameCover, keepCover } from './cover.ts';
import { deriveLists } from './derived-lists.ts';
import { isKnown } from './is-known.ts';
import { forgetCatalog, readCover, readEntries, type Taken } from './kept-catalog.ts';
import { type Cover, type KeptState, nothingKept, shownOf } from './kept-state.ts';
import { type CatalogState, halfOf, type Status, waitAfter } from './status.ts';
import { type Known, syncCatalog } from './sync.ts';
import { type CatalogBase, effectsOf, type Installs, showEntry, viewOf } from './view.ts';

/** The inventory of this device as the service has it, and the ids of the writes that it contains. */
export interface ToldInventory {
  entries: readonly SyncEntry[];
  contains: ReadonlySet<string>;
}

export interface CatalogContext {
  databaseName: string;
  storage: Storage;
  client: Client;
  writes: PendingWrites;
  channel: AccountChannel;
  rows: Observable<readonly OutboxRow[]>;
  installs: Observable<Installs>;
  /** Called when the whole kept catalog has been read, and after a sync; `told` is null until the catalog is complete. */
  loaded(told: ToldInventory | null): Promise<void>;
}

/** Most entries that are sent to other pages; of more, the pages read everything again, which is faster. */
const mostTold = 100;

/** The catalog of an account: first what is kept, then the network's answer, with the effects of unsent writes on both. */
export class Catalog {
  readonly #context: CatalogContext;
  readonly #abort = new AbortController();
  readonly #state: Observed<CatalogState>;
  #base: CatalogBase = { byId: new Map(), lists: null, contains: new Set() };
  #status: Status = { complete: false, syncing: false, error: null, half: null, savedAt: null };
  /** What is known about the kept entries; those in memory belong to the state `#cursor`. */
  #kept: KeptState = nothingKept;
  #cursor: string | null = null;
  #cover: Cover | null = null;
  #sync: Promise<void> | null = null;
  #again: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #isStale = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: CatalogContext) {
    this.#context = context;
    this.#state = new Observed(this.#compose());
    context.rows.subscribe(() => this.#rowsChanged());
    context.installs.subscribe(() => this.#publish());
  }

  get state(): Observable<CatalogState> {
    return this.#state;
  }

  /** Reads the kept catalog. Resolves when a first screen can be drawn; the rest follows after that. */
  async load(): Promise<void> {
    const { state, cover } = await readCover(this.#context.storage);
    this.#kept = state;
    if (shownOf(state) === null || cover === undefined) return this.reload();
    this.#cover = cover;
    this.#base = { ...this.#base, byId: byIdOf(entriesIn(cover)), lists: cover };
    this.#set({ half: halfOf(state), savedAt: state.savedAt });
    void whenIdle()
      .then(() => this.reload())
      .catch(ignoreGone);
  }

  /** Reads the kept catalog again, after another tab wrote it. */
  reload(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readWhileStale().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Takes over what another tab stored from an answer. */
  async told(what: Taken): Promise<void> {
    await this.#take(what);
    await this.#tellLoaded();
  }

  /** Asks the network for what changed. Never throws: a failure is put into the state. */
  refresh(): Promise<void> {
    const { savedAt } = this.#kept;
    return this.#refresh(({ state }) => state.kept === null || state.savedAt === savedAt);
  }

  /** Like `refresh`, but never joins a refresh that is already running: its answer may be older than a write that was just sent. */
  async refreshAgain(): Promise<void> {
    await this.#sync;
    await this.refresh();
  }

  /** An event says that the catalog has changed: asks the service, unless the change is here already. */
  async heard(event: CatalogEvent): Promise<void> {
    await (this.#again ?? this.#sync);
    if (isKnown(event, this.cursor)) return;
    await this.#refresh(({ state }) => !isKnown(event, state.kept?.cursor));
  }

  /** The cursor of the complete kept catalog; null before there is one. */
  get cursor(): string | null {
    return this.#kept.kept?.cursor ?? null;
  }

  /** An entry from elsewhere, such as the page of one application, with the effects of unsent writes. */
  show<E extends CatalogEntry>(entry: E): E {
    return showEntry(entry, this.#effects(), this.#context.installs.get());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  #refresh(isDue: (known: Known) => boolean): Promise<void> {
    this.#sync ??= this.#ask(isDue).finally(() => {
      this.#sync = null;
    });
    return this.#sync;
  }

  async #ask(isDue: (known: Known) => boolean): Promise<void> {
    clearTimeout(this.#timer);
    const { signal } = this.#abort;
    if (signal.aborted || this.#context.client.identity === null) return;
    this.#set({ syncing: true });
    const taken = async (what: Taken) => {
      await this.#take(what);
      const isLittle = !what.whole && what.changes.size <= mostTold;
      this.#context.channel.tell(isLittle ? { catalog: what } : 'catalog');
    };
    const error = await syncCatalog({ ...this.#context, taken }, signal, isDue)
      .then(async (wasDue) => {
        if (!wasDue) await this.reload();
        return null;
      })
      .catch((fault: unknown) => (isOver(fault, signal) ? null : toClientError(fault)));
    await this.#tellLoaded().catch(ignoreGone);
    if (signal.aborted) return;
    this.#set({ syncing: false, error });
    this.#failures = error === null ? 0 : this.#failures + 1;
    this.#askLater();
  }

  /** Schedules another request while something is missing: after a failure, or while another page is at work. */
  #askLater(): void {
    clearTimeout(this.#timer);
    const { error } = this.#status;
    const isMissing = error !== null || this.#kept.kept === null || this.#lacksSent();
    if (!isMissing || error?.kind === 'session-ended' || isOffline()) return;
    const isDue = (known: Known) => error !== null || known.state.kept === null || lacksSent(known);
    this.#timer = setTimeout(() => void this.#refresh(isDue), waitAfter(error, this.#failures));
  }

  /** Sent writes change the catalog at the service (counts, updates), so the changes are fetched. */
  #rowsChanged(): void {
    this.#publish();
    if (!this.#lacksSent()) return;
    this.#again ??= Promise.resolve(this.#sync)
      .then(() => this.#refresh(lacksSent))
      .finally(() => {
        this.#again = null;
      });
  }

  #lacksSent(): boolean {
    const { contains } = this.#base;
    return this.#context.rows.get().some(({ state, id }) => state === 'sent' && !contains.has(id));
  }

  /** Takes into memory what an answer, for this page or another, changed in the kept catalog. */
  async #take({ asked, state, whole, changes }: Taken): Promise<void> {
    this.#kept = state;
    const shown = shownOf(state);
    const isShown = shown !== null && shown.cursor === (state.begun ?? state.kept)?.cursor;
    if (this.#reading !== null || (!this.#status.complete && !whole)) await this.reload();
    else if (isShown && !this.#isLost() && (whole || this.#cursor === asked.cursor)) {
      const byId = new Map(whole ? [] : this.#base.byId);
      for (const [id, entry] of changes) {
        if (entry === null) byId.delete(id);
        else byId.set(id, entry);
      }
      this.#adopt(state, changes.size === 0 && !whole ? null : [...byId.values()]);
    } else if (isShown) await this.reload();
  }

  async #readWhileStale(): Promise<void> {
    while (this.#isStale && !this.#abort.signal.aborted) {
      this.#isStale = false;
      await this.#read();
    }
  }

  async #read(): Promise<void> {
    const { storage } = this.#context;
    const read = await readEntries(storage).catch((fault: unknown) => {
      if (fault instanceof DatabaseGoneError) throw fault;
      return null;
    });
    // Reading and sorting take long with thousands of entries: what is already known is drawn in between.
    if (!this.#status.complete) await whenIdle();
    if (this.#abort.signal.aborted) return;
    if (read === null) return this.#beginAnew();
    this.#kept = read.state;
    if (this.#isLost()) void this.refresh();
    else this.#adopt(read.state, read.entries);
    await this.#tellLoaded();
  }

  /** Kept entries can't be read: what is shown stays, and the whole catalog is loaded again. */
  async #beginAnew(): Promise<void> {
    const total = shownOf(this.#kept)?.total ?? 0;
    await forgetCatalog(this.#context.storage);
    this.#kept = nothingKept;
    this.#cursor = null;
    const have = this.#base.byId.size;
    this.#set({ complete: true, half: have < total ? { have, total } : null });
    void this.refreshAgain();
  }

  /** Whether the kept catalog was lost while it is still in memory, until a load brings it again. */
  #isLost = (): boolean =>
    this.#kept.kept === null && this.#status.half === null && this.#status.savedAt !== null;

  /** Shows entries as those of a state; null: the same entries as before. */
  #adopt(state: KeptState, entries: readonly SyncEntry[] | null): void {
    const shown = shownOf(state);
    this.#cursor = shown?.cursor ?? null;
    const lists = entries === null || shown === null ? this.#base.lists : deriveLists(entries);
    const byId = lists === this.#base.lists ? this.#base.byId : byIdOf(lists?.all ?? []);
    this.#base = { byId, lists, contains: new Set(state.contains) };
    this.#set({ complete: true, half: halfOf(state), savedAt: state.savedAt });
  }

  async #tellLoaded(): Promise<void> {
    const { lists, contains } = this.#base;
    if (lists === null || !this.#status.complete || this.#abort.signal.aborted) return;
    await this.#context.loaded(this.#kept.kept === null ? null : { entries: lists.installed, contains });
    void this.#keepCover().catch(ignoreGone);
  }

  /** Stores what the first screens show, if that has changed. */
  async #keepCover(): Promise<void> {
    await whenIdle();
    const { lists } = this.#base;
    if (lists === null || this.#abort.signal.aborted) return;
    const cover = coverOf(lists);
    if (this.#cover !== null && isSameCover(this.#cover, cover)) return;
    this.#cover = cover;
    await keepCover(this.#context.storage, cover);
  }

  #set(change: Partial<Status>): void {
    this.#status = { ...this.#status, ...change };
    this.#publish();
  }

  #publish(): void {
    this.#state.set(this.#compose());
  }

  #effects(): readonly Effect[] {
    return effectsOf(this.#context.rows.get(), this.#context.writes, this.#base.contains);
  }

  #compose(): CatalogState {
    return { ...viewOf(this.#base, this.#effects(), this.#context.installs.get()), ...this.#status };
  }
}

const byIdOf = (entries: readonly SyncEntry[]) => new Map(entries.map((entry) => [entry.id, entry]));

/** Whether the kept catalog is older than a write that the service has. */
const lacksSent = ({ state, sent }: Known): boolean => sent.some((id) => !state.contains.includes(id));

/** Whether a failure was only caused by closing the account. */
const isOver = (fault: unknown, signal: AbortSignal): boolean =>
  signal.aborted || fault instanceof DatabaseGoneError;

import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { CatalogEvent, SyncEntry } from '../../../contract/sync.ts';
import type { Client } from '../http/client.ts';
import { toClientError } from '../http/errors.ts';
import { isOffline } from '../http/offline.ts';
import { waitUntilIdle } from '../idle.ts';
import { type Observable, WritableObservable } from '../observable.ts';
import type { Effect, PendingWrites } from '../outbox/pending-write.ts';
import type { AppliedAnswer } from '../records/catalog-change.ts';
import type { OutboxRow } from '../records/outbox-row.ts';
import {
  emptySyncState,
  type FirstScreen,
  getShownGeneration,
  type SyncState,
} from '../records/sync-state.ts';
import type { AccountChannel } from '../storage/account-channel.ts';
import { DatabaseGoneError, ignoreGone } from '../storage/faults.ts';
import type { Storage } from '../storage/storage.ts';
import { clearCatalog, readEntries, readFirstScreen } from './catalog-store.ts';
import { deriveLists, type ServiceInventory } from './derived-lists.ts';
import { buildFirstScreen, isSameFirstScreen, listEntries, saveFirstScreen } from './first-screen.ts';
import { isKnown } from './is-known.ts';
import { type CatalogState, type CatalogStatus, getPartialLoad, getRetryDelay } from './status.ts';
import { isMissingSentWrites, isSyncAborted, type StoredSyncState, syncCatalog } from './sync.ts';
import { applyToEntry, buildView, type CatalogBase, type Installs, listEffects } from './view.ts';

export interface CatalogContext {
  databaseName: string;
  storage: Storage;
  client: Client;
  writes: PendingWrites;
  channel: AccountChannel;
  rows: Observable<readonly OutboxRow[]>;
  installs: Observable<Installs>;
  /** Called when the whole cached catalog has been read, and after a sync; `reported` is null until the catalog is complete. */
  onLoaded(reported: ServiceInventory | null): Promise<void>;
}

/** Most entries that are sent to other pages; of more, the pages read everything again, which is faster. */
const maxBroadcastEntries = 100;

/** The catalog of an account: first the cached one, then the network's answer, with the effects of unsent writes on both. */
export class Catalog {
  readonly #context: CatalogContext;
  readonly #abort = new AbortController();
  readonly #state: WritableObservable<CatalogState>;
  #base: CatalogBase = { byId: new Map(), lists: null, contains: new Set() };
  #status: CatalogStatus = {
    isComplete: false,
    isSyncing: false,
    error: null,
    partialLoad: null,
    savedAt: null,
  };
  /** What is known about the cached entries; those in memory belong to the state `#cursor`. */
  #syncState: SyncState = emptySyncState;
  #cursor: string | null = null;
  #firstScreen: FirstScreen | null = null;
  #sync: Promise<void> | null = null;
  #pendingRefresh: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #isStale = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: CatalogContext) {
    this.#context = context;
    this.#state = new WritableObservable(this.#buildState());
    context.rows.subscribe(() => this.#handleOutboxChange());
    context.installs.subscribe(() => this.#publish());
  }

  get state(): Observable<CatalogState> {
    return this.#state;
  }

  /** Reads the cached catalog. Resolves when a first screen can be drawn; the rest follows after that. */
  async load(): Promise<void> {
    const { state, cover } = await readFirstScreen(this.#context.storage);
    this.#syncState = state;
    if (getShownGeneration(state) === null || cover === undefined) return this.reload();
    this.#firstScreen = cover;
    this.#base = { ...this.#base, byId: indexById(listEntries(cover)), lists: cover };
    this.#set({ partialLoad: getPartialLoad(state), savedAt: state.savedAt });
    void waitUntilIdle()
      .then(() => this.reload())
      .catch(ignoreGone);
  }

  /** Reads the cached catalog again, after another tab wrote it. */
  reload(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readWhileStale().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Takes over what another tab stored from an answer. */
  async applyBroadcast(what: AppliedAnswer): Promise<void> {
    await this.#applyAnswer(what);
    await this.#notifyLoaded();
  }

  /** Asks the network for what changed. Never throws: a failure is put into the state. */
  refresh(): Promise<void> {
    const { savedAt } = this.#syncState;
    return this.#refresh(({ state }) => state.complete === null || state.savedAt === savedAt);
  }

  /** Like `refresh`, but never joins a refresh that is already running: its answer may be older than a write that was just sent. */
  async refreshAfterWrite(): Promise<void> {
    await this.#sync;
    await this.refresh();
  }

  /** An event says that the catalog has changed: asks the service, unless the change is here already. */
  async handleEvent(event: CatalogEvent): Promise<void> {
    await (this.#pendingRefresh ?? this.#sync);
    if (isKnown(event, this.cursor)) return;
    await this.#refresh(({ state }) => !isKnown(event, state.complete?.cursor));
  }

  /** The cursor of the complete cached catalog; null before there is one. */
  get cursor(): string | null {
    return this.#syncState.complete?.cursor ?? null;
  }

  /** An entry from elsewhere, such as the page of one application, with the effects of unsent writes. */
  withPendingWrites<E extends CatalogEntry>(entry: E): E {
    return applyToEntry(entry, this.#getEffects(), this.#context.installs.get());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  #refresh(isDue: (known: StoredSyncState) => boolean): Promise<void> {
    this.#sync ??= this.#runSync(isDue).finally(() => {
      this.#sync = null;
    });
    return this.#sync;
  }

  async #runSync(isDue: (known: StoredSyncState) => boolean): Promise<void> {
    clearTimeout(this.#timer);
    const { signal } = this.#abort;
    if (signal.aborted || this.#context.client.identity === null) return;
    this.#set({ isSyncing: true });
    const onApplied = async (what: AppliedAnswer) => {
      await this.#applyAnswer(what);
      const isLittle = !what.isComplete && what.changes.size <= maxBroadcastEntries;
      this.#context.channel.publish(isLittle ? { catalog: what } : 'catalog');
    };
    const error = await syncCatalog({ ...this.#context, onApplied }, signal, isDue)
      .then(async (wasDue) => {
        if (!wasDue) await this.reload();
        return null;
      })
      .catch((fault: unknown) => (isSyncAborted(fault, signal) ? null : toClientError(fault)));
    await this.#notifyLoaded().catch(ignoreGone);
    if (signal.aborted) return;
    this.#set({ isSyncing: false, error });
    this.#failures = error === null ? 0 : this.#failures + 1;
    this.#scheduleSync();
  }

  /** Schedules another request while something is missing: after a failure, or while another page is at work. */
  #scheduleSync(): void {
    clearTimeout(this.#timer);
    const { error } = this.#status;
    const isMissing = error !== null || this.#syncState.complete === null || this.#isMissingSentWrites();
    if (!isMissing || error?.kind === 'session-ended' || isOffline()) return;
    const isDue = (known: StoredSyncState) =>
      error !== null || known.state.complete === null || isMissingSentWrites(known);
    this.#timer = setTimeout(() => void this.#refresh(isDue), getRetryDelay(error, this.#failures));
  }

  /** Sent writes change the catalog at the service (counts, updates), so the changes are fetched. */
  #handleOutboxChange(): void {
    this.#publish();
    if (!this.#isMissingSentWrites()) return;
    this.#pendingRefresh ??= Promise.resolve(this.#sync)
      .then(() => this.#refresh(isMissingSentWrites))
      .finally(() => {
        this.#pendingRefresh = null;
      });
  }

  #isMissingSentWrites(): boolean {
    const { contains } = this.#base;
    return this.#context.rows.get().some(({ state, id }) => state === 'sent' && !contains.has(id));
  }

  /** Takes into memory what an answer, for this page or another, changed in the cached catalog. */
  async #applyAnswer({ request, state, isComplete, changes }: AppliedAnswer): Promise<void> {
    this.#syncState = state;
    const shown = getShownGeneration(state);
    const isShown = shown !== null && shown.cursor === (state.incoming ?? state.complete)?.cursor;
    if (this.#reading !== null || (!this.#status.isComplete && !isComplete)) await this.reload();
    else if (isShown && !this.#isLost() && (isComplete || this.#cursor === request.cursor)) {
      const byId = new Map(isComplete ? [] : this.#base.byId);
      for (const [id, entry] of changes) {
        if (entry === null) byId.delete(id);
        else byId.set(id, entry);
      }
      this.#setEntries(state, changes.size === 0 && !isComplete ? null : [...byId.values()]);
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
    if (!this.#status.isComplete) await waitUntilIdle();
    if (this.#abort.signal.aborted) return;
    if (read === null) return this.#reset();
    this.#syncState = read.state;
    if (this.#isLost()) void this.refresh();
    else this.#setEntries(read.state, read.entries);
    await this.#notifyLoaded();
  }

  /** Kept entries can't be read: what is shown stays, and the whole catalog is loaded again. */
  async #reset(): Promise<void> {
    const total = getShownGeneration(this.#syncState)?.total ?? 0;
    await clearCatalog(this.#context.storage);
    this.#syncState = emptySyncState;
    this.#cursor = null;
    const have = this.#base.byId.size;
    this.#set({ isComplete: true, partialLoad: have < total ? { have, total } : null });
    void this.refreshAfterWrite();
  }

  /** Whether the cached catalog was lost while it is still in memory, until a load brings it again. */
  #isLost = (): boolean =>
    this.#syncState.complete === null && this.#status.partialLoad === null && this.#status.savedAt !== null;

  /** Shows entries as those of a state; null: the same entries as before. */
  #setEntries(state: SyncState, entries: readonly SyncEntry[] | null): void {
    const shown = getShownGeneration(state);
    this.#cursor = shown?.cursor ?? null;
    const lists = entries === null || shown === null ? this.#base.lists : deriveLists(entries);
    const byId = lists === this.#base.lists ? this.#base.byId : indexById(lists?.all ?? []);
    this.#base = { byId, lists, contains: new Set(state.contains) };
    this.#set({ isComplete: true, partialLoad: getPartialLoad(state), savedAt: state.savedAt });
  }

  async #notifyLoaded(): Promise<void> {
    const { lists, contains } = this.#base;
    if (lists === null || !this.#status.isComplete || this.#abort.signal.aborted) return;
    await this.#context.onLoaded(
      this.#syncState.complete === null ? null : { entries: lists.installed, contains },
    );
    void this.#saveFirstScreen().catch(ignoreGone);
  }

  /** Stores what the first screens show, if that has changed. */
  async #saveFirstScreen(): Promise<void> {
    await waitUntilIdle();
    const { lists } = this.#base;
    if (lists === null || this.#abort.signal.aborted) return;
    const cover = buildFirstScreen(lists);
    if (this.#firstScreen !== null && isSameFirstScreen(this.#firstScreen, cover)) return;
    this.#firstScreen = cover;
    await saveFirstScreen(this.#context.storage, cover);
  }

  #set(change: Partial<CatalogStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#publish();
  }

  #publish(): void {
    this.#state.set(this.#buildState());
  }

  #getEffects(): readonly Effect[] {
    return listEffects(this.#context.rows.get(), this.#context.writes, this.#base.contains);
  }

  #buildState(): CatalogState {
    return { ...buildView(this.#base, this.#getEffects(), this.#context.installs.get()), ...this.#status };
  }
}

const indexById = (entries: readonly SyncEntry[]) => new Map(entries.map((entry) => [entry.id, entry]));

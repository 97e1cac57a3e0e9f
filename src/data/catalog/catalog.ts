import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { Client } from '../http/client.ts';
import { ClientError } from '../http/errors.ts';
import { whenIdle } from '../idle.ts';
import { type Observable, Observed } from '../observable.ts';
import type { Effect, PendingWrites } from '../outbox/pending-write.ts';
import type { OutboxRow } from '../outbox/row.ts';
import type { AccountChannel } from '../session/account-channel.ts';
import { ignoreGone } from '../storage/idb-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { noLists } from './kept-list.ts';
import { readLists } from './lists.ts';
import { readAllPages, readFirstPage, readManifest } from './pages.ts';
import { type SyncContext, syncCatalog } from './sync.ts';
import { type CatalogBase, type CatalogView, effectsOf, type Installs, showEntry, viewOf } from './view.ts';

interface Status {
  /** False while only the first page of the kept catalog has been read. */
  complete: boolean;
  syncing: boolean;
  /** Why the last sync failed; null when it did not. */
  error: ClientError | null;
}

export interface CatalogState extends CatalogView, Status {
  /** When the last complete sync began, in milliseconds since 1970; null before the first. */
  savedAt: number | null;
}

export interface CatalogContext {
  databaseName: string;
  storage: Storage;
  client: Client;
  writes: PendingWrites;
  channel: AccountChannel;
  rows: Observable<readonly OutboxRow[]>;
  installs: Observable<Installs>;
  /** Called when everything kept has been read, also after another tab wrote it. */
  loaded(): Promise<void>;
}

/** The catalog of an account: first what is kept, then what the network says, with the effects of unsent writes over both. */
export class Catalog {
  readonly #context: CatalogContext;
  readonly #abort = new AbortController();
  readonly #state: Observed<CatalogState>;
  #base: CatalogBase = { entries: [], lists: noLists, savedAt: null };
  #status: Status = { complete: false, syncing: false, error: null };
  #sync: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #toRead: 'pages' | 'lists' | null = null;

  constructor(context: CatalogContext) {
    this.#context = context;
    this.#state = new Observed(this.#compose());
    context.rows.subscribe(() => this.#publish());
    context.installs.subscribe(() => this.#publish());
  }

  get state(): Observable<CatalogState> {
    return this.#state;
  }

  /** Reads what is kept: resolves when the first page is in the state; the rest follows once that is drawn. */
  async load(): Promise<void> {
    const { storage } = this.#context;
    const [{ entries, manifest }, lists] = await Promise.all([readFirstPage(storage), readLists(storage)]);
    this.#base = { entries, lists, savedAt: manifest.savedAt };
    this.#publish();
    void whenIdle()
      .then(() => this.reload('pages'))
      .catch(ignoreGone);
  }

  /** Reads again what is kept, after this tab or another one wrote it: entries and lists, or only the lists. */
  reload(what: 'pages' | 'lists'): Promise<void> {
    this.#toRead = this.#toRead === 'pages' ? 'pages' : what;
    this.#reading ??= this.#readWhatIsDue().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Asks the network for what changed. Never throws: a failure is put into the state. */
  refresh(): Promise<void> {
    this.#sync ??= this.#refresh().finally(() => {
      this.#sync = null;
    });
    return this.#sync;
  }

  /** As `refresh`, but never joins a refresh that is already running: its answer may be older than a write just sent. */
  async refreshAgain(): Promise<void> {
    await this.#sync;
    await this.refresh();
  }

  /** An entry from elsewhere, such as the page of one application, with the effects of unsent writes. */
  show<E extends CatalogEntry>(entry: E): E {
    return showEntry(entry, this.#effects(), this.#context.installs.get());
  }

  close(): void {
    this.#abort.abort();
  }

  async #refresh(): Promise<void> {
    this.#set({ syncing: true });
    const changed: SyncContext['changed'] = async (what) => {
      await this.reload(what);
      this.#context.channel.tell(what);
    };
    const error = await syncCatalog({ ...this.#context, changed }, this.#abort.signal).then(
      () => null,
      (fault: unknown) => this.#expected(fault),
    );
    this.#set({ syncing: false, error });
  }

  #expected(fault: unknown): ClientError | null {
    if (fault instanceof ClientError) return fault;
    if (!this.#abort.signal.aborted) ignoreGone(fault);
    return null;
  }

  async #readWhatIsDue(): Promise<void> {
    while (this.#toRead !== null && !this.#abort.signal.aborted) {
      const what = this.#toRead;
      this.#toRead = null;
      await this.#read(what);
    }
    if (!this.#abort.signal.aborted) await this.#context.loaded();
  }

  async #read(what: 'pages' | 'lists'): Promise<void> {
    const { storage } = this.#context;
    const pages = what === 'pages' ? await readAllPages(storage) : null;
    const { savedAt } = pages?.manifest ?? (await readManifest(storage));
    const entries = pages?.entries ?? this.#base.entries;
    this.#base = { entries, lists: await readLists(storage), savedAt };
    this.#set({ complete: this.#status.complete || pages !== null });
  }

  #set(change: Partial<Status>): void {
    this.#status = { ...this.#status, ...change };
    this.#publish();
  }

  #publish(): void {
    this.#state.set(this.#compose());
  }

  #effects(): readonly Effect[] {
    return effectsOf(this.#context.rows.get(), this.#context.writes, this.#base.savedAt);
  }

  #compose(): CatalogState {
    const view = viewOf(this.#base, this.#effects(), this.#context.installs.get());
    return { ...view, ...this.#status, savedAt: this.#base.savedAt };
  }
}

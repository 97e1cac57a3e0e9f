import type { Operation } from '../../../contract/common/operation.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { Catalog, type ToldInventory } from '../catalog/catalog.ts';
import { Images } from '../catalog/images.ts';
import type { Live, LiveContext } from '../catalog/live.ts';
import { Drafts } from '../drafts/drafts.ts';
import { type CallArguments, Client, type Identity } from '../http/client.ts';
import type { KeptAnswer, KeptName, KeptOperation } from '../http/kept-document.ts';
import type { KeptArguments, Resource } from '../http/resource.ts';
import { Resources } from '../http/resources.ts';
import { whenIdle } from '../idle.ts';
import { type Courier, DeviceCourier } from '../installs/courier.ts';
import { InstallQueue } from '../installs/install-queue.ts';
import { Installs } from '../installs/installs.ts';
import type { Observable } from '../observable.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { PendingWrites } from '../outbox/pending-write.ts';
import { isUnsent } from '../outbox/sender.ts';
import { wakeServiceWorkerLater } from '../outbox/wake-ups.ts';
import { Search } from '../search/search.ts';
import type { AccountStorage, StorageStatus } from '../storage/account-storage.ts';
import { ignoreGone } from '../storage/faults.ts';
import { askToPersist } from '../storage/persistence.ts';
import { cacheStores } from '../storage/schema.ts';
import type { Transaction } from '../storage/storage.ts';
import { Unreadable } from '../storage/unreadable.ts';
import { AccountChannel, type AccountEvent } from './account-channel.ts';
import { readSession } from './kept-session.ts';
import { type SessionRecord, sessionKey } from './session-record.ts';

export interface AccountContext {
  /** The name of its database. */
  name: string;
  origin: string;
  storage: AccountStorage;
  /** Whether its records are sealed, so that only this page can read them. */
  isSealed: boolean;
  session: SessionRecord;
  writes: PendingWrites;
}

/** Everything of the signed-in person; closed when they sign out or somebody else signs in. */
export class Account {
  readonly name: string;
  readonly isSealed: boolean;
  readonly client: Client;
  readonly catalog: Catalog;
  readonly outbox: Outbox;
  readonly installs: Installs;
  readonly drafts: Drafts;
  readonly courier: Courier;
  readonly queue: InstallQueue;
  readonly search: Search;
  readonly images: Images;
  readonly channel: AccountChannel;
  readonly unreadable: Unreadable;
  readonly #storage: AccountStorage;
  readonly #abort = new AbortController();
  readonly #resources: Resources;
  #session: SessionRecord;
  #live: Live | null = null;
  #keepsIcons = false;

  constructor({ name, origin, storage, isSealed, session, writes }: AccountContext) {
    this.name = name;
    this.isSealed = isSealed;
    this.#storage = storage;
    this.#session = session;
    this.client = new Client(origin);
    this.client.identity = identityOf(session);
    this.channel = new AccountChannel(name);
    const { client, channel } = this;
    this.#resources = new Resources(storage, client, this.#abort.signal);
    const shared = { databaseName: name, storage, client, writes, channel };
    this.drafts = new Drafts({ databaseName: name, storage, channel });
    this.outbox = new Outbox({
      ...shared,
      wakeLater,
      isKept: () => storage.isKept(['outbox', 'writer']),
      nameOf: (application) => this.catalog.state.get().byId.get(application)?.version.app_name ?? null,
    });
    this.installs = new Installs({ storage, outbox: this.outbox, channel });
    this.courier = new DeviceCourier(client);
    this.queue = new InstallQueue({ databaseName: name, installs: this.installs, courier: this.courier });
    const { rows } = this.outbox;
    const { records } = this.installs;
    this.catalog = new Catalog({ ...shared, rows, installs: records, loaded: (told) => this.#loaded(told) });
    this.images = new Images(name, storage);
    const source = {
      databaseName: name,
      isKept: () => !isSealed && storage.isKept(cacheStores),
      entries: () => this.catalog.state.get().entries,
    };
    this.search = new Search(source, storage);
    this.unreadable = new Unreadable(name, storage);
    storage.refillWith((transaction) => this.#refill(transaction));
    storage.returns.subscribe(() => this.#returned());
  }

  /** Who this is and on which device, as of the last sign-in. */
  get session(): SessionRecord {
    return this.#session;
  }

  get user(): SessionRecord['user'] {
    return this.#session.user;
  }

  get organization(): SessionRecord['organization'] {
    return this.#session.organization;
  }

  /** Whether what is shown survives a reload. */
  get storage(): Observable<StorageStatus> {
    return this.#storage.status;
  }

  /** Reads what is needed for a first screen, and listens to the other tabs. */
  async load(): Promise<void> {
    this.channel.listen((event) => this.#changed(event));
    await Promise.all([
      this.outbox.reload(),
      this.installs.reload(),
      this.drafts.load(),
      this.search.reload(),
    ]);
    void this.queue.watch().catch(ignoreGone);
    await this.catalog.load();
    void whenIdle().then(() => this.unreadable.look());
  }

  /** Keeps the catalog up to date while the page is visible. `events`: what fires `online`, `offline` and `focus`. */
  async follow(events: LiveContext['events']): Promise<void> {
    await whenIdle();
    const [{ Live }, { tellLocationChanges }] = await Promise.all([
      import('../catalog/live.ts'),
      import('../device/location.ts'),
    ]);
    const { signal } = this.#abort;
    if (signal.aborted) return;
    const { name: databaseName, client, catalog } = this;
    this.#live = new Live({ databaseName, client, catalog, events });
    void tellLocationChanges({ client, events, signal });
  }

  /** Brings everything up to date, when there is a session and a network. */
  async wake(): Promise<void> {
    if (this.client.identity === null) return;
    this.#resources.retry();
    await Promise.all([this.outbox.send({ eager: true }), this.catalog.refresh()]);
  }

  /** Calls the service; the answer is not kept. Throws a `ClientError`. */
  call<O extends Operation>(operation: O, args: CallArguments<O> = {}): Promise<ResponseOf<O>> {
    return this.client.call(operation, { ...args, signal: args.signal ?? this.#abort.signal });
  }

  /** An answer of the service, kept for reading offline. The same arguments give the same object. */
  resource<N extends KeptName>(
    operation: KeptOperation<N>,
    args: KeptArguments<N> = {},
  ): Resource<KeptAnswer<N>> {
    return this.#resources.open(operation, args);
  }

  /** Whether some write exists only in this page, after trying once more to find room on the disk. */
  async hasUnkept(): Promise<boolean> {
    const { outbox } = this;
    if (outbox.unkept.get().size === 0) return false;
    await this.#storage.useRoom();
    await outbox.reload();
    return outbox.rows.get().some((row) => isUnsent(row) && outbox.unkept.get().has(row.id));
  }

  /** Takes over a session: with another token, or ended. */
  async setSession(session: SessionRecord): Promise<void> {
    this.#adopt(session);
    await this.#storage.write(['session'], (transaction) => transaction.put('session', sessionKey, session));
    this.channel.tell('session');
  }

  /** Reads the session that another tab changed. */
  async reloadSession(): Promise<void> {
    const session = await readSession(this.#storage);
    if (session !== undefined) this.#adopt(session);
  }

  /** Stops everything that runs for this account; its records stay. */
  close(): void {
    this.client.identity = null;
    this.#abort.abort();
    this.#live?.close();
    this.catalog.close();
    this.outbox.close();
    this.drafts.close();
    this.queue.close();
    this.search.close();
    this.channel.close();
    this.#storage.close();
  }

  #adopt(session: SessionRecord): void {
    this.#session = session;
    this.client.identity = identityOf(session);
    this.#live?.update();
  }

  /** Another tab or the service worker changed the records. */
  #changed(event: AccountEvent): void {
    if (event === 'outbox') void this.outbox.reload().catch(ignoreGone);
    if (event === 'drafts') void this.drafts.reload().catch(ignoreGone);
    if (event === 'installs') void this.#installsChanged().catch(ignoreGone);
    if (event === 'catalog') void this.catalog.reload().catch(ignoreGone);
    if (typeof event === 'object') void this.catalog.told(event.catalog).catch(ignoreGone);
  }

  /**
   * What had found no room is on the disk now, together with what others wrote there meanwhile: this page and the
   * others read it.
   */
  #returned(): void {
    for (const event of ['outbox', 'drafts', 'installs', 'catalog'] as const) {
      this.#changed(event);
      this.channel.tell(event);
    }
    void wakeLater();
  }

  /** Another tab changed what is known about installs. */
  async #installsChanged(): Promise<void> {
    await this.installs.reload();
    await this.queue.watch();
  }

  /**
   * The database was deleted while the page was open: it gets what the page still knows, and the rest comes from the
   * service.
   */
  async #refill(transaction: Transaction): Promise<void> {
    await transaction.put('session', sessionKey, this.#session);
    await this.outbox.refill(transaction);
    for (const record of this.installs.records.get().values())
      await transaction.put('installs', record.application, record);
    for (const [subject, draft] of this.drafts.all.get()) await transaction.put('drafts', subject, draft);
    void this.catalog.refreshAgain();
  }

  /** Takes over what the service knows as installed, and keeps icons for offline use. */
  async #loaded(told: ToldInventory | null): Promise<void> {
    if (told !== null) await this.installs.seed(told);
    const { entries } = this.catalog.state.get();
    if (this.#keepsIcons) return;
    this.#keepsIcons = true;
    void this.images.keepIcons(entries, this.#abort.signal).finally(() => {
      this.#keepsIcons = false;
    });
  }
}

/** Writes are waiting: asks the browser to send them without the page where it can, and to clear nothing meanwhile. */
async function wakeLater(): Promise<void> {
  await Promise.all([askToPersist(), wakeServiceWorkerLater()]);
}

const identityOf = ({ token, device }: SessionRecord): Identity | null =>
  token === null ? null : { token, udid: device.id };

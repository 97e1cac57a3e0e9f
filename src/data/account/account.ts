import type { Operation } from '../../../contract/common/operation.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { Catalog } from '../catalog/catalog.ts';
import type { ServiceInventory } from '../catalog/derived-lists.ts';
import { Images } from '../catalog/images.ts';
import type { LiveUpdates, LiveUpdatesContext } from '../catalog/live-updates.ts';
import { Drafts } from '../drafts/drafts.ts';
import { type CallArguments, Client } from '../http/client.ts';
import type { Resource, ResourceArguments } from '../http/resource.ts';
import { Resources } from '../http/resources.ts';
import { waitUntilIdle } from '../idle.ts';
import { InstallQueue } from '../installs/install-queue.ts';
import { DeviceInstallerBridge, type InstallerBridge } from '../installs/installer-bridge.ts';
import { Installs } from '../installs/installs.ts';
import type { Observable } from '../observable.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { PendingWrites } from '../outbox/pending-write.ts';
import { isUnsent } from '../outbox/sender.ts';
import { requestBackgroundSync } from '../outbox/wake-ups.ts';
import type { CachedAnswer, CachedOperation, CachedOperationName } from '../records/cached-document.ts';
import { type Identity, type SessionRecord, sessionKey } from '../records/session-record.ts';
import { Search } from '../search/search.ts';
import { readSession } from '../session/stored-session.ts';
import { AccountChannel, type AccountEvent } from '../storage/account-channel.ts';
import type { AccountStorage, StorageStatus } from '../storage/account-storage.ts';
import { ignoreGone } from '../storage/faults.ts';
import { askToPersist } from '../storage/persistence.ts';
import { cacheStores } from '../storage/schema.ts';
import type { Transaction } from '../storage/storage.ts';
import { Unreadable } from '../storage/unreadable.ts';

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
  readonly installer: InstallerBridge;
  readonly queue: InstallQueue;
  readonly search: Search;
  readonly images: Images;
  readonly channel: AccountChannel;
  readonly unreadable: Unreadable;
  readonly #storage: AccountStorage;
  readonly #abort = new AbortController();
  readonly #resources: Resources;
  #session: SessionRecord;
  #live: LiveUpdates | null = null;
  #isPrefetchingIcons = false;

  constructor({ name, origin, storage, isSealed, session, writes }: AccountContext) {
    this.name = name;
    this.isSealed = isSealed;
    this.#storage = storage;
    this.#session = session;
    this.client = new Client(origin);
    this.client.identity = toIdentity(session);
    this.channel = new AccountChannel(name);
    const { client, channel } = this;
    this.#resources = new Resources(storage, client, this.#abort.signal);
    const shared = { databaseName: name, storage, client, writes, channel };
    this.drafts = new Drafts({ databaseName: name, storage, channel });
    this.outbox = new Outbox({
      ...shared,
      requestWakeUp: requestBackgroundSend,
      isPersisted: () => storage.isPersisted(['outbox', 'writer']),
      findName: (application) => this.catalog.state.get().byId.get(application)?.version.app_name ?? null,
    });
    this.installs = new Installs({ storage, outbox: this.outbox, channel });
    this.installer = new DeviceInstallerBridge(client);
    this.queue = new InstallQueue({ databaseName: name, installs: this.installs, installer: this.installer });
    const { rows } = this.outbox;
    const { records } = this.installs;
    this.catalog = new Catalog({
      ...shared,
      rows,
      installs: records,
      onLoaded: (reported) => this.#handleCatalogLoaded(reported),
    });
    this.images = new Images(name, storage);
    const source = {
      databaseName: name,
      isStored: () => !isSealed && storage.isPersisted(cacheStores),
      listEntries: () => this.catalog.state.get().entries,
    };
    this.search = new Search(source, storage);
    this.unreadable = new Unreadable(name, storage);
    storage.setOwner({
      refill: (transaction) => this.#refill(transaction),
      onRepaired: () => void this.unreadable.refresh(),
      onRestored: () => this.#handleStorageReturn(),
    });
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
    this.channel.listen((event) => this.#handleChannelEvent(event));
    await Promise.all([
      this.outbox.reload(),
      this.installs.reload(),
      this.drafts.load(),
      this.search.reload(),
    ]);
    void this.queue.watch().catch(ignoreGone);
    await this.catalog.load();
    void waitUntilIdle().then(() => this.unreadable.refresh());
  }

  /** Keeps the catalog up to date while the page is visible. `events`: what fires `online`, `offline` and `focus`. */
  async follow(events: LiveUpdatesContext['events']): Promise<void> {
    await waitUntilIdle();
    const [{ LiveUpdates }, { reportLocationChanges: tellLocationChanges }] = await Promise.all([
      import('../catalog/live-updates.ts'),
      import('../device/location.ts'),
    ]);
    const { signal } = this.#abort;
    if (signal.aborted) return;
    const { name: databaseName, client, catalog } = this;
    this.#live = new LiveUpdates({ databaseName, client, catalog, events });
    void tellLocationChanges({ client, events, signal });
  }

  /** Brings everything up to date, when there is a session and a network. */
  async refreshAll(): Promise<void> {
    if (this.client.identity === null) return;
    this.#resources.retry();
    await Promise.all([this.outbox.send({ eager: true }), this.catalog.refresh()]);
  }

  /** Calls the service; the answer is not kept. Throws a `ClientError`. */
  call<O extends Operation>(operation: O, args: CallArguments<O> = {}): Promise<ResponseOf<O>> {
    return this.client.call(operation, { ...args, signal: args.signal ?? this.#abort.signal });
  }

  /** An answer of the service, kept for reading offline. The same arguments give the same object. */
  openResource<N extends CachedOperationName>(
    operation: CachedOperation<N>,
    args: ResourceArguments<N> = {},
  ): Resource<CachedAnswer<N>> {
    return this.#resources.open(operation, args);
  }

  /** Whether some write exists only in this page, after trying once more to find room on the disk. */
  async hasUnpersistedWrites(): Promise<boolean> {
    const { outbox } = this;
    if (outbox.unpersistedIds.get().size === 0) return false;
    await this.#storage.useRoom();
    await outbox.reload();
    return outbox.rows.get().some((row) => isUnsent(row) && outbox.unpersistedIds.get().has(row.id));
  }

  /** Takes over a session: with another token, or ended. */
  async setSession(session: SessionRecord): Promise<void> {
    this.#setIdentity(session);
    await this.#storage.write(['session'], (transaction) => transaction.put('session', sessionKey, session));
    this.channel.publish('session');
  }

  /** Reads the session that another tab changed. */
  async reloadSession(): Promise<void> {
    const session = await readSession(this.#storage);
    if (session !== undefined) this.#setIdentity(session);
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

  #setIdentity(session: SessionRecord): void {
    this.#session = session;
    this.client.identity = toIdentity(session);
    this.#live?.update();
  }

  /** Another tab or the service worker changed the records. */
  #handleChannelEvent(event: AccountEvent): void {
    if (event === 'outbox') void this.outbox.reload().catch(ignoreGone);
    if (event === 'drafts') void this.drafts.reload().catch(ignoreGone);
    if (event === 'installs') void this.#handleInstallsChange().catch(ignoreGone);
    if (event === 'catalog') void this.catalog.reload().catch(ignoreGone);
    if (typeof event === 'object') void this.catalog.applyBroadcast(event.catalog).catch(ignoreGone);
  }

  /**
   * What had found no room is on the disk now, together with what others wrote there meanwhile: this page and the
   * others read it.
   */
  #handleStorageReturn(): void {
    for (const event of ['outbox', 'drafts', 'installs', 'catalog'] as const) {
      this.#handleChannelEvent(event);
      this.channel.publish(event);
    }
    void requestBackgroundSend();
  }

  /** Another tab changed what is known about installs. */
  async #handleInstallsChange(): Promise<void> {
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
    void this.catalog.refreshAfterWrite();
  }

  /** Takes over what the service knows as installed, and keeps icons for offline use. */
  async #handleCatalogLoaded(reported: ServiceInventory | null): Promise<void> {
    if (reported !== null) await this.installs.mergeServiceInventory(reported);
    const { entries } = this.catalog.state.get();
    if (this.#isPrefetchingIcons) return;
    this.#isPrefetchingIcons = true;
    void this.images.prefetchIcons(entries, this.#abort.signal).finally(() => {
      this.#isPrefetchingIcons = false;
    });
  }
}

/** Writes are waiting: asks the browser to send them without the page where it can, and to clear nothing meanwhile. */
async function requestBackgroundSend(): Promise<void> {
  await Promise.all([askToPersist(), requestBackgroundSync()]);
}

const toIdentity = ({ token, device }: SessionRecord): Identity | null =>
  token === null ? null : { token, udid: device.id };

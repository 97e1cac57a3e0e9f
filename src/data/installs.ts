import type { InstalledEntry } from '../../contract/catalog.ts';
import type { AccountChannel } from './account-channel.ts';
import type { Installs as Records } from './catalog-view.ts';
import { type InstallAttempt, type InstallRecord, unknownVersion } from './install-record.ts';
import { type Inventory, inventoryWrite } from './inventory-write.ts';
import { type Observable, Observed } from './observable.ts';
import type { Outbox } from './outbox.ts';
import { isUnsent } from './outbox-sender.ts';
import type { Storage, Transaction } from './storage.ts';

export interface InstallsContext {
  storage: Storage;
  outbox: Outbox;
  channel: AccountChannel;
}

const unknownInstall = (application: string): InstallRecord => ({
  application,
  installed: null,
  attempt: null,
  changed: 0,
  reported: true,
});

/**
 * What was installed on this device, as far as anybody told: a browser never learns whether the system's prompt was
 * accepted. Sent -> asked -> confirmed or declined; a confirmed one goes into the inventory that the service gets.
 */
export class Installs {
  readonly #context: InstallsContext;
  readonly #records = new Observed<Records>(new Map());
  /** The service's own list was seen: before that, posting ours would wipe what it knows. */
  #seeded = false;

  constructor(context: InstallsContext) {
    this.#context = context;
  }

  get records(): Observable<Records> {
    return this.#records;
  }

  async reload(): Promise<void> {
    const { storage } = this.#context;
    const records = await storage.read(['installs'], (transaction) => transaction.all('installs'));
    this.#records.set(new Map(records.map((record) => [record.application, record])));
  }

  /** The link of a version went to the device's installer. */
  sent(application: string, version: string): Promise<void> {
    return this.#attempt(application, { version, state: 'sent', since: Date.now() });
  }

  /** The person is asked whether it installed. */
  asked(application: string): Promise<void> {
    return this.#answer(application, 'asked');
  }

  /** It did not install. */
  decline(application: string): Promise<void> {
    return this.#answer(application, 'declined');
  }

  /** It installed: the version that was sent last is on the device now. */
  async confirm(application: string): Promise<void> {
    const version = this.#record(application).attempt?.version;
    if (version !== undefined) await this.#setInstalled(application, version);
  }

  /** A version is on the device, however it came there. */
  confirmVersion(application: string, version: string): Promise<void> {
    return this.#setInstalled(application, version);
  }

  /** "I removed it." */
  remove(application: string): Promise<void> {
    return this.#setInstalled(application, null);
  }

  /**
   * Takes over what the service had as inventory of this device when it was asked at `askedAt`, save what changed here
   * since. What could not be reported before is reported now.
   */
  async seed(told: readonly InstalledEntry[], askedAt: number): Promise<void> {
    this.#seeded = true;
    const own = [...this.#records.get().values()];
    const adopted = adopt(own, told, askedAt);
    if (own.some(({ reported }) => !reported)) return this.#write(adopted, true);
    if (this.#isPosting(askedAt)) return;
    const changed = adopted.filter((record) => record !== this.#records.get().get(record.application));
    if (changed.length > 0) await this.#write(changed, false);
  }

  /** Whether a post is on its way, or arrived after the service was asked. */
  #isPosting(askedAt: number): boolean {
    const posts = this.#context.outbox.rows.get().filter(({ kind }) => kind === inventoryWrite.kind);
    return posts.some((row) => isUnsent(row) || (row.sentAt ?? 0) >= askedAt);
  }

  #record(application: string): InstallRecord {
    return this.#records.get().get(application) ?? unknownInstall(application);
  }

  #attempt(application: string, attempt: InstallAttempt): Promise<void> {
    return this.#write([{ ...this.#record(application), attempt }], false);
  }

  async #answer(application: string, state: InstallAttempt['state']): Promise<void> {
    const { attempt } = this.#record(application);
    if (attempt !== null) await this.#attempt(application, { ...attempt, state });
  }

  #setInstalled(application: string, installed: string | null): Promise<void> {
    const changed = { application, installed, attempt: null, changed: Date.now(), reported: false };
    return this.#write([changed], this.#seeded);
  }

  /** Keeps records; `report` posts the whole inventory in the same transaction. */
  async #write(changed: readonly InstallRecord[], report: boolean): Promise<void> {
    const records = new Map(this.#records.get());
    for (const record of changed)
      records.set(record.application, { ...record, reported: report || record.reported });
    const { storage, outbox, channel } = this.#context;
    const keep = async (transaction: Transaction) => {
      for (const { application } of changed) {
        const record = records.get(application);
        if (record !== undefined) await transaction.put('installs', application, record);
      }
    };
    if (report) await outbox.enqueue(inventoryWrite, inventoryOf(records), ['installs'], keep);
    else await storage.write(['installs'], keep);
    this.#records.set(records);
    channel.tell('installs');
  }
}

/** Own records, brought to what was told where they are older; and new ones for what only the service knew. */
function adopt(
  own: readonly InstallRecord[],
  told: readonly InstalledEntry[],
  askedAt: number,
): InstallRecord[] {
  const versions = new Map(told.map((entry) => [entry.id, entry.installed_version_id ?? unknownVersion]));
  const known = new Set(own.map(({ application }) => application));
  const added = told.filter(({ id }) => !known.has(id)).map(({ id }) => unknownInstall(id));
  return [...own, ...added].map((record) => {
    const installed = versions.get(record.application) ?? null;
    const isOwn = !record.reported || record.changed >= askedAt || record.installed === installed;
    return isOwn ? record : { ...record, installed };
  });
}

const inventoryOf = (records: Records): Inventory => ({
  applications: [...records.values()].flatMap(({ application, installed }) => {
    if (installed === null) return [];
    return installed === unknownVersion
      ? [{ id: application }]
      : [{ id: application, version_id: installed }];
  }),
});

import type { InstalledEntry } from '../../../contract/catalog.ts';
import type { Installs as Records } from '../catalog/view.ts';
import { type Observable, Observed } from '../observable.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { isUnsent } from '../outbox/sender.ts';
import type { AccountChannel } from '../session/account-channel.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import { type InstallAttempt, type InstallRecord, unknownVersion, type Version } from './install-record.ts';
import { type Inventory, inventoryWrite } from './inventory-write.ts';

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
 * What is installed on this device, as far as the person or the service said: a browser never learns whether the
 * system's prompt was accepted. Sent -> asked -> confirmed or declined; what is confirmed is posted as inventory.
 */
export class Installs {
  readonly #context: InstallsContext;
  readonly #records = new Observed<Records>(new Map());
  /** Whether the service's list was read. Posting ours before that would overwrite what the service knows. */
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
  sent(application: string, version: Version): Promise<void> {
    const { id, version_num: number } = version;
    return this.#attempt(application, { version: id, number, state: 'sent', since: Date.now() });
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
    const { attempt } = this.#record(application);
    if (attempt !== null) await this.#setInstalled(application, attempt.version, attempt.number);
  }

  /** A version is on the device, however it came there. */
  confirmVersion(application: string, version: Version): Promise<void> {
    return this.#setInstalled(application, version.id, version.version_num);
  }

  /** "I removed it." */
  remove(application: string): Promise<void> {
    return this.#setInstalled(application, null);
  }

  /**
   * Takes over the inventory of this device that the service had when it was asked at `askedAt`, except for what changed
   * here since. Then posts the changes that had to wait for it.
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

  #setInstalled(application: string, installed: string | null, number?: string): Promise<void> {
    const changed = { application, installed, number, attempt: null, changed: Date.now(), reported: false };
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

/** Own records, updated from the service's list where they are older, and new ones for what only the service knew. */
function adopt(
  own: readonly InstallRecord[],
  told: readonly InstalledEntry[],
  askedAt: number,
): InstallRecord[] {
  const entries = new Map(told.map((entry) => [entry.id, entry]));
  const known = new Set(own.map(({ application }) => application));
  const added = told.filter(({ id }) => !known.has(id)).map(({ id }) => unknownInstall(id));
  return [...own, ...added].map((record) => {
    const entry = entries.get(record.application);
    const installed = entry === undefined ? null : (entry.installed_version_id ?? unknownVersion);
    const number = entry?.installed_version_num ?? undefined;
    const isKnown = record.installed === installed && record.number === number;
    const isOwn = !record.reported || record.changed >= askedAt || isKnown;
    return isOwn ? record : { ...record, installed, number };
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

import type { SyncEntry } from '../../../contract/sync.ts';
import type { ToldInventory } from '../catalog/catalog.ts';
import type { Installs as Records } from '../catalog/view.ts';
import { type Observable, Observed } from '../observable.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { isUnsent } from '../outbox/sender.ts';
import type { AccountChannel } from '../session/account-channel.ts';
import type { Durability, Storage, Transaction } from '../storage/storage.ts';
import { type InstallAttempt, type InstallRecord, unknownVersion, type Version } from './install-record.ts';
import { inventoryWrite, wholeInventoryWrite } from './inventory-write.ts';

export interface InstallsContext {
  storage: Storage;
  outbox: Outbox;
  channel: AccountChannel;
}

/** What is kept of one application, or a record that says that nothing is known. */
export type Kept = (application: string) => InstallRecord;

const unknownInstall = (application: string): InstallRecord => ({
  application,
  installed: null,
  attempt: null,
  changed: 0,
  reported: true,
});

/**
 * What was installed on this device, as far as anybody told: a browser never learns whether the system's prompt was
 * accepted. Sent -> asked -> confirmed or declined; the service is told of each that was confirmed or removed.
 */
export class Installs {
  readonly #context: InstallsContext;
  readonly #records = new Observed<Records>(new Map());

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
   * Takes over what the service has as inventory of this device, save what it was not told yet or after that. What an earlier
   * version of the catalog could not report is reported now.
   */
  async seed({ entries, contains }: ToldInventory): Promise<void> {
    const own = [...this.#records.get().values()];
    for (const record of own.filter(({ reported }) => !reported)) await this.#report(record);
    const isTold = this.#toldAfter(contains);
    if (isTold(wholeInventoryWrite.subject({ applications: [] }))) return;
    await this.change((_kept, all) => {
      const same = new Set(all);
      return adopt(all, entries).filter(
        (record) =>
          !same.has(record) &&
          !isTold(inventoryWrite.subject({ application: record.application, installed: null })),
      );
    });
  }

  /**
   * Changes records in one transaction over what is kept, so that tabs do not overwrite each other: `work` answers those that
   * are different now, and changes nothing itself.
   */
  async change(
    work: (kept: Kept, all: readonly InstallRecord[]) => readonly InstallRecord[],
    durability?: Durability,
  ): Promise<readonly InstallRecord[]> {
    const { storage } = this.#context;
    const changed = await storage.write(
      ['installs'],
      async (transaction) => {
        const all = await transaction.all('installs');
        const records = new Map(all.map((record) => [record.application, record]));
        const different = work((application) => records.get(application) ?? unknownInstall(application), all);
        for (const record of different) await transaction.put('installs', record.application, record);
        return different;
      },
      durability,
    );
    if (changed.length > 0) this.#show(changed);
    return changed;
  }

  /** Whether a write of a subject is on its way, or arrived after the service was asked; `contains`: the ids of those before. */
  #toldAfter(contains: ReadonlySet<string>): (subject: string) => boolean {
    const rows = this.#context.outbox.rows.get();
    const late = rows.filter((row) => isUnsent(row) || (row.state === 'sent' && !contains.has(row.id)));
    const subjects = new Set(late.map(({ subject }) => subject));
    return (subject) => subjects.has(subject);
  }

  #record(application: string): InstallRecord {
    return this.#records.get().get(application) ?? unknownInstall(application);
  }

  async #attempt(application: string, attempt: InstallAttempt): Promise<void> {
    await this.change((kept) => [{ ...kept(application), attempt }]);
  }

  async #answer(application: string, state: InstallAttempt['state']): Promise<void> {
    await this.change((kept) => {
      const record = kept(application);
      return record.attempt === null ? [] : [{ ...record, attempt: { ...record.attempt, state } }];
    });
  }

  #setInstalled(application: string, installed: string | null, number?: string): Promise<void> {
    return this.#report({
      application,
      installed,
      number,
      attempt: null,
      changed: Date.now(),
      reported: true,
    });
  }

  /** Keeps a record and tells the service of it, in one transaction. A wish that is done stays, so that the queue counts it. */
  async #report(record: InstallRecord): Promise<void> {
    const { application, installed } = record;
    const kept: InstallRecord = { ...record, reported: true };
    const keep = async (transaction: Transaction) => {
      const wish = (await transaction.get('installs', application))?.wish;
      kept.wish = wish?.state === 'handed' ? wish : undefined;
      await transaction.put('installs', application, kept);
    };
    await this.#context.outbox.enqueue(inventoryWrite, { application, installed }, ['installs'], keep);
    this.#show([kept]);
  }

  #show(changed: readonly InstallRecord[]): void {
    const records = new Map(this.#records.get());
    for (const record of changed) records.set(record.application, record);
    this.#records.set(records);
    this.#context.channel.tell('installs');
  }
}

/** Own records, updated from the service's list where they are older, and new ones for what only the service knew. */
function adopt(own: readonly InstallRecord[], told: readonly SyncEntry[]): InstallRecord[] {
  const entries = new Map(told.map((entry) => [entry.id, entry]));
  const known = new Set(own.map(({ application }) => application));
  const added = told.filter(({ id }) => !known.has(id)).map(({ id }) => unknownInstall(id));
  return [...own, ...added].map((record) => {
    const entry = entries.get(record.application);
    const installed = entry === undefined ? null : (entry.installed_version_id ?? unknownVersion);
    const number = entry?.installed_version_num ?? undefined;
    const isKnown = record.installed === installed && record.number === number;
    return !record.reported || isKnown ? record : { ...record, installed, number };
  });
}

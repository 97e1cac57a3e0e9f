import { deferralHours } from '../../../contract/support.ts';
import type { SyncEntry } from '../../../contract/sync.ts';
import type { ServiceInventory } from '../catalog/derived-lists.ts';
import type { Installs as Records } from '../catalog/view.ts';
import { type Observable, WritableObservable } from '../observable.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { isUnsent } from '../outbox/sender.ts';
import {
  type InstallAttempt,
  type InstallRecord,
  unknownVersion,
  type Version,
} from '../records/install-record.ts';
import type { OutboxRow } from '../records/outbox-row.ts';
import type { AccountChannel } from '../storage/account-channel.ts';
import type { Durability, Storage, Transaction } from '../storage/storage.ts';
import { deferralWrite } from './deferral-write.ts';
import { inventoryWrite } from './inventory-write.ts';

export interface InstallsContext {
  storage: Storage;
  outbox: Outbox;
  channel: AccountChannel;
}

/** The stored record of an application, or one that says that nothing is known. */
export type GetRecord = (application: string) => InstallRecord;

const createUnknownRecord = (application: string): InstallRecord => ({
  application,
  installed: null,
  attempt: null,
  changed: 0,
  reported: true,
});

/**
 * What was installed on this device, as far as the person or the service said: a browser never learns whether the
 * system's prompt was accepted. An attempt is sent, asked, then confirmed or declined; the service is told of each
 * confirmed or removed application.
 */
export class Installs {
  readonly #context: InstallsContext;
  readonly #records = new WritableObservable<Records>(new Map());

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

  /** Notes that the link of a version was passed to the device's installer. */
  recordSent(application: string, version: Version): Promise<void> {
    const { id, version_num: number } = version;
    return this.#recordAttempt(application, { version: id, number, state: 'sent', since: Date.now() });
  }

  /** Notes that the person was asked whether it was installed. */
  recordQuestion(application: string): Promise<void> {
    return this.#answer(application, 'asked');
  }

  /** Notes that it was not installed. */
  recordDeclined(application: string): Promise<void> {
    return this.#answer(application, 'declined');
  }

  /** Notes that it was installed: the version that was sent last is on the device now. */
  async recordInstalled(application: string): Promise<void> {
    const { attempt } = this.#record(application);
    if (attempt !== null) await this.#setInstalled(application, attempt.version, attempt.number);
  }

  /** Notes that a version is on the device, however it got there. */
  recordInstalledVersion(application: string, version: Version): Promise<void> {
    return this.#setInstalled(application, version.id, version.version_num);
  }

  /** Notes that the person marked it as removed. */
  recordRemoved(application: string): Promise<void> {
    return this.#setInstalled(application, null);
  }

  /** Notes that the person continues without a version for a day from `now`, the time of the service. */
  async recordDeferral(application: string, version: string, now: number): Promise<void> {
    const deferral = { version, until: now + deferralHours * 60 * 60_000 };
    let stored = this.#record(application);
    const storeDeferral = async (transaction: Transaction) => {
      stored = {
        ...((await transaction.get('installs', application)) ?? createUnknownRecord(application)),
        deferral,
      };
      await transaction.put('installs', application, stored);
    };
    await this.#context.outbox.enqueue(deferralWrite, { application }, ['installs'], storeDeferral);
    this.#publish([stored]);
  }

  /**
   * Takes over the service's inventory of this device, except where this device has told the service something later or
   * not yet. What could not be reported is reported now.
   */
  async mergeServiceInventory({ entries, contains }: ServiceInventory): Promise<void> {
    const own = [...this.#records.get().values()];
    for (const record of own.filter(({ reported }) => !reported)) await this.#report(record);
    await this.change((_stored, all, rows) => {
      const isReported = findNewerWrites(rows, contains);
      const same = new Set(all);
      return mergeInventory(all, entries).filter(
        (record) =>
          !same.has(record) &&
          !isReported(inventoryWrite.getSubject({ application: record.application, installed: null })),
      );
    });
  }

  /**
   * Changes records in one transaction with the reading, so that tabs do not overwrite each other, nor what was
   * confirmed meanwhile. `work` returns the changed records, and stores nothing itself. `rows` are those of the outbox.
   */
  async change(
    work: (
      stored: GetRecord,
      all: readonly InstallRecord[],
      rows: readonly OutboxRow[],
    ) => readonly InstallRecord[],
    durability?: Durability,
  ): Promise<readonly InstallRecord[]> {
    const { storage } = this.#context;
    const changed = await storage.write(
      ['installs', 'outbox'],
      async (transaction) => {
        const all = await transaction.all('installs');
        const rows = await transaction.all('outbox');
        const records = new Map(all.map((record) => [record.application, record]));
        const different = work(
          (application) => records.get(application) ?? createUnknownRecord(application),
          all,
          rows,
        );
        for (const record of different) await transaction.put('installs', record.application, record);
        return different;
      },
      durability,
    );
    if (changed.length > 0) this.#publish(changed);
    return changed;
  }

  #record(application: string): InstallRecord {
    return this.#records.get().get(application) ?? createUnknownRecord(application);
  }

  async #recordAttempt(application: string, attempt: InstallAttempt): Promise<void> {
    await this.change((stored) => [{ ...stored(application), attempt }]);
  }

  async #answer(application: string, state: InstallAttempt['state']): Promise<void> {
    await this.change((stored) => {
      const record = stored(application);
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

  /**
   * Stores a record and the write that tells the service, in one transaction. A wish that is done stays, so that the
   * queue counts it.
   */
  async #report(record: InstallRecord): Promise<void> {
    const { application, installed } = record;
    const stored: InstallRecord = { ...record, reported: true };
    const storeReport = async (transaction: Transaction) => {
      const wish = (await transaction.get('installs', application))?.wish;
      stored.wish = wish?.state === 'handed' ? wish : undefined;
      await transaction.put('installs', application, stored);
    };
    await this.#context.outbox.enqueue(inventoryWrite, { application, installed }, ['installs'], storeReport);
    this.#publish([stored]);
  }

  #publish(changed: readonly InstallRecord[]): void {
    const records = new Map(this.#records.get());
    for (const record of changed) records.set(record.application, record);
    this.#records.set(records);
    this.#context.channel.publish('installs');
  }
}

/**
 * The own records, updated from the service's list where they are older, and new ones for what only the service knew.
 */
function mergeInventory(own: readonly InstallRecord[], reported: readonly SyncEntry[]): InstallRecord[] {
  const entries = new Map(reported.map((entry) => [entry.id, entry]));
  const known = new Set(own.map(({ application }) => application));
  const added = reported.filter(({ id }) => !known.has(id)).map(({ id }) => createUnknownRecord(id));
  return [...own, ...added].map((record) => {
    const entry = entries.get(record.application);
    const installed = entry === undefined ? null : (entry.installed_version_id ?? unknownVersion);
    const number = entry?.installed_version_num ?? undefined;
    const isKnown = record.installed === installed && record.number === number;
    return !record.reported || isKnown ? record : { ...record, installed, number };
  });
}

/**
 * Whether a write of a subject is unsent, or arrived after the service was asked; `contains`: the ids of those before.
 */
function findNewerWrites(
  rows: readonly OutboxRow[],
  contains: ReadonlySet<string>,
): (subject: string) => boolean {
  const late = rows.filter((row) => isUnsent(row) || (row.state === 'sent' && !contains.has(row.id)));
  const subjects = new Set(late.map(({ subject }) => subject));
  return (subject) => subjects.has(subject);
}

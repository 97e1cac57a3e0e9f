import { type Observable, WritableObservable } from '../observable.ts';
import type { AccountStorage, StorageStatus } from './account-storage.ts';
import type { SetAside } from './schema.ts';
import type { Transaction } from './storage.ts';

/**
 * What could not be read on this device. `records`: everything that was set aside. `writes`: how many of them are
 * writes that are in no report yet.
 */
export interface UnreadableState {
  records: number;
  writes: number;
}

/** The report for support: JSON without secrets. */
interface Report {
  made: string;
  browser: string;
  database: string;
  storage: StorageStatus;
  setAside: readonly SetAside[];
}

/** Unreadable records that were set aside, and the report about them. */
export class Unreadable {
  readonly #databaseName: string;
  readonly #storage: AccountStorage;
  readonly #state = new WritableObservable<UnreadableState>({ records: 0, writes: 0 });

  constructor(getDatabaseName: string, storage: AccountStorage) {
    this.#databaseName = getDatabaseName;
    this.#storage = storage;
  }

  get state(): Observable<UnreadableState> {
    return this.#state;
  }

  /** Looks up what was set aside, also by earlier pages. */
  async refresh(): Promise<void> {
    const records = await this.#read();
    const writes = records.filter(({ store, reported }) => store === 'outbox' && !reported).length;
    this.#state.set({ records: records.length, writes });
  }

  /** Everything that support needs, as a file. */
  async report(): Promise<File> {
    const report: Report = {
      made: new Date().toISOString(),
      browser: globalThis.navigator.userAgent,
      database: this.#databaseName,
      storage: this.#storage.status.get(),
      setAside: await this.#read(),
    };
    const name = `appshelf-report-${report.made.slice(0, 10)}.json`;
    return new File([JSON.stringify(report, null, 2)], name, { type: 'application/json' });
  }

  /** Notes that the person has the report: its content is no longer announced on every screen. */
  async markReported(): Promise<void> {
    const noting = async (transaction: Transaction) => {
      for (const [key, record] of await transaction.entries('aside'))
        await transaction.put('aside', key, { ...record, reported: true });
    };
    await this.#storage.write(['aside'], noting).catch(() => undefined);
    await this.refresh();
  }

  /** The oldest first; none where nothing can be read. */
  async #read(): Promise<SetAside[]> {
    const records = await this.#storage
      .read(['aside'], (transaction) => transaction.all('aside'))
      .catch(() => []);
    return records.sort((a, b) => a.at - b.at);
  }
}

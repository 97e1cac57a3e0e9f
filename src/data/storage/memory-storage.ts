import { Changes } from './changes.ts';
import type { StoreName } from './schema.ts';
import type { ReadTransaction, Storage, Transaction } from './storage.ts';

const nothing: ReadTransaction = {
  get: async () => undefined,
  all: async () => [],
  keys: async () => [],
  entries: async () => [],
};

/** The records of an account in memory, for as long as the page is open. */
export class MemoryStorage implements Storage {
  #records = new Changes();
  #last: Promise<unknown> = Promise.resolve();

  read<T>(_stores: readonly StoreName[], work: (transaction: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => work(this.#records.over(nothing)));
  }

  write<T>(_stores: readonly StoreName[], work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const changes = new Changes();
      const result = await work(changes.over(this.#records.over(nothing)));
      this.#records.add(changes);
      return result;
    });
  }

  isPersisted(): boolean {
    return false;
  }

  close(): void {
    this.#records = new Changes();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

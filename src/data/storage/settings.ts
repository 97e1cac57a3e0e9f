import type { Storage } from './storage.ts';

/** Small values of one account on this device, such as the order of a list; gone when the account signs out. */
export class Settings {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  get(key: string): Promise<unknown> {
    return this.#storage.read(['settings'], (transaction) => transaction.get('settings', key));
  }

  set(key: string, value: unknown): Promise<void> {
    return this.#storage.write(['settings'], (transaction) => transaction.put('settings', key, value));
  }
}

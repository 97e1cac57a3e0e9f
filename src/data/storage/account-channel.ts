import type { AppliedAnswer } from '../records/catalog-change.ts';

/**
 * What the tabs and the service worker of one account tell each other: these records have changed, read them again; for
 * the catalog also the changes themselves, where they are small.
 */
export type AccountEvent =
  | 'outbox'
  | 'catalog'
  | 'installs'
  | 'drafts'
  | 'session'
  | { catalog: AppliedAnswer };

/** Messages between the tabs and workers of one account; a browser without `BroadcastChannel` delivers none. */
export class AccountChannel {
  #channel: BroadcastChannel | null;
  readonly #listeners = new Set<(event: AccountEvent) => void>();

  constructor(databaseName: string) {
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(databaseName);
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<AccountEvent>) => {
      for (const listener of this.#listeners) listener(data);
    });
  }

  publish(event: AccountEvent): void {
    this.#channel?.postMessage(event);
  }

  /** Listens to messages of others, not to this page's own. */
  listen(listener: (event: AccountEvent) => void): void {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#listeners.clear();
    this.#channel?.close();
    this.#channel = null;
  }
}

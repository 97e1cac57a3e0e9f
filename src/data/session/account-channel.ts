/** What tabs and the service worker of one account tell each other: these records changed, look again. */
export type AccountEvent = 'outbox' | 'pages' | 'lists' | 'installs' | 'session';

/** Tells every other tab and worker of the same account; a browser without such channels tells nobody. */
export class AccountChannel {
  #channel: BroadcastChannel | null;
  readonly #listeners = new Set<(event: AccountEvent) => void>();

  constructor(databaseName: string) {
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(databaseName);
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<AccountEvent>) => {
      for (const listener of this.#listeners) listener(data);
    });
  }

  tell(event: AccountEvent): void {
    this.#channel?.postMessage(event);
  }

  /** Hears what others tell, never oneself. */
  listen(listener: (event: AccountEvent) => void): void {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#listeners.clear();
    this.#channel?.close();
    this.#channel = null;
  }
}

import { addressOf } from '../../../contract/common/request.ts';
import { sentIn } from '../outbox/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { Client } from './client.ts';
import type { KeptAnswer, KeptName, KeptOperation } from './kept-document.ts';
import { type KeptArguments, type KeptDocuments, openResource, type Resource } from './resource.ts';

/** Milliseconds for which an answer is fresh: when a screen opens an older one, the network is asked again. */
const fresh = 30_000;

/** The resources that screens opened: the same arguments give the same object. */
export class Resources {
  readonly #documents: KeptDocuments<KeptName>;
  readonly #client: Client;
  readonly #signal: AbortSignal;
  /** `asked`: in milliseconds since the page began, which a change of the device's clock does not affect. */
  readonly #open = new Map<string, { resource: Resource<unknown>; asked: number }>();

  constructor(storage: Storage, client: Client, signal: AbortSignal) {
    this.#documents = documentsIn(storage);
    this.#client = client;
    this.#signal = signal;
  }

  open<N extends KeptName>(operation: KeptOperation<N>, args: KeptArguments<N>): Resource<KeptAnswer<N>> {
    const key = addressOf(operation, args);
    const known = this.#open.get(key);
    if (known === undefined) {
      const resource = openResource<N>(this.#documents, this.#client, operation, args, this.#signal);
      this.#open.set(key, { resource, asked: performance.now() });
      return resource;
    }
    if (known.asked < performance.now() - fresh) {
      known.asked = performance.now();
      // Not at once: the caller may be a screen that is rendering.
      queueMicrotask(() => void known.resource.refresh());
    }
    return known.resource as Resource<KeptAnswer<N>>;
  }

  /** Asks again for everything that could not be fetched before. */
  retry(): void {
    for (const { resource } of this.#open.values())
      if (resource.state.get().error !== null) void resource.refresh();
  }
}

const documentsIn = (storage: Storage): KeptDocuments<KeptName> => ({
  get: (key) => storage.read(['documents'], (transaction) => transaction.get('documents', key)),
  put: (key, document) =>
    storage.write(['documents'], (transaction) => transaction.put('documents', key, document)),
  sent: () => storage.read(['outbox'], sentIn),
});

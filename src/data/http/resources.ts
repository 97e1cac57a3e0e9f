import { buildAddress } from '../../../contract/common/request.ts';
import type { CachedAnswer, CachedOperation, CachedOperationName } from '../records/cached-document.ts';
import { listSentIds } from '../storage/sent-rows.ts';
import type { Storage } from '../storage/storage.ts';
import type { Client } from './client.ts';
import { type DocumentCache, openResource, type Resource, type ResourceArguments } from './resource.ts';

/** Milliseconds for which an answer is fresh: when a screen opens an older one, the network is asked again. */
const maxFreshMs = 30_000;

/** The resources that screens opened: the same arguments give the same object. */
export class Resources {
  readonly #documents: DocumentCache<CachedOperationName>;
  readonly #client: Client;
  readonly #signal: AbortSignal;
  /** `lastRequested`: in milliseconds since the page began, which a change of the device's clock does not affect. */
  readonly #open = new Map<string, { resource: Resource<unknown>; lastRequested: number }>();

  constructor(storage: Storage, client: Client, signal: AbortSignal) {
    this.#documents = createDocumentCache(storage);
    this.#client = client;
    this.#signal = signal;
  }

  open<N extends CachedOperationName>(
    operation: CachedOperation<N>,
    args: ResourceArguments<N>,
  ): Resource<CachedAnswer<N>> {
    const key = buildAddress(operation, args);
    const known = this.#open.get(key);
    if (known === undefined) {
      const resource = openResource<N>(this.#documents, this.#client, operation, args, this.#signal);
      this.#open.set(key, { resource, lastRequested: performance.now() });
      return resource;
    }
    if (known.lastRequested < performance.now() - maxFreshMs) {
      known.lastRequested = performance.now();
      // Not at once: the caller may be a screen that is rendering.
      queueMicrotask(() => void known.resource.refresh());
    }
    return known.resource as Resource<CachedAnswer<N>>;
  }

  /** Asks again for everything that could not be fetched before. */
  retry(): void {
    for (const { resource } of this.#open.values())
      if (resource.state.get().error !== null) void resource.refresh();
  }
}

const createDocumentCache = (storage: Storage): DocumentCache<CachedOperationName> => ({
  get: (key) => storage.read(['documents'], (transaction) => transaction.get('documents', key)),
  put: (key, document) =>
    storage.write(['documents'], (transaction) => transaction.put('documents', key, document)),
  listSentWrites: () => storage.read(['outbox'], listSentIds),
});

import type { Operation } from '../../../contract/common/operation.ts';
import type { Storage } from '../storage/storage.ts';
import { addressOf, type CallArguments, type Client, type ResponseOf } from './client.ts';
import { type DocumentStore, openResource, type Resource } from './resource.ts';

/** An answer older than this, in milliseconds, is asked for again when a screen opens it. */
const fresh = 30_000;

/** The resources that screens opened: the same arguments give the same object. */
export class Resources {
  readonly #documents: DocumentStore;
  readonly #client: Client;
  readonly #signal: AbortSignal;
  readonly #open = new Map<string, { resource: Resource<unknown>; asked: number }>();

  constructor(storage: Storage, client: Client, signal: AbortSignal) {
    this.#documents = documentsIn(storage);
    this.#client = client;
    this.#signal = signal;
  }

  open<O extends Operation>(
    operation: O,
    args: Pick<CallArguments<O>, 'params' | 'query'>,
  ): Resource<ResponseOf<O>> {
    const key = addressOf(operation, args);
    const known = this.#open.get(key);
    if (known === undefined) {
      const resource = openResource(this.#documents, this.#client, operation, args, this.#signal);
      this.#open.set(key, { resource, asked: Date.now() });
      return resource;
    }
    if (known.asked < Date.now() - fresh) {
      known.asked = Date.now();
      // Not now: a screen may be drawing itself.
      queueMicrotask(() => void known.resource.refresh());
    }
    return known.resource as Resource<ResponseOf<O>>;
  }
}

const documentsIn = (storage: Storage): DocumentStore => ({
  get: (key) => storage.read(['documents'], (transaction) => transaction.get('documents', key)),
  put: (key, document) =>
    storage.write(['documents'], (transaction) => transaction.put('documents', key, document)),
});

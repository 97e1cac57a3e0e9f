import type { Operation } from '../../../contract/common/operation.ts';
import { type Observable, Observed } from '../observable.ts';
import { ignoreGone } from '../storage/idb-storage.ts';
import type { KeptDocument } from '../storage/schema.ts';
import { addressOf, type CallArguments, type Client, type ResponseOf } from './client.ts';
import { ClientError } from './errors.ts';

export interface ResourceState<T> {
  /** What was seen last; null before anything was. */
  value: T | null;
  /** When it was asked for, in milliseconds since 1970. */
  savedAt: number | null;
  loading: boolean;
  /** Why the last request failed; the value stays. */
  error: ClientError | null;
}

/** One answer of the service: what is kept at once, the network behind it. */
export interface Resource<T> {
  state: Observable<ResourceState<T>>;
  /** Asks the network. Never throws: a failure stands in the state. */
  refresh(): Promise<void>;
}

/** Where answers are kept, by their address. */
export interface DocumentStore {
  get(key: string): Promise<KeptDocument | undefined>;
  put(key: string, document: KeptDocument): Promise<void>;
}

/** Opens a resource: reads what is kept, then asks the network. `signal` ends it with its account. */
export function openResource<O extends Operation>(
  store: DocumentStore,
  client: Client,
  operation: O,
  args: Pick<CallArguments<O>, 'params' | 'query'>,
  signal: AbortSignal,
): Resource<ResponseOf<O>> {
  type Value = ResponseOf<O>;
  const state = new Observed<ResourceState<Value>>({
    value: null,
    savedAt: null,
    loading: true,
    error: null,
  });
  const key = addressOf(operation, args);
  const set = (change: Partial<ResourceState<Value>>) => state.set({ ...state.get(), ...change });

  const keep = async (document: KeptDocument) => {
    await store.put(key, document);
    set({ value: document.value as Value, savedAt: document.savedAt, error: null });
  };
  const ask = async (): Promise<void> => {
    const kept = await store.get(key);
    if (kept !== undefined && state.get().value === null) {
      set({ value: kept.value as Value, savedAt: kept.savedAt });
    }
    const savedAt = Date.now();
    const answer = await client.fetch(operation, { ...args, signal }, kept?.etag ?? null);
    if (answer.changed) await keep({ value: answer.body, etag: answer.etag, savedAt });
    else if (kept !== undefined) await keep({ ...kept, savedAt });
  };
  const fail = (fault: unknown) => {
    if (fault instanceof ClientError) set({ error: fault });
    else if (!signal.aborted) ignoreGone(fault);
  };
  let asking: Promise<void> | null = null;
  const refresh = () => {
    set({ loading: true });
    asking ??= ask()
      .catch(fail)
      .finally(() => {
        asking = null;
        set({ loading: false });
      });
    return asking;
  };
  void refresh();
  return { state, refresh };
}

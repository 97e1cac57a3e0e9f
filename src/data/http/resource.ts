import { buildAddress } from '../../../contract/common/request.ts';
import { type Observable, WritableObservable } from '../observable.ts';
import {
  type CachedAnswer,
  type CachedDocument,
  type CachedOperation,
  type CachedOperationName,
  type CachedOperations,
  isAnswerTo,
} from '../records/cached-document.ts';
import { ignoreGone } from '../storage/faults.ts';
import type { CallArguments, Client } from './client.ts';
import { ClientError } from './errors.ts';

export interface ResourceState<T> {
  /** The latest value known; null until there is one. */
  value: T | null;
  /** When it was requested, in milliseconds since 1970. */
  savedAt: number | null;
  /** The ids of the writes that the service had at that time. */
  contains: ReadonlySet<string>;
  loading: boolean;
  /** Why the last request failed; the value stays. */
  error: ClientError | null;
}

/** One answer of the service: first the kept one, then the network's. */
export interface Resource<T> {
  state: Observable<ResourceState<T>>;
  /** Asks the network. Never throws: a failure is put into the state. */
  refresh(): Promise<void>;
}

/** The cached answers of an operation, by address. */
export interface DocumentCache<N extends CachedOperationName> {
  get(key: string): Promise<CachedDocument | undefined>;
  put(key: string, document: CachedDocument<N>): Promise<void>;
  /** The ids of the person's writes that the service has by now. */
  listSentWrites(): Promise<readonly string[]>;
}

/** The arguments that distinguish the answers of an operation. */
export type ResourceArguments<N extends CachedOperationName> = Pick<
  CallArguments<CachedOperations[N]>,
  'params' | 'query'
>;

/** Opens a resource: reads the cached answer, then asks the network. `signal` aborts it when its account is closed. */
export function openResource<N extends CachedOperationName>(
  documents: DocumentCache<N>,
  client: Client,
  operation: CachedOperation<N>,
  args: ResourceArguments<N>,
  signal: AbortSignal,
): Resource<CachedAnswer<N>> {
  const state = new WritableObservable<ResourceState<CachedAnswer<N>>>({
    value: null,
    savedAt: null,
    contains: new Set(),
    loading: true,
    error: null,
  });
  const { name } = operation;
  const key = buildAddress(operation, args);
  const set = (change: Partial<ResourceState<CachedAnswer<N>>>) => state.set({ ...state.get(), ...change });

  const cacheDocument = async (document: CachedDocument<N>) => {
    await documents.put(key, document);
    set({ ...toShownState(document), error: null });
  };
  const readCached = async (): Promise<CachedDocument<N> | undefined> => {
    const document = await documents.get(key);
    return document !== undefined && isAnswerTo(name, document) ? document : undefined;
  };
  const ask = async (): Promise<void> => {
    const stored = await readCached();
    if (stored !== undefined && state.get().value === null) set(toShownState(stored));
    const requested = { savedAt: Date.now(), contains: await documents.listSentWrites() };
    const answer = await client.fetch<CachedOperations[N]>(
      operation,
      { ...args, signal },
      stored?.etag ?? null,
    );
    if (answer.changed)
      await cacheDocument({ operation: name, value: answer.body, etag: answer.etag, ...requested });
    else if (stored !== undefined) await cacheDocument({ ...stored, ...requested });
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

const toShownState = <N extends CachedOperationName>({
  value,
  savedAt,
  contains = [],
}: CachedDocument<N>) => ({
  value,
  savedAt,
  contains: new Set(contains),
});

import { addressOf } from '../../../contract/common/request.ts';
import { type Observable, Observed } from '../observable.ts';
import { ignoreGone } from '../storage/faults.ts';
import type { CallArguments, Client } from './client.ts';
import { ClientError } from './errors.ts';
import {
  isAnswerOf,
  type KeptAnswer,
  type KeptDocument,
  type KeptName,
  type KeptOperation,
  type KeptOperations,
} from './kept-document.ts';

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

/** The kept answers of an operation, by address. */
export interface KeptDocuments<N extends KeptName> {
  get(key: string): Promise<KeptDocument | undefined>;
  put(key: string, document: KeptDocument<N>): Promise<void>;
  /** The ids of the person's writes that the service has by now. */
  sent(): Promise<readonly string[]>;
}

/** The arguments that distinguish the answers of an operation. */
export type KeptArguments<N extends KeptName> = Pick<CallArguments<KeptOperations[N]>, 'params' | 'query'>;

/** Opens a resource: reads the kept answer, then asks the network. `signal` aborts it when its account is closed. */
export function openResource<N extends KeptName>(
  documents: KeptDocuments<N>,
  client: Client,
  operation: KeptOperation<N>,
  args: KeptArguments<N>,
  signal: AbortSignal,
): Resource<KeptAnswer<N>> {
  const state = new Observed<ResourceState<KeptAnswer<N>>>({
    value: null,
    savedAt: null,
    contains: new Set(),
    loading: true,
    error: null,
  });
  const { name } = operation;
  const key = addressOf(operation, args);
  const set = (change: Partial<ResourceState<KeptAnswer<N>>>) => state.set({ ...state.get(), ...change });

  const keep = async (document: KeptDocument<N>) => {
    await documents.put(key, document);
    set({ ...shown(document), error: null });
  };
  const readKept = async (): Promise<KeptDocument<N> | undefined> => {
    const document = await documents.get(key);
    return document !== undefined && isAnswerOf(name, document) ? document : undefined;
  };
  const ask = async (): Promise<void> => {
    const kept = await readKept();
    if (kept !== undefined && state.get().value === null) set(shown(kept));
    const asked = { savedAt: Date.now(), contains: await documents.sent() };
    const answer = await client.fetch<KeptOperations[N]>(operation, { ...args, signal }, kept?.etag ?? null);
    if (answer.changed) await keep({ operation: name, value: answer.body, etag: answer.etag, ...asked });
    else if (kept !== undefined) await keep({ ...kept, ...asked });
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

const shown = <N extends KeptName>({ value, savedAt, contains = [] }: KeptDocument<N>) => ({
  value,
  savedAt,
  contains: new Set(contains),
});

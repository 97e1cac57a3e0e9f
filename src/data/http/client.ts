import ky from 'ky';
import type { Static, TSchema } from 'typebox';
import type { Operation } from '../../../contract/common/operation.ts';
import { OfflineError, SessionEndedError, UnreachableError } from './errors.ts';
import { notOurs, parseJson, readFailure } from './failure.ts';
import { isOffline } from './offline.ts';
import { isOurs } from './whose.ts';

type Part<O, K extends keyof Operation> =
  O extends Record<K, infer S extends TSchema> ? Static<S> : undefined;

/** Any of these, or none: what is undefined is left out. */
type Given<T> = { [K in keyof T]?: T[K] | undefined };

/** What an operation answers. */
export type ResponseOf<O extends Operation> = Static<O['response']>;

/** What a call of any operation may carry. */
interface CommonArguments {
  /** An organization below the caller's own, to act on: goes into the path as `org/<org_id>`. */
  org?: string | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** What a request that carries files sends in place of a JSON body: parts, or bytes. */
  content?: FormData | Blob | undefined;
  /** Milliseconds without a byte after which the request is given up, when not the client's. */
  timeout?: number | undefined;
}

/** What a call may carry; `params`, `query` and `body` are typed by the operation. */
export interface CallArguments<O extends Operation> extends CommonArguments {
  params?: Part<O, 'params'> | undefined;
  query?: Given<Part<O, 'query'>> | undefined;
  body?: Part<O, 'body'> | undefined;
}

/** The same, of an operation that is not known here. */
interface AnyArguments extends CommonArguments {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

/** An answer of the service; `changed` is false for 304 and then there is no body. */
export type Answer<T> = { changed: true; body: T; etag: string | null } | { changed: false };

/** Who is calling; null while nobody is signed in. */
export interface Identity {
  token: string;
  udid: string;
}

/** How a request ended, as far as it tells of the network: `failing` is an answer of 5xx. */
export type Outcome = 'answered' | 'failing' | 'foreign' | 'none';

export interface ClientListener {
  outcome?(outcome: Outcome): void;
  /** A request has waited so long that a person wonders; or it ended after that. */
  slow?(isSlow: boolean): void;
  /** The session that made this call is over. */
  sessionEnded?(error: SessionEndedError, identity: Identity): void;
}

/** Milliseconds without a byte after which a request of a screen is given up. */
const usualTimeout = 10_000;
/** Milliseconds after which a person is told that it takes long. */
const longWait = 3_000;

/** Talks to the service and maps what comes back; who reacts to a failure registers itself. It never tries again by itself. */
export class Client {
  readonly #origin: string;
  readonly #timeout: number;
  readonly #listeners = new Set<ClientListener>();
  identity: Identity | null = null;

  /**
   * `origin`: scheme, host and port of the service, without a slash at its end. `timeout`: milliseconds without a byte after
   * which a request is given up.
   */
  constructor(origin: string, timeout = usualTimeout) {
    this.#origin = origin;
    this.#timeout = timeout;
  }

  /** Registers a listener; returns how to remove it. */
  listen(listener: ClientListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls an operation and answers its body. Errors: every `ClientError`; the signal's reason when it was aborted. */
  async call<O extends Operation>(operation: O, args: CallArguments<O> = {}): Promise<ResponseOf<O>> {
    const answer = await this.fetch(operation, args);
    if (!answer.changed) throw new UnreachableError('304 to a request that carried no condition');
    return answer.body;
  }

  /** As `call`, with the entity tag of the answer; with `etag`, an unchanged answer comes without its body. */
  async fetch<O extends Operation>(
    operation: O,
    args: CallArguments<O> = {},
    etag: string | null = null,
  ): Promise<Answer<ResponseOf<O>>> {
    const identity = operation.context === 'none' ? null : this.identity;
    const headers = {
      accept: 'application/json',
      ...(identity && { 'x-token': identity.token, 'x-udid': identity.udid }),
      ...(etag !== null && { 'if-none-match': etag }),
      ...args.headers,
    };
    try {
      return await this.#send<ResponseOf<O>>(operation, args, headers);
    } catch (error) {
      if (error instanceof SessionEndedError && identity !== null) {
        for (const listener of this.#listeners) listener.sessionEnded?.(error, identity);
      }
      throw error;
    }
  }

  /** Whether the service can be reached right now. */
  async reachable(): Promise<boolean> {
    const outcome = await ky(`${this.#origin}/healthz`, {
      retry: 0,
      timeout: usualTimeout,
      cache: 'no-store',
      redirect: 'manual',
      throwHttpErrors: false,
    }).then(outcomeOf, () => 'none' as const);
    this.#tell(outcome);
    return outcome === 'answered';
  }

  async #send<T>(
    operation: Operation,
    args: AnyArguments,
    headers: Record<string, string>,
  ): Promise<Answer<T>> {
    const { response, text } = await this.#exchange(operation, args, headers);
    if (!isOurs(response)) throw notOurs(response);
    if (response.status === 304) return { changed: false };
    if (response.status === 204) return { changed: true, body: null as T, etag: null };
    const body = parseJson(response, text);
    if (response.ok && body !== undefined) {
      return { changed: true, body: body as T, etag: response.headers.get('etag') };
    }
    throw readFailure(response, body, operation.context !== 'none');
  }

  /** One request with its whole answer, or the word that there was none. */
  async #exchange(operation: Operation, args: AnyArguments, headers: Record<string, string>) {
    const limit = timeLimit(args.signal, args.timeout ?? this.#timeout);
    const slow = this.#watchSlow();
    try {
      const response = await ky(this.#origin + addressOf(operation, args), {
        method: operation.method,
        headers,
        ...(args.body !== undefined && { json: args.body }),
        ...(args.content && { body: args.content }),
        signal: limit.signal,
        cache: 'no-store',
        credentials: 'omit',
        // The token is for this service alone, and who sends elsewhere is not this service.
        redirect: 'manual',
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
      });
      const text = await readText(response, limit.restart);
      this.#tell(outcomeOf(response));
      return { response, text };
    } catch (cause) {
      args.signal?.throwIfAborted();
      this.#tell('none');
      if (isOffline()) throw new OfflineError('There is no network.', { cause });
      throw new UnreachableError('The service does not answer.', { cause });
    } finally {
      limit.clear();
      slow.end();
    }
  }

  #tell(outcome: Outcome): void {
    for (const listener of this.#listeners) listener.outcome?.(outcome);
  }

  /** Tells when a request takes long, and that it ended after that. */
  #watchSlow(): { end(): void } {
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      for (const listener of this.#listeners) listener.slow?.(true);
    }, longWait);
    return {
      end: () => {
        clearTimeout(timer);
        if (isSlow) for (const listener of this.#listeners) listener.slow?.(false);
      },
    };
  }
}

function outcomeOf(response: Response): Outcome {
  if (response.status >= 500) return 'failing';
  return isOurs(response) ? 'answered' : 'foreign';
}

/** The body of an answer; `progress` is called with every part of it that arrives. */
async function readText(response: Response, progress: () => void): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    progress();
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

interface TimeLimit {
  signal: AbortSignal;
  restart(): void;
  clear(): void;
}

/** A signal that follows the caller's and ends by itself `timeout` milliseconds after its last start. */
function timeLimit(outer: AbortSignal | undefined, timeout: number): TimeLimit {
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  const end = () => controller.abort(new DOMException('No answer in time', 'TimeoutError'));
  let timer = setTimeout(end, timeout);
  return {
    signal: controller.signal,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(end, timeout);
    },
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}

/** The path with its organization, its parameters and the query of a call. */
export function addressOf(operation: Operation, args: AnyArguments): string {
  const params = new Map(Object.entries(args.params ?? {}));
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const whole =
    args.org === undefined ? path : path.replace(/^\/v\d/, `$&/org/${encodeURIComponent(args.org)}`);
  const query = Object.entries(args.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? whole : `${whole}?${search}`;
}

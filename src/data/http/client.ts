import ky from 'ky';
import type { Operation } from '../../../contract/common/operation.ts';
import { addressOf, type RequestOf, type ResponseOf } from '../../../contract/common/request.ts';
import { OfflineError, SessionEndedError, UnreachableError } from './errors.ts';
import { parseJson, readFailure } from './failure.ts';
import { isOffline } from './offline.ts';

/** The arguments of a call: the operation's request, and how it is sent. */
export interface CallArguments<O extends Operation = Operation> extends RequestOf<O> {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** The body of a request that uploads a file, in place of JSON: form parts, or bytes. */
  content?: FormData | Blob | undefined;
  /** Milliseconds until the request times out; `usualTimeout` when not given. */
  timeout?: number | undefined;
}

/** An answer of the service; `changed` is false for 304 and then there is no body. */
export type Answer<T> = { changed: true; body: T; etag: string | null } | { changed: false };

/** Who is calling; null while nobody is signed in. */
export interface Identity {
  token: string;
  udid: string;
}

export interface ClientListener {
  /** Called after every request: whether the service answered at all, whatever the status. */
  outcome?(reached: boolean): void;
  /** Called when the session that made a call has ended. */
  sessionEnded?(error: SessionEndedError, identity: Identity): void;
}

/** Milliseconds until a request times out, reading the answer's body included. */
const usualTimeout = 30_000;

/** Calls the service and turns each answer into a value or a `ClientError`. It never retries; see `listen`. */
export class Client {
  readonly #origin: string;
  readonly #listeners = new Set<ClientListener>();
  identity: Identity | null = null;

  /** `origin`: scheme, host and port of the service, without a slash at its end. */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Registers a listener; returns a function that removes it. */
  listen(listener: ClientListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls an operation and returns the answer's body. Throws a `ClientError`, or the signal's reason when aborted. */
  async call<O extends Operation>(operation: O, args: CallArguments<O> = {}): Promise<ResponseOf<O>> {
    const answer = await this.fetch(operation, args);
    if (!answer.changed) throw new UnreachableError('304 to a request without If-None-Match.');
    return answer.body;
  }

  /** As `call`, and returns the answer's ETag; where `etag` still holds, the answer comes without a body. */
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
    const healthy = await ky(`${this.#origin}/healthz`, {
      retry: 0,
      timeout: 10_000,
      cache: 'no-store',
    }).then(
      (response) => response.headers.get('content-type')?.includes('json') ?? false,
      () => false,
    );
    this.#tell(healthy);
    return healthy;
  }

  async #send<T>(
    operation: Operation,
    args: CallArguments,
    headers: Record<string, string>,
  ): Promise<Answer<T>> {
    const { response, text } = await this.#exchange(operation, args, headers);
    if (response.status === 304) return { changed: false };
    if (response.status === 204) return { changed: true, body: null as T, etag: null };
    const body = parseJson(response, text);
    if (response.ok && body !== undefined) {
      return { changed: true, body: body as T, etag: response.headers.get('etag') };
    }
    throw readFailure(response, body, operation.context !== 'none');
  }

  /** Sends one request and reads the whole answer. Without one, throws an `OfflineError` or `UnreachableError`. */
  async #exchange(operation: Operation, args: CallArguments, headers: Record<string, string>) {
    const address = this.#origin + addressOf(operation, args);
    const limit = timeLimit(args.signal, args.timeout ?? usualTimeout);
    try {
      const response = await ky(address, {
        method: operation.method,
        headers,
        ...(args.body !== undefined && { json: args.body }),
        ...(args.content && { body: args.content }),
        signal: limit.signal,
        cache: 'no-store',
        credentials: 'omit',
        // Follow no redirect: the token is for this service only.
        redirect: 'error',
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
      });
      const text = await response.text();
      this.#tell(true);
      return { response, text };
    } catch (cause) {
      args.signal?.throwIfAborted();
      this.#tell(false);
      if (isOffline()) throw new OfflineError('There is no network.', { cause });
      throw new UnreachableError('The service does not answer.', { cause });
    } finally {
      limit.clear();
    }
  }

  #tell(reached: boolean): void {
    for (const listener of this.#listeners) listener.outcome?.(reached);
  }
}

/** A signal that aborts when the caller's does, and after `timeout` milliseconds. */
function timeLimit(outer: AbortSignal | undefined, timeout: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  const timer = setTimeout(
    () => controller.abort(new DOMException('No answer in time', 'TimeoutError')),
    timeout,
  );
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}

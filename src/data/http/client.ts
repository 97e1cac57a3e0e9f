import ky from 'ky';
import type { Operation } from '../../../contract/common/operation.ts';
import { buildAddress, type RequestOf, type ResponseOf } from '../../../contract/common/request.ts';
import type { Identity } from '../records/session-record.ts';
import { OfflineError, SessionEndedError, UnreachableError } from './errors.ts';
import { parseJson, parseRetryAfter, readFailure, toForeignError } from './failure.ts';
import { isFromService } from './is-from-service.ts';
import { isOffline } from './offline.ts';
import { ServiceClock } from './service-clock.ts';
import { createTimeLimit } from './time-limit.ts';

/** The arguments of a call: the operation's request, and how it is sent. */
export interface CallArguments<O extends Operation = Operation> extends RequestOf<O> {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** The body of a request that uploads a file, in place of JSON: form parts, or bytes. */
  content?: FormData | Blob | undefined;
  /** Milliseconds without a byte after which the request is given up; by default the client's. */
  timeout?: number | undefined;
}

/** An answer of the service; `changed` is false for 304 and then there is no body. */
export type Answer<T> = { changed: true; body: T; etag: string | null } | { changed: false };

/** How a request ended, as far as that says something about the network: `failing` is an answer of 5xx. */
export type Outcome = 'answered' | 'failing' | 'foreign' | 'none';

export interface ClientListener {
  onOutcome?(outcome: Outcome): void;
  /** Called when a request takes so long that a person would wonder, and when it has ended. */
  onSlow?(isSlow: boolean): void;
  /** Called when the service is too busy and a request waits to be sent again, and when that wait is over. */
  onBusy?(isBusy: boolean): void;
  /** Called when the session that made a call is over. */
  onSessionEnded?(error: SessionEndedError, identity: Identity): void;
}

/** Milliseconds without a byte after which a request of a screen is given up. */
const defaultTimeoutMs = 10_000;
/** Milliseconds after which a person is told that a request takes long. */
const slowAfterMs = 3_000;

/** How often a request that only reads is sent again where the service says that it is busy. */
const maxRetries = 3;
/** The longest pause in milliseconds that the service may ask for: nobody waits longer in front of a screen. */
const maxBusyWaitMs = 10_000;

/**
 * Calls the service and turns each answer into a value or a `ClientError`. Requests that only read are sent again after
 * the pause that a busy service asks for; all others are sent once. See `listen`.
 */
export class Client {
  readonly #origin: string;
  readonly #timeout: number;
  readonly #listeners = new Set<ClientListener>();
  readonly clock = new ServiceClock();
  identity: Identity | null = null;

  /**
   * `origin`: scheme, host and port of the service, without a slash at its end. `timeout`: milliseconds without a byte after
   * which a request is given up.
   */
  constructor(origin: string, timeout = defaultTimeoutMs) {
    this.#origin = origin;
    this.#timeout = timeout;
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

  /** Like `call`, and also returns the answer's ETag; where `etag` is still right, the answer has no body. */
  async fetch<O extends Operation>(
    operation: O,
    args: CallArguments<O> = {},
    etag: string | null = null,
  ): Promise<Answer<ResponseOf<O>>> {
    const identity = operation.context === 'none' ? null : this.identity;
    const headers = {
      accept: 'application/json',
      ...buildIdentityHeaders(identity),
      ...(etag !== null && { 'if-none-match': etag }),
      ...args.headers,
    };
    try {
      return await this.#send<ResponseOf<O>>(operation, args, headers);
    } catch (error) {
      if (error instanceof SessionEndedError && identity !== null) {
        for (const listener of this.#listeners) listener.onSessionEnded?.(error, identity);
      }
      throw error;
    }
  }

  /**
   * Opens an address of the service whose answer is read while it arrives, as the signed-in person. Its result says
   * nothing about network or session: it may last for an hour, or be refused for lack of room.
   */
  open(address: string, signal: AbortSignal): Promise<Response> {
    return fetch(this.#origin + address, {
      headers: buildIdentityHeaders(this.identity),
      signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
    });
  }

  /** Asks whether the service can be reached now. */
  async isReachable(): Promise<boolean> {
    const outcome = await ky(`${this.#origin}/healthz`, {
      retry: 0,
      timeout: defaultTimeoutMs,
      cache: 'no-store',
      redirect: 'manual',
      throwHttpErrors: false,
    }).then(getOutcome, () => 'none' as const);
    this.#notifyOutcome(outcome);
    return outcome === 'answered';
  }

  /**
   * Sends HEAD to an address of the service, following redirects. Throws an `OfflineError` or `UnreachableError` where
   * there is no answer.
   */
  async head(address: string): Promise<Response> {
    const slow = this.#watchSlow();
    try {
      const options = { method: 'HEAD', cache: 'no-store', credentials: 'omit' } as const;
      const ask = () =>
        fetch(this.#origin + address, { ...options, signal: AbortSignal.timeout(this.#timeout) });
      const answer = await this.#retryWhileBusy(ask, (response) => response);
      this.#notifyOutcome(getOutcome(answer));
      return answer;
    } catch (cause) {
      this.#notifyOutcome('none');
      throw toNetworkError(cause);
    } finally {
      slow.end();
    }
  }

  async #send<T>(
    operation: Operation,
    args: CallArguments,
    headers: Record<string, string>,
  ): Promise<Answer<T>> {
    const exchange = () => this.#exchange(operation, args, headers);
    const { response, text } = await (operation.method === 'GET'
      ? this.#retryWhileBusy(exchange, (exchanged) => exchanged.response, args.signal)
      : exchange());
    this.#notifyOutcome(getOutcome(response));
    if (!isFromService(response)) throw toForeignError(response);
    this.clock.recordAnswer(response);
    if (response.status === 304) return { changed: false };
    if (response.status === 204) return { changed: true, body: null as T, etag: null };
    const body = parseJson(response, text);
    if (response.ok && body !== undefined) {
      return { changed: true, body: body as T, etag: response.headers.get('etag') };
    }
    throw readFailure(response, body, operation.context !== 'none');
  }

  /** Sends a request again while the service says that it is busy. Throws the signal's reason when aborted. */
  async #retryWhileBusy<T>(
    send: () => Promise<T>,
    responseOf: (sent: T) => Response,
    signal?: AbortSignal,
  ): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      const sent = await send();
      const pause = getBusyDelay(responseOf(sent));
      if (pause === null || retries === maxRetries) return sent;
      this.#notifyBusy(true);
      await delay(pause, signal).finally(() => this.#notifyBusy(false));
    }
  }

  #notifyBusy(isBusy: boolean): void {
    for (const listener of this.#listeners) listener.onBusy?.(isBusy);
  }

  /**
   * Sends one request and reads the whole answer. Throws an `OfflineError` or `UnreachableError` where there is none.
   */
  async #exchange(operation: Operation, args: CallArguments, headers: Record<string, string>) {
    const address = this.#origin + buildAddress(operation, args);
    const limit = createTimeLimit(args.signal, args.timeout ?? this.#timeout);
    const slow = this.#watchSlow();
    try {
      const response = await ky(address, {
        method: operation.method,
        headers,
        ...(args.body !== undefined && { json: args.body }),
        ...(args.content && { body: args.content }),
        signal: limit.signal,
        cache: 'no-store',
        credentials: 'omit',
        // The token is only for this service, and a target elsewhere is not this service.
        redirect: 'manual',
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
      });
      const text = await readText(response, limit.recordProgress);
      return { response, text };
    } catch (cause) {
      args.signal?.throwIfAborted();
      this.#notifyOutcome('none');
      throw toNetworkError(cause);
    } finally {
      limit.clear();
      slow.end();
    }
  }

  #notifyOutcome(outcome: Outcome): void {
    for (const listener of this.#listeners) listener.onOutcome?.(outcome);
  }

  /** Reports when a request takes long, and its end after that. */
  #watchSlow(): { end(): void } {
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      for (const listener of this.#listeners) listener.onSlow?.(true);
    }, slowAfterMs);
    return {
      end: () => {
        clearTimeout(timer);
        if (isSlow) for (const listener of this.#listeners) listener.onSlow?.(false);
      },
    };
  }
}

/**
 * Milliseconds until a request is sent again, a little more than the service asks for, so that not all come back at
 * once; null where it is not busy, or does not say for how long.
 */
function getBusyDelay(response: Response): number | null {
  if (response.status !== 503 || !isFromService(response) || !response.headers.has('retry-after'))
    return null;
  const pause = parseRetryAfter(response) * 1000;
  return pause <= maxBusyWaitMs ? pause * (1 + Math.random() / 2) : null;
}

/** Waits; throws the signal's reason when aborted. */
async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal?.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  signal?.throwIfAborted();
}

const buildIdentityHeaders = (identity: Identity | null): Record<string, string> =>
  identity === null ? {} : { 'x-token': identity.token, 'x-udid': identity.udid };

const toNetworkError = (cause: unknown) =>
  isOffline()
    ? new OfflineError('There is no network.', { cause })
    : new UnreachableError('The service does not answer.', { cause });

function getOutcome(response: Response): Outcome {
  if (response.status >= 500) return 'failing';
  return isFromService(response) ? 'answered' : 'foreign';
}

/** The body of an answer; `progress` is called with the length of every part that arrives. */
async function readText(response: Response, progress: (bytes: number) => void): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    progress(part.value.length);
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

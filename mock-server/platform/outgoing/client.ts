import type { Buffer } from 'node:buffer';
import type { LookupAddress } from 'node:dns';
import { readBody } from './body.ts';
import { type Answer, sendRequest } from './exchange.ts';
import { connectHttp2, type Http2Connection, type Http2Options } from './http2.ts';
import { OutgoingError } from './outgoing-error.ts';
import { type Resolve, resolveChecked, systemResolve } from './resolve.ts';
import { checkTarget, resolveRedirect, type Target } from './target.ts';

/** What an answer must be to be accepted. */
export interface OutgoingRules {
  /** Accepted content types, without parameters. */
  types: readonly string[];
  /** Request headers besides `accept`. */
  headers?: Readonly<Record<string, string>>;
  /** Most bytes of the body, both as received and as unpacked. */
  limit: number;
  /** Aborts the request, its redirects and its body. Apart from it, no request takes longer than `maxTimeMs`. */
  signal: AbortSignal;
}

/** A request with a body. */
export interface OutgoingPost {
  /**
   * `web_push` for an address that any person may have registered: with it, no servers inside are reached but those that
   * `WEB_PUSH_ALLOW` names.
   */
  purpose?: 'web_push';
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
  /** Most bytes of the answer's body, both as received and as unpacked. */
  limit: number;
  signal: AbortSignal;
}

/** The answer of a server to a request with a body, whatever its status. */
export interface OutgoingAnswer {
  status: number;
  /** The value of a header; null when it is missing or there are several. */
  header(name: string): string | null;
  body: Buffer;
}

/** Every request of the service to another server goes through this interface. It throws only OutgoingError. */
export interface Outgoing {
  /** The body of the answer to a GET of this address. */
  get(address: string, rules: OutgoingRules): Promise<Buffer>;
  /** Refuses an address to which no request may be sent now. */
  check(address: string): Promise<void>;
  /** The answer to a POST to this address. Redirects are not followed: nothing is sent to another address. */
  post(address: string, request: OutgoingPost): Promise<OutgoingAnswer>;
  /** An HTTP/2 connection for many requests, which the caller closes. */
  openHttp2(address: string, options: Http2Options): Promise<Http2Connection>;
}

const maxRedirects = 5;
/** Milliseconds. */
const maxTimeMs = 30_000;

/** Where requests may be sent. */
interface OutgoingSettings {
  /** Servers (`host:port`) that may have any address. */
  outgoingAllow: readonly string[];
  /** The same for requests whose purpose is `web_push`. */
  webPushAllow: readonly string[];
  /** Whether all other servers with public addresses may be reached too. */
  outgoingPublic: boolean;
}

/**
 * A client that reaches only public addresses, if any, and the servers that are allowed at any address;
 * docs/decisions/0009-guarded-outgoing-requests.md says how. `resolve` resolves host names.
 */
export function openOutgoing(
  { outgoingAllow, webPushAllow, outgoingPublic }: OutgoingSettings,
  resolve: Resolve = systemResolve,
): Outgoing {
  const allowed = new Set(outgoingAllow);
  const allowedForWebPush = new Set(webPushAllow);
  const addressesOf = async (target: Target): Promise<LookupAddress[]> => {
    // A public push service may be named by either.
    if (!target.allowed && !outgoingPublic && !allowed.has(target.server))
      throw new OutgoingError('address_refused', `${target.url.host} is not in OUTGOING_ALLOW`);
    return resolveChecked(target, resolve);
  };
  return {
    get: async (address, rules) => {
      const signal = AbortSignal.any([rules.signal, AbortSignal.timeout(maxTimeMs)]);
      try {
        return await follow(checkTarget(address, allowed), { ...rules, signal }, { allowed, addressesOf });
      } catch (error) {
        throw toOutgoingError(error, signal);
      }
    },
    check: async (address) => {
      const signal = AbortSignal.timeout(maxTimeMs);
      try {
        await orAborted(addressesOf(checkTarget(address, allowed)), signal);
      } catch (error) {
        throw toOutgoingError(error, signal);
      }
    },
    post: async (address, { limit, purpose, ...request }) => {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(maxTimeMs)]);
      let isUnsent = true;
      const onConnect = () => {
        isUnsent = false;
      };
      try {
        const target = checkTarget(address, purpose === 'web_push' ? allowedForWebPush : allowed);
        const addresses = await orAborted(addressesOf(target), signal);
        const input = { ...request, url: target.url, addresses, signal, method: 'POST', onConnect } as const;
        return await sendRequest(input, async ({ status, header, body }) => ({
          status,
          header,
          body: await readBody(body, header('content-encoding'), limit),
        }));
      } catch (error) {
        throw toOutgoingError(error, signal, isUnsent);
      }
    },
    openHttp2: async (address, options) => {
      const signal = AbortSignal.timeout(options.timeout);
      try {
        const target = checkTarget(address, allowed);
        const addresses = await orAborted(addressesOf(target), signal);
        return await connectHttp2({ ...options, url: target.url, addresses, signal });
      } catch (error) {
        throw toOutgoingError(error, signal);
      }
    },
  };
}

interface RequestPaths {
  allowed: ReadonlySet<string>;
  addressesOf(target: Target): Promise<LookupAddress[]>;
}

/** Follows redirects itself, so that each address is checked like the first one. */
async function follow(first: Target, rules: OutgoingRules, ways: RequestPaths): Promise<Buffer> {
  let target = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const next = await visit(target, rules, ways);
    if ('body' in next) return next.body;
    target = next;
  }
  throw new OutgoingError('too_many_redirects', `${first.url.host} redirects too often`);
}

async function visit(
  target: Target,
  rules: OutgoingRules,
  { allowed, addressesOf }: RequestPaths,
): Promise<Target | { body: Buffer }> {
  const { signal } = rules;
  signal.throwIfAborted();
  const addresses = await orAborted(addressesOf(target), signal);
  const headers = { accept: rules.types.join(', '), ...rules.headers };
  return sendRequest({ url: target.url, addresses, headers, signal }, async (answer) => {
    const { status } = answer;
    if (isRedirect(status)) {
      return resolveRedirect(target.url, { status, location: answer.header('location') }, allowed);
    }
    assertTakes(answer, rules);
    return { body: await readBody(answer.body, answer.header('content-encoding'), rules.limit) };
  });
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function assertTakes({ status, header }: Answer, { types, limit }: OutgoingRules): void {
  if (status !== 200) throw new OutgoingError('refused', `the server answered ${status}`, { status });
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) throw new OutgoingError('wrong_type', `${type || 'no type'} is not taken`);
  if (Number(header('content-length')) > limit) {
    throw new OutgoingError('too_large', `the answer is longer than ${limit} bytes`);
  }
}

/** Rejects when the signal aborts. Resolving a name can't be cancelled, but its result is then ignored. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function toOutgoingError(cause: unknown, signal: AbortSignal, isUnsent = false): OutgoingError {
  if (cause instanceof OutgoingError) return cause;
  if (signal.aborted)
    return new OutgoingError('timed_out', 'there was no answer in time', { isUnsent, cause });
  return new OutgoingError('not_reached', 'the server could not be reached', { isUnsent, cause });
}

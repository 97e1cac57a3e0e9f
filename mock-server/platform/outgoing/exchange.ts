import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';

/** Status and headers of an answer; `body` streams its body. */
export interface Answer {
  status: number;
  /** The value of a header; null when it is missing or there are several. */
  header(name: string): string | null;
  body: Readable;
}

const userAgent = 'Appshelf';

/**
 * Sends one request to one of these addresses, on a new connection without cookies, and hands the answer to `use`. Then the
 * connection is closed. Errors: those of the network and of `use`.
 */
export async function sendRequest<R>(
  { url, addresses, signal, method = 'GET', headers: sent, body: content = null, onConnect }: ExchangeInput,
  use: (answer: Answer) => Promise<R>,
): Promise<R> {
  // Loaded when first needed, because loading it takes a third of the time that the service needs to start.
  const { Client } = await import('undici');
  const client = new Client(url.origin, {
    connect: { lookup: createPinnedLookup(addresses) },
    allowH2: false,
  });
  if (onConnect !== undefined) client.once('connect', onConnect);
  try {
    const { statusCode, headers, body } = await client.request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { 'accept-encoding': 'gzip', 'user-agent': userAgent, ...sent },
      body: content,
      signal,
    });
    // After `use` has ended, errors in the rest of the body do not matter.
    body.on('error', () => undefined);
    const header = (name: string) => {
      const value = headers[name];
      return typeof value === 'string' ? value : null;
    };
    return await use({ status: statusCode, header, body });
  } finally {
    await client.destroy();
  }
}

export interface ExchangeInput {
  url: URL;
  /**
   * The addresses to connect to. The name is not resolved again, because it could resolve to other addresses by now.
   */
  addresses: readonly LookupAddress[];
  signal: AbortSignal;
  /** Without it, GET. */
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer | null;
  /** Called when there is a connection, before anything is sent on it. */
  onConnect?: () => void;
}

/** A resolver that returns these addresses for any name. */
export const createPinnedLookup =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

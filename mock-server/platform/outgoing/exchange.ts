import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';

/** The beginning of an answer; its body comes with `body`. */
export interface Answer {
  status: number;
  /** A header's value; null when it is not there or there are several. */
  header(name: string): string | null;
  body: Readable;
}

const userAgent = 'Appshelf';

/**
 * Sends one GET to one of these addresses, on a connection of its own without cookies or credentials, and gives the
 * answer to `use`. The connection ends with it. Errors: those of the network and of `use`.
 */
export async function exchange<R>(
  { url, addresses, accept, signal }: ExchangeInput,
  use: (answer: Answer) => Promise<R>,
): Promise<R> {
  // Loaded when first needed: it would take a third of the time that the service needs to start.
  const { Client } = await import('undici');
  const client = new Client(url.origin, { connect: { lookup: pinned(addresses) }, allowH2: false });
  try {
    const { statusCode, headers, body } = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { accept, 'accept-encoding': 'gzip', 'user-agent': userAgent },
      signal,
    });
    // Whoever goes away before its end has nobody left to tell.
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
  /** The only addresses that are connected to, whatever the name resolves to by now. */
  addresses: readonly LookupAddress[];
  accept: string;
  signal: AbortSignal;
}

const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

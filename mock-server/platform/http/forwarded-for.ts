import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** What stands for every address that can't be read: they count as one source. */
export const unreadableAddress = 'unknown';

/**
 * An address as proxies write it: with a port (`192.0.2.7:4711`, `[2001:db8::7]:4711`), in brackets, or as RFC 7239 has it
 * (`for="[2001:db8::7]:4711"`).
 */
export function stripPort(written: string): string {
  const value = written
    .trim()
    .replace(/^for=/i, '')
    .replace(/^"(.*)"$/, '$1');
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(value)?.[1];
  const address = inBrackets ?? value.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1');
  return isIP(address) === 0 ? unreadableAddress : address;
}

/**
 * Replaces the addresses that proxies forward by bare ones, so that each client is one source whatever port it uses. Calls
 * `found` for the first header that can't be read.
 */
export function readForwardedFor(found: (header: string) => void): (request: IncomingMessage) => void {
  let isReported = false;
  return ({ headers }) => {
    const header = headers['x-forwarded-for'];
    if (typeof header !== 'string' || header === '') return;
    const addresses = header.split(',').map(stripPort);
    headers['x-forwarded-for'] = addresses.join(', ');
    if (isReported || !addresses.includes(unreadableAddress)) return;
    isReported = true;
    found(header);
  };
}

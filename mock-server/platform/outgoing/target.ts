import { isIP } from 'node:net';
import { OutgoingError } from './outgoing-error.ts';
import { isPublicAddress } from './public-address.ts';

/** The target of a request, checked as far as possible before its name is resolved. */
export interface Target {
  url: URL;
  /** The host without the brackets of IPv6. */
  host: string;
  /** `host:port`, as the settings name servers. */
  server: string;
  /** Whether the settings allow it, so that it need not be public. */
  allowed: boolean;
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Checks an address before its name is resolved. `allowed` holds the `host:port` of the settings. The URL parser turns
 * unusual notations of IPv4 (one number, octal, hexadecimal) into the usual one. Error: `address_refused`.
 */
export function checkTarget(address: string, allowed: ReadonlySet<string>, base?: URL): Target {
  const url = URL.parse(address, base?.href);
  const defaultPort = url && defaultPorts[url.protocol];
  if (!url || !defaultPort) throw refusedTargetError('is no http or https address', address);
  if (url.username !== '' || url.password !== '')
    throw refusedTargetError('carries a name or password', url.host);
  url.hash = '';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const server = `${url.hostname}:${url.port || defaultPort}`;
  if (allowed.has(server)) return { url, host, server, allowed: true };
  if (url.port !== '') throw refusedTargetError('is at an unusual port', url.host);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusedTargetError('is not public', url.host);
  return { url, host, server, allowed: false };
}

/** The target of a redirect, checked like the first one. Errors: `address_refused`, `refusedTargetError`. */
export function resolveRedirect(
  from: URL,
  { status, location }: { status: number; location: string | null },
  allowed: ReadonlySet<string>,
): Target {
  if (location === null) throw new OutgoingError('refused', 'a redirect to nowhere', { status });
  const target = checkTarget(location, allowed, from);
  if (from.protocol === 'https:' && target.url.protocol === 'http:') {
    throw refusedTargetError('would give up https', target.url.host);
  }
  return target;
}

const refusedTargetError = (why: string, what: string) =>
  new OutgoingError('address_refused', `${what} ${why}`);

import { type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { OutgoingError } from './outgoing-error.ts';
import { isPublicAddress } from './public-address.ts';
import type { Target } from './target.ts';

/** Resolves a host name to its addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Resolves names as the system does, with its files and servers. */
export const systemResolve: Resolve = (host) => lookup(host, { all: true });

/**
 * The addresses of a target, each of them checked. Connect only to these: resolving again could give addresses that are not
 * checked. Errors: `address_refused` when one of them is not public, and those of `resolve`.
 */
export async function resolveChecked({ host, allowed }: Target, resolve: Resolve): Promise<LookupAddress[]> {
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new OutgoingError('not_reached', `${host} has no address`);
  const inside = addresses.find(({ address }) => !isPublicAddress(address));
  if (!allowed && inside !== undefined) {
    throw new OutgoingError('address_refused', `${host} is at ${inside.address}, which is not public`);
  }
  return addresses;
}

import type { IncomingMessage } from 'node:http';

/** Organizations named in the path, by the raw request that named them. */
const named = new WeakMap<object, string>();

/** Whatever stands in the place of an `org_id` is looked up: what names no organization answers with code 10. */
const affiliated = /^(\/v[123])\/org\/([^/?]+)(?=[/?]|$)/;

/**
 * Takes `org/<org_id>` out of an address, so that one route serves both forms; document 1, Requests for affiliated
 * organizations. Give it to the server as its rewriting of addresses.
 */
export function withoutOrganization(request: IncomingMessage): string {
  const address = request.url ?? '/';
  const match = affiliated.exec(address);
  if (match === null) return address;
  const [whole, version = '', orgId = ''] = match;
  named.set(request, orgId);
  return version + (address.slice(whole.length) || '/');
}

/** The organization that the path of this request named, or null. */
export const pathOrganization = (request: IncomingMessage): string | null => named.get(request) ?? null;

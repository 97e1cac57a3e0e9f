import type { IncomingMessage } from 'node:http';

/**
 * The organization that the path of a request named. By request, because the path is changed before Fastify makes an
 * object of its own for it.
 */
const named = new WeakMap<object, string>();

/** Matches any text in place of `<org_id>`: if no organization has that id, the answer is code 10. */
const affiliated = /^(\/v[123])\/org\/([^/?]+)(?=[/?]|$)/;

/**
 * Removes `org/<org_id>` from an address, so that one route serves both forms; document 1, Requests for affiliated
 * organizations. For Fastify's `rewriteUrl`.
 */
export function stripOrganization(request: IncomingMessage): string {
  const address = request.url ?? '/';
  const match = affiliated.exec(address);
  if (match === null) return address;
  const [whole, version = '', orgId = ''] = match;
  named.set(request, orgId);
  return version + (address.slice(whole.length) || '/');
}

/** The organization that the path of this request named, or null. */
export const getPathOrganization = (request: IncomingMessage): string | null => named.get(request) ?? null;

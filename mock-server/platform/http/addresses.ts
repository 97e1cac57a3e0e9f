import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors.ts';

/** A registered address: its path as a pattern, and its methods. */
interface Address {
  path: RegExp;
  methods: Set<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Registered addresses by their paths. Those with a wildcard are left out: anything could be at them. */
    registeredAddresses: Map<string, Address>;
  }
}

/** Notes which methods each address has, as its routes are registered. */
export function recordAddresses(app: FastifyInstance): void {
  const addresses = new Map<string, Address>();
  app.decorate('registeredAddresses', addresses);
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    const address = addresses.get(url) ?? { path: toPattern(url), methods: new Set() };
    for (const one of [method].flat()) address.methods.add(one);
    addresses.set(url, address);
  });
}

function toPattern(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/\W/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}/?$`);
}

/** The refusal of a method that an address does not have; null when there is no such address. RFC 9110, section 15.5.6. */
export function findMethodRefusal(
  { registeredAddresses }: FastifyInstance,
  method: string,
  path: string,
): ServiceError | null {
  const found = [...registeredAddresses.values()].filter(({ path: pattern }) => pattern.test(path));
  const allowed = [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted();
  if (allowed.length === 0 || allowed.includes(method)) return null;
  const list = allowed.join(', ');
  return new ServiceError('method_not_allowed', `This address takes ${list}, and not ${method}.`, {
    headers: { allow: list },
  });
}

import type { FastifyReply } from 'fastify';

/** Tells caches on which further request headers (a list with commas) this answer depends; RFC 9110, section 12.5.5. */
export function varyBy(reply: FastifyReply, names: string): void {
  const current = String(reply.getHeader('vary') ?? '');
  const all = joinNames(current, names);
  if (all !== current) reply.header('vary', all);
}

const splitNames = (list: string): string[] => list.split(/\s*,\s*/).filter((name) => name !== '');

function joinNames(current: string, names: string): string {
  const known = splitNames(current);
  const isKnown = (name: string) => known.some((other) => other.toLowerCase() === name.toLowerCase());
  return [...known, ...splitNames(names).filter((name) => !isKnown(name))].join(', ');
}
